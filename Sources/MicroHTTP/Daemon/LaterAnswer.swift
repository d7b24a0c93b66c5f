public import Dispatch

/// The right to answer a request later than at once, while its connection waits.
///
/// Unchecked because other threads may hold it; they can do nothing with it but ``complete(with:)``, which goes on on the
/// loop's queue.
public final class LaterAnswer: @unchecked Sendable {
  private let queue: DispatchQueue
  private let answer: (LaterAnswer, Response) -> Void
  private var makeResponse: ((any Sendable) -> Response)?

  /// Creates the right to answer one request.
  ///
  /// - Parameters:
  ///   - queue: The loop's queue.
  ///   - answer: Takes the answer on that queue, with the right to it.
  public init(on queue: DispatchQueue, _ answer: @escaping (LaterAnswer, Response) -> Void) {
    self.queue = queue
    self.answer = answer
  }

  /// Says what the answer is made of; called on the queue, before the value can be there.
  public func whenComplete(_ makeResponse: @escaping (any Sendable) -> Response) {
    self.makeResponse = makeResponse
  }

  /// Hands over the value, from any thread; the request is answered on the queue, if the server has not stopped meanwhile.
  public func complete(with value: any Sendable) {
    queue.async { [self] in
      guard let makeResponse else { return }
      self.makeResponse = nil
      send(makeResponse(value))
    }
  }

  /// Answers the request; called on the queue.
  public func send(_ response: Response) {
    makeResponse = nil
    answer(self, response)
  }
}
