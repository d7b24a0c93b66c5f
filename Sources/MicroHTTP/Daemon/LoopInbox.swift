import CMicrohttpd
import Dispatch
import Glibc
import Synchronization
import System

/// Where other threads leave work for an event loop.
///
/// A block on its queue would wait until the loop leaves the queue, see ``LoopPolicy/longestPolling``.
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

  /// Runs what has come, and `pause` behind each block; called on the loop's queue.
  func run(pause: () -> Void) {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor, &count)
    let due = blocks.withLock { blocks in
      defer { if blocks != nil { blocks = [] } }
      return blocks ?? []
    }
    for block in due {
      block()
      pause()
    }
  }

  func end() {
    blocks.withLock { $0 = nil }
  }
}

/// Where other threads leave messages for what lives on one event loop.
///
/// Unchecked because `receive` belongs to the loop's queue; it is touched there alone.
package final class LoopMailbox<Message: Sendable>: @unchecked Sendable {
  /// Has a loop run a block soon, from any thread.
  package typealias Runner = @Sendable (@escaping @Sendable () -> Void) -> Void

  private let runOnLoop: Runner
  private let receive: (Message) -> Void

  /// `receive` takes the messages on the loop, in the order in which they were sent.
  package init(by runOnLoop: @escaping Runner, _ receive: @escaping (Message) -> Void) {
    self.runOnLoop = runOnLoop
    self.receive = receive
  }

  /// From any thread.
  package func send(_ message: Message) {
    runOnLoop { [self] in receive(message) }
  }
}

/// The way into an event loop from other threads.
///
/// Unchecked because it holds what belongs to the queue; it touches that only on the queue.
final class LoopThread: @unchecked Sendable {
  private let queue: DispatchQueue
  private var loop: EventLoop?

  init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInteractive)
  }

  /// Starts the loop and waits until it listens.
  func start(
    configuration: HTTPServer.Configuration, listenSocket: Int32, connectionCount: ConnectionCount,
    makeHandler: @Sendable (DispatchQueue) -> any RequestHandler
  ) throws(SocketError) {
    let result = queue.sync { () -> Result<Void, SocketError> in
      do throws(SocketError) {
        loop = try EventLoop(
          configuration: configuration, listenSocket: listenSocket, queue: queue, connectionCount: connectionCount,
          handler: makeHandler(queue))
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Returns whether everything on the loop ended by itself.
  func drain(within grace: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        guard let loop else { return continuation.resume(returning: true) }
        loop.drain(within: grace) { clean in
          self.loop = nil
          continuation.resume(returning: clean)
        }
      }
    }
  }
}
