import System
import Synchronization

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

  /// Counts one more connection of a client; a trusted proxy, which has those of many clients, is not counted (`nil`).
  ///
  /// libmicrohttpd could count as well (`MHD_OPTION_PER_IP_CONNECTION_LIMIT`), but each daemon for itself, every
  /// address of an IPv6 network as another client, proxies like anyone, and it closes without a word.
  func add(of peer: IPAddress) throws(TooManyConnections) -> IPAddress? {
    guard knowsClients, !trustedProxies.contains(where: { $0.contains(peer) }) else { return nil }
    guard clients.take(peer.client) else { throw TooManyConnections() }
    return peer.client
  }

  func remove(of client: IPAddress) {
    clients.giveBack(client)
  }
}

struct TooManyConnections: Error {}
