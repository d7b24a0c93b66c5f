extension RequestHead {
  /// Whether a text is `uri-host [ ":" port ]` of RFC 9110 section 7.2; the host may be empty.
  ///
  /// What stands in brackets and behind `%` is not looked at more closely than by its characters.
  static func isHostAndPort(_ text: String) -> Bool {
    let bytes = text.utf8[...]
    guard bytes.first == UInt8(ascii: "[") else {
      let host = bytes.prefix { $0 != UInt8(ascii: ":") }
      return host.allSatisfy(isNameByte) && isPort(bytes[host.endIndex...])
    }
    guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
    let literal = bytes[..<bracket].dropFirst()
    let isLiteral = !literal.isEmpty && literal.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
    return isLiteral && isPort(bytes[bracket...].dropFirst())
  }

  private static func isPort(_ bytes: Substring.UTF8View) -> Bool {
    guard let colon = bytes.first else { return true }
    return colon == UInt8(ascii: ":") && bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  /// RFC 3986 section 3.2.2: unreserved characters, percent-encodings and subcomponent delimiters.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~%!$&'()*+,;=".utf8.contains(byte)
    }
  }
}
