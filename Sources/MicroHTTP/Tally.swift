import Synchronization

/// How many of something each client holds at the same time, for all loops.
///
/// One lock, taken where a connection or a stream begins and ends and never in between; it remembers only who holds
/// something.
public final class Tally<Client: Hashable & Sendable>: Sendable {
  /// The most that one may hold; 0 is any number, and then nothing is counted.
  public let limit: Int
  private let counts = Mutex<[Client: Int]>([:])

  /// Creates a tally with nothing in it.
  public init(limit: Int) {
    self.limit = limit
  }

  /// The number of clients that hold anything.
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
