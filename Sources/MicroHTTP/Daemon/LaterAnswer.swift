/// The right to answer a request later than at once, while its connection waits.
///
/// Unchecked because other threads may hold it; they can do nothing with it but ``complete(with:)``, which goes on on the
/// loop's queue.
package final class LaterAnswer: @unchecked Sendable {
  private let runOnLoop: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let answer: (LaterAnswer, Response) -> Void
  private var makeResponse: ((any Sendable) -> Response)?

  package init(
    by runOnLoop: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    _ answer: @escaping (LaterAnswer, Response) -> Void
  ) {
    self.runOnLoop = runOnLoop
    self.answer = answer
  }

  /// Says what the answer is made of; called on the loop, before the value can be there.
  package func whenComplete(_ makeResponse: @escaping (any Sendable) -> Response) {
    self.makeResponse = makeResponse
  }

  /// Hands over the value, from any thread; the request is answered on the loop, if the server has not stopped meanwhile.
  package func complete(with value: any Sendable) {
    runOnLoop { [self] in
      guard let makeResponse else { return }
      self.makeResponse = nil
      send(makeResponse(value))
    }
  }

  /// Called on the loop.
  package func send(_ response: Response) {
    makeResponse = nil
    answer(self, response)
  }
}
