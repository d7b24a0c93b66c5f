import System
import Dispatch

/// The way into an event loop from other threads.
///
/// Unchecked because it holds what belongs to the queue; it touches that only on the queue.
final class LoopHandle: @unchecked Sendable {
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

  /// Lets the loop end.
  ///
  /// - Returns: Whether everything on it ended by itself.
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
