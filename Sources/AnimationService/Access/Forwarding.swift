import System
import HTTPTypes
import MicroHTTP

/// Finds out who asks where proxies that are trusted stand between.
///
/// Each proxy adds the address that it was asked from at the end of the list; so from the end on, each is true as long
/// as the one who wrote it is trusted. What stands further left anybody may have made up.
struct Forwarding {
  /// In which field the proxies write.
  ///
  /// The other one is not read, because a proxy that writes one passes the other on as the client made it up.
  enum Field: String, CaseIterable {
    case xForwardedFor = "X-Forwarded-For"
    case forwarded = "Forwarded"
  }

  private let proxies: [IPNetwork]
  private let field: Field

  init(trusting proxies: [IPNetwork], field: Field) {
    self.proxies = proxies
    self.field = field
  }
}

extension Forwarding {
  /// The first address from the end that is not a trusted proxy's.
  ///
  /// Where what a proxy wrote cannot be read, that proxy counts as the client: whoever sends it garbage has nothing
  /// from it but to share a limit with others who do.
  func client(peer: IPAddress, _ fields: HeaderFields) -> IPAddress {
    guard isTrusted(peer) else { return peer }
    var client = peer
    for line in lines(of: fields).reversed() {
      guard let hops = hops(line) else { return client }
      for hop in hops.reversed() {
        guard let address = Self.address(hop) else { return client }
        client = address
        guard isTrusted(client) else { return client }
      }
    }
    return client
  }

  private func isTrusted(_ address: IPAddress) -> Bool {
    proxies.contains { $0.contains(address) }
  }

  private func lines(of fields: HeaderFields) -> [String] {
    HTTPField.Name(field.rawValue).map { fields[values: $0] } ?? []
  }

  private func hops(_ line: String) -> [String]? {
    switch field {
    case .xForwardedFor: line.elements(separatedBy: ",").map { String($0) }
    case .forwarded: ForwardedReader(line).nodes()
    }
  }

  /// An address with or without a port, IPv6 with or without brackets (RFC 7239 section 6, and what proxies write).
  static func address(_ node: String) -> IPAddress? {
    if node.first == "[" {
      guard let bracket = node.firstIndex(of: "]") else { return nil }
      let rest = node[node.index(after: bracket)...]
      guard rest.isEmpty || rest.first == ":" && isPort(rest.dropFirst()) else { return nil }
      let address = node[node.index(after: node.startIndex)..<bracket]
      return address.utf8.contains(UInt8(ascii: ":")) ? IPAddress(address) : nil
    }
    let parts = node.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return IPAddress(node) }
    return isPort(parts[1]) ? IPAddress(parts[0]) : nil
  }

  private static func isPort(_ text: Substring) -> Bool {
    (1...5).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
