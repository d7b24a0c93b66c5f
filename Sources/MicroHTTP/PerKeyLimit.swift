import Synchronization

/// Counts what each client has at the same time, on all loops: connections, streams, or their bytes.
///
/// One lock, taken only where a connection or a stream begins or ends; clients with nothing open are forgotten.
package final class PerKeyLimit<Key: Hashable & Sendable>: Sendable {
  /// The most that one may hold; 0 is any number, and then nothing is counted.
  package let limit: Int
  private let counts = Mutex<[Key: Int]>([:])

  package init(limit: Int) {
    self.limit = limit
  }

  package var keyCount: Int { counts.withLock { $0.count } }

  /// Returns whether they are within the limit; if not, they are not counted.
  package func take(_ key: Key, _ amount: Int = 1) -> Bool {
    guard limit > 0 else { return true }
    return counts.withLock { counts in
      let count = counts[key, default: 0]
      guard amount <= limit - count else { return false }
      counts[key] = count + amount
      return true
    }
  }

  package func giveBack(_ key: Key, _ amount: Int = 1) {
    guard limit > 0 else { return }
    counts.withLock { counts in
      let count = counts[key, default: 0]
      counts[key] = count > amount ? count - amount : nil
    }
  }
}
