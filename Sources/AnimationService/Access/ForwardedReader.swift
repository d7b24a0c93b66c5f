import MicroHTTP

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
