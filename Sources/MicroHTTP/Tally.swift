import Synchronization

/// Counts what each client has at the same time, on all loops: connections, streams, or their bytes.
///
/// One lock, taken only where a connection or a stream begins or ends; clients with nothing open are forgotten.
public final class Tally<Client: Hashable & Sendable>: Sendable {
  /// The most that one may hold; 0 is any number, and then nothing is counted.
  public let limit: Int
  private let counts = Mutex<[Client: Int]>([:])

  /// Creates an empty tally.
  public init(limit: Int) {
    self.limit = limit
  }

  /// The number of clients that have anything open.
  public var clientCount: Int { counts.withLock { $0.count } }

  /// Counts one more, or so many.
  ///
  /// - Returns: Whether they are within the limit; if not, they are not counted.
  public func take(_ client: Client, _ amount: Int = 1) -> Bool {
    guard limit > 0 else { return true }
    return counts.withLock { counts in
      let count = counts[client, default: 0]
      guard amount <= limit - count else { return false }
      counts[client] = count + amount
      return true
    }
  }

  /// Counts one less of what was taken, or so many.
  public func giveBack(_ client: Client, _ amount: Int = 1) {
    guard limit > 0 else { return }
    counts.withLock { counts in
      let count = counts[client, default: 0]
      counts[client] = count > amount ? count - amount : nil
    }
  }
}
