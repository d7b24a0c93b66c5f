internal import Dispatch
internal import System

/// One connection's socket with what goes out and comes in; it says when it can go on, and never waits.
final class RedisConnection {
  /// What came of reading.
  enum Reading: Equatable {
    /// All that has come is read.
    case done
    /// There may be more, after others had their turn.
    case more
    /// Nothing comes any more: the end of a sentence.
    case ended(reason: String)
  }

  let socket: ClientSocket
  private let queue: DispatchQueue
  private let wake: @Sendable () -> Void
  private let reader: RedisReplyReader
  private let reading: any DispatchSourceRead
  /// Watches while there is something that the socket has no room for.
  private var writing: (any DispatchSourceWrite)?
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  /// What is being sent; it stays as it is until all of it has gone, since TLS wants the same bytes again.
  private var current: [UInt8] = []
  private var offset = 0
  private var next: [UInt8] = []
  /// How many bytes have left.
  private(set) var sent: UInt64 = 0

  /// Begins to connect; `nil` where the system gives no socket.
  ///
  /// - Parameters:
  ///   - address: Where to.
  ///   - queue: Where `wake` is called.
  ///   - wake: Called when it is worth going on.
  init?(to address: SocketAddress, queue: DispatchQueue, _ wake: @escaping @Sendable () -> Void) {
    guard let socket = try? ClientSocket(to: address), let reader = RedisReplyReader() else { return nil }
    (self.socket, self.reader) = (socket, reader)
    (self.queue, self.wake) = (queue, wake)
    reading = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    reading.setEventHandler(handler: wake)
    // The descriptor is closed when no source watches it any more.
    reading.setCancelHandler { withExtendedLifetime(socket) {} }
    reading.activate()
  }

  deinit {
    Socket.cut(socket.descriptor)
    reading.cancel()
    writing?.cancel()
  }
}

extension RedisConnection {
  /// Has `wake` called once the socket has room, or has it no longer called.
  func awaitRoom(_ isAwaited: Bool) {
    guard isAwaited != (writing != nil) else { return }
    guard isAwaited else {
      writing?.cancel()
      return writing = nil
    }
    let source = DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor, queue: queue)
    source.setEventHandler(handler: wake)
    source.setCancelHandler { [socket] in withExtendedLifetime(socket) {} }
    source.activate()
    writing = source
  }

  /// Has bytes go out behind all others; ``flush()`` sends them.
  func append(_ bytes: [UInt8]) { next += bytes }

  /// Sends as much as the socket takes.
  ///
  /// - Returns: Why nothing can be sent any more.
  func flush() -> String? {
    while true {
      if offset == current.count {
        (current, offset) = (next, 0)
        next = []
        guard !current.isEmpty else { break }
      }
      switch socket.send(current.span.extracting(offset...)) {
      case .moved(let count):
        offset += count
        sent += UInt64(count)
      case .wait(let direction):
        awaitRoom(direction == .writing)
        return nil
      case .failed(let reason): return "the connection broke (\(reason))"
      }
    }
    awaitRoom(false)
    return nil
  }

  /// Reads what has come, up to a megabyte.
  func read(_ body: (RedisReply) -> Void) -> Reading {
    for _ in 0..<16 {
      switch socket.receive(into: &buffer) {
      case .moved(0): return .ended(reason: "Redis has closed the connection")
      case .moved(let count):
        do throws(RedisProtocolError) {
          try reader.read(buffer[..<count], body)
        } catch {
          return .ended(reason: error.reason)
        }
      case .wait: return .done
      case .failed(let reason): return .ended(reason: "the connection broke (\(reason))")
      }
    }
    return .more
  }
}
