extension JSONReader {
  /// Reads a string from its first quotation mark to behind its last; the bytes are known to be UTF-8.
  mutating func readString() throws(JSONSyntaxError.Reason) -> String {
    try expect(UInt8(ascii: "\""))
    let start = position
    skipUnescaped()
    var text = String(decoding: bytes[start..<position], as: UTF8.self)
    while !skip(UInt8(ascii: "\"")) {
      guard let byte = next else { throw .unexpectedEnd }
      switch byte {
      case UInt8(ascii: "\\"): text.unicodeScalars.append(try readEscape())
      case ..<0x20: throw .controlCharacter
      default:
        let start = position
        skipUnescaped()
        text += String(decoding: bytes[start..<position], as: UTF8.self)
      }
    }
    return text
  }

  /// Goes on to the next quotation mark, backslash or control character.
  private mutating func skipUnescaped() {
    position = Self.endOfUnescaped(bytes.span, from: position)
  }

  private static func endOfUnescaped(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\") {
      end += 1
    }
    return end
  }

  private mutating func readEscape() throws(JSONSyntaxError.Reason) -> Unicode.Scalar {
    let start = position
    position += 1
    let kind = next
    position += 1
    switch kind {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeEscape(from: start)
    default:
      position = start
      throw .malformedEscape
    }
  }

  /// Reads four hexadecimal digits, and the second half where they are the first of a surrogate pair.
  private mutating func readUnicodeEscape(from start: Int) throws(JSONSyntaxError.Reason) -> Unicode.Scalar {
    let first = try readCodeUnit(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    let second = position
    guard first < 0xdc00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
      position = start
      throw .loneSurrogate
    }
    let last = try readCodeUnit(from: second)
    guard 0xdc00...0xdfff ~= last, let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (last - 0xdc00))
    else {
      position = start
      throw .loneSurrogate
    }
    return scalar
  }

  private mutating func readCodeUnit(from start: Int) throws(JSONSyntaxError.Reason) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next?.hexadecimalValue else {
        position = start
        throw .malformedEscape
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}

extension UInt8 {
  /// The value of the character as a hexadecimal digit of either case.
  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
