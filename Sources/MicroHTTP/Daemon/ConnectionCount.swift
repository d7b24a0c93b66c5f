import Synchronization

/// The connections of all loops of one server.
final class ConnectionCount: Sendable {
  /// How many there may be.
  let limit: Int
  private let count = Atomic(0)

  init(limit: Int) { self.limit = limit }

  /// Counts one more.
  ///
  /// - Returns: Whether it is within the limit.
  func add() -> Bool {
    count.add(1, ordering: .relaxed).newValue <= limit
  }

  /// Counts one less.
  func remove() {
    count.subtract(1, ordering: .relaxed)
  }
}
