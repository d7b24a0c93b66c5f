import Dispatch
import Synchronization

/// Counts the requests that a store has not answered.
final class RequestGate: Sendable {
  private let limit: Int
  private let state = Mutex((count: 0, isClosed: false))
  private let group = DispatchGroup()

  init(limit: Int) {
    self.limit = limit
  }

  /// - Returns: Why one more is refused; `nil` where it is let in.
  func enter() -> LabelStoreError? {
    state.withLock { state in
      guard !state.isClosed else { return .closed }
      guard state.count < limit else { return .busy }
      state.count += 1
      group.enter()
      return nil
    }
  }

  /// One is answered.
  func leave() {
    state.withLock { $0.count -= 1 }
    group.leave()
  }

  /// Lets nobody in any more, and waits until all are answered.
  func close() {
    state.withLock { $0.isClosed = true }
    group.wait()
  }
}
