import Synchronization

/// Counts what each client has open at the same time, on all loops.
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

  /// Counts one more.
  ///
  /// - Returns: Whether it is within the limit; if not, it is not counted.
  public func take(_ client: Client) -> Bool {
    guard limit > 0 else { return true }
    return counts.withLock { counts in
      let count = counts[client, default: 0]
      guard count < limit else { return false }
      counts[client] = count + 1
      return true
    }
  }

  /// Counts one less of what was taken.
  public func giveBack(_ client: Client) {
    guard limit > 0 else { return }
    counts.withLock { counts in
      let count = counts[client, default: 0]
      counts[client] = count > 1 ? count - 1 : nil
    }
  }
}
