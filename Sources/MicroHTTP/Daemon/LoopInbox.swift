import CMicrohttpd
import Glibc
import Synchronization
import System

/// Where other threads leave work for an event loop.
///
/// A block on its queue would wait until the loop leaves the queue, see ``LoopPolicy/longestStay``.
final class LoopInbox: Sendable {
  typealias Block = @Sendable () -> Void

  /// Readable whenever there is work.
  let descriptor: Int32
  /// `nil` once the loop takes no more.
  private let blocks = Mutex<[Block]?>([])

  init() throws(SocketError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .lastError(in: "eventfd") }
  }

  deinit { close(descriptor) }
}

extension LoopInbox {
  /// Has the loop run a block soon, unless it has stopped; called on any thread.
  func send(_ block: @escaping Block) {
    let isFirst = blocks.withLock { blocks in
      blocks?.append(block)
      return blocks?.count == 1
    }
    if isFirst { eventfd_write(descriptor, 1) }
  }

  /// Runs what has come; called on the loop's queue.
  func run() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor, &count)
    let due = blocks.withLock { blocks in
      defer { if blocks != nil { blocks = [] } }
      return blocks ?? []
    }
    for block in due { block() }
  }

  /// Drops what has come, and all that comes.
  func end() {
    blocks.withLock { $0 = nil }
  }
}
