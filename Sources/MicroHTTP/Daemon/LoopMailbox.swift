/// Where other threads leave messages for what lives on one event loop.
///
/// Unchecked because `receive` belongs to the loop's queue; it is touched there alone.
public final class LoopMailbox<Message: Sendable>: @unchecked Sendable {
  /// Has a loop run a block soon, from any thread.
  public typealias Runner = @Sendable (@escaping @Sendable () -> Void) -> Void

  private let runOnLoop: Runner
  private var receive: ((Message) -> Void)?

  /// Creates a mailbox of a loop.
  ///
  /// - Parameters:
  ///   - runOnLoop: Has the loop run a block, from any thread.
  ///   - receive: Takes the messages on the loop, in the order in which they were sent.
  public init(by runOnLoop: @escaping Runner, _ receive: @escaping (Message) -> Void) {
    self.runOnLoop = runOnLoop
    self.receive = receive
  }

  /// Leaves a message, from any thread.
  public func send(_ message: Message) {
    runOnLoop { [self] in receive?(message) }
  }
}
