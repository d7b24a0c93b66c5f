import System
import Synchronization

/// The connections of all loops of one server.
final class ConnectionCount: Sendable {
  private let count = Atomic(0)
  private let clients: Tally<IPAddress>
  private let trustedProxies: [IPNetwork]

  init(_ configuration: HTTPServer.Configuration) {
    clients = Tally(limit: configuration.connectionLimitPerClient)
    trustedProxies = configuration.trustedProxies
  }

  /// Counts one more.
  ///
  /// - Returns: How many there are now.
  func add() -> Int {
    count.add(1, ordering: .relaxed).newValue
  }

  /// Counts one less.
  func remove() {
    count.subtract(1, ordering: .relaxed)
  }
}

// MARK: - Clients

extension ConnectionCount {
  /// Whether connections are counted by client at all.
  var knowsClients: Bool { clients.limit > 0 }

  /// Counts one more connection of a client; a trusted proxy, which has those of many clients, may have any number.
  ///
  /// libmicrohttpd could count as well (`MHD_OPTION_PER_IP_CONNECTION_LIMIT`), but each daemon for itself, every address
  /// of an IPv6 network as another client, proxies like anyone, and it closes without a word.
  /// - Returns: The client to be passed to ``remove(of:)``; `nil` where the connection is not counted.
  /// - Throws: ``TooManyConnections`` where the client has as many as it may have.
  func add(of peer: IPAddress) throws(TooManyConnections) -> IPAddress? {
    guard knowsClients, !trustedProxies.contains(where: { $0.contains(peer) }) else { return nil }
    guard clients.take(peer.client) else { throw TooManyConnections() }
    return peer.client
  }

  /// Counts one less of a client's.
  func remove(of client: IPAddress) {
    clients.giveBack(client)
  }
}

/// A client has as many connections as one may have.
struct TooManyConnections: Error {}
