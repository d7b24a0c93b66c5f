import Synchronization
import System

/// The connections of all loops of one server.
final class ConnectionCount: Sendable {
  private let count = Atomic(0)
  private let clients: PerKeyLimit<IPAddress>
  private let trustedProxies: [IPNetwork]

  init(_ configuration: HTTPServer.Configuration) {
    clients = PerKeyLimit(limit: configuration.connectionLimitPerClient)
    trustedProxies = configuration.trustedProxies
  }

  /// Returns how many there are now.
  func add() -> Int {
    count.add(1, ordering: .relaxed).newValue
  }

  func remove() {
    count.subtract(1, ordering: .relaxed)
  }
}

// MARK: - Clients

extension ConnectionCount {
  var knowsClients: Bool { clients.limit > 0 }

  /// The client that a connection is counted for; `nil` of a trusted proxy, which has those of many clients.
  func client(of peer: IPAddress) -> IPAddress? {
    trustedProxies.contains { $0.contains(peer) } ? nil : peer.client
  }

  /// Counts one more connection of a client, unless it has as many as one may have; returns whether it has not.
  ///
  /// libmicrohttpd could count as well (`MHD_OPTION_PER_IP_CONNECTION_LIMIT`), but each daemon for itself, every
  /// address of an IPv6 network as another client, proxies like anyone, and it closes without a word.
  func add(of client: IPAddress) -> Bool { clients.take(client) }

  func remove(of client: IPAddress) {
    clients.giveBack(client)
  }
}

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
