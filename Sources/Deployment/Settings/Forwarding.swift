import HTTPTypes
package import MicroHTTP
package import System
import TextBytes

/// Finds the client behind trusted proxies.
///
/// Each proxy appends the address that its request came from. So, from the end of the list, an address is right as long as
/// the proxy that wrote it is trusted; anybody may have made up the ones before.
package struct Forwarding {
  /// The field that the proxies write.
  ///
  /// The other one is not read, because a proxy that writes one may pass on the other as the client sent it.
  package enum Field: String, CaseIterable {
    case xForwardedFor = "X-Forwarded-For"
    case forwarded = "Forwarded"
  }

  private let proxies: [IPNetwork]
  private let field: Field

  package init(trusting proxies: [IPNetwork], field: Field) {
    self.proxies = proxies
    self.field = field
  }
}

extension Forwarding {
  /// The first address from the end that is not a trusted proxy's.
  ///
  /// Where an entry cannot be read, the proxy that wrote it counts as the client: those who send garbage share one limit.
  package func client(peer: IPAddress, _ fields: HeaderFields) -> IPAddress {
    trace(peer, fields).client
  }

  /// The same, but `nil` where a trusted proxy does not say, in words that can be read, where its request came from.
  func namedClient(peer: IPAddress, _ fields: HeaderFields) -> IPAddress? {
    let (client, isNamed) = trace(peer, fields)
    return isNamed ? client : nil
  }

  /// The client that the limits of a request are counted for.
  package func caller(of request: Request) -> Caller {
    // Where there is no address, as in a test without a socket, all are one client.
    let peer = IPAddress(request.remoteAddress) ?? .unspecified
    let client = client(peer: peer, request.headerFields)
    return isTrusted(client) ? .proxy(client) : .address(client.client)
  }

  private func trace(_ peer: IPAddress, _ fields: HeaderFields) -> (client: IPAddress, isNamed: Bool) {
    guard isTrusted(peer) else { return (peer, true) }
    var (client, isNamed) = (peer, false)
    for line in lines(of: fields).reversed() {
      guard let hops = hops(line) else { return (client, false) }
      for hop in hops.reversed() {
        guard let address = Self.address(hop) else { return (client, false) }
        (client, isNamed) = (address, true)
        guard isTrusted(client) else { return (client, true) }
      }
    }
    return (client, isNamed)
  }

  /// Whether an address is that of a proxy which names the client.
  func isTrusted(_ address: IPAddress) -> Bool {
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

/// Reads the field `Forwarded` (RFC 7239 section 4) strictly: one quotation mark too many could hide in a client's entry
/// what the proxy behind it wrote.
struct ForwardedReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ line: String) {
    bytes = Array(line.utf8)
  }
}

extension ForwardedReader {
  /// The `for` of each element, empty where it has none; `nil` for a line that does not follow the grammar.
  consuming func nodes() -> [String]? {
    var reader = self
    var nodes: [String] = []
    repeat {
      guard let node = reader.element() else { return nil }
      nodes.append(node)
    } while reader.take(UInt8(ascii: ","))
    return reader.isAtEnd ? nodes : nil
  }

  private var isAtEnd: Bool { index == bytes.count }

  /// `for=192.0.2.1;proto=https`; each name once.
  private mutating func element() -> String? {
    var node: String?
    repeat {
      skipSpaces()
      guard let name = token(), take(UInt8(ascii: "=")), let value = quoted() ?? token() else { return nil }
      if name.lowercased() == "for" {
        guard node == nil else { return nil }
        node = value
      }
      skipSpaces()
    } while take(UInt8(ascii: ";"))
    return node ?? ""
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard !isAtEnd, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpaces() {
    while take(0x20) || take(0x09) {}
  }

  /// RFC 9110 section 5.6.2.
  private mutating func token() -> String? {
    let start = index
    while !isAtEnd, HeaderFields.isNameByte(bytes[index]) { index += 1 }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  /// RFC 9110 section 5.6.4; what is not closed is none.
  private mutating func quoted() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    var text: [UInt8] = []
    while !take(UInt8(ascii: "\"")) {
      _ = take(UInt8(ascii: "\\"))
      guard !isAtEnd else { return nil }
      text.append(bytes[index])
      index += 1
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The client that limits are counted for.
package enum Caller: Hashable, Sendable {
  /// An IPv4 address, or an IPv6 network of 64 bits.
  case address(IPAddress)
  /// A trusted proxy that does not name the client.
  case proxy(IPAddress)
  /// The holder of the key with this name, from wherever.
  case key(String)
}

extension Caller {
  /// Whether it is known by a key.
  package var hasKey: Bool { if case .key = self { true } else { false } }

  /// The network that a client can have many addresses of: 24 bits of IPv4, 48 of IPv6; `nil` where nobody names the client.
  package var network: Caller? {
    switch self {
    case .address(.unspecified), .proxy: nil
    case .address(let address) where address.isV4: .address(IPAddress(high: 0, low: address.low & ~0xFF))
    case .address(let address): .address(IPAddress(high: address.high & ~0xFFFF, low: 0))
    case .key: self
    }
  }
}
