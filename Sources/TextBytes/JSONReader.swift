extension JSONValue {
  /// Reads one JSON text: strictly RFC 8259, without duplicate names and without lone surrogates.
  ///
  /// The text is UTF-8 without a byte order mark; `depthLimit` bounds the stack as well.
  package init(parsing bytes: [UInt8], depthLimit: Int = 32) throws(JSONSyntaxError) {
    var reader = JSONReader(bytes)
    do {
      self = try reader.readText(depthLimit: depthLimit)
    } catch {
      let offset = min(reader.position, bytes.count)
      let line = bytes[..<offset].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
      throw JSONSyntaxError(reason: error, offset: offset, line: line)
    }
  }
}

/// A recursive descent over bytes; where it stops with an error, `position` is the place of the mistake.
struct JSONReader {
  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func readText(depthLimit: Int) throws(JSONSyntaxError.Reason) -> JSONValue {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      position = error.byteOffsets.lowerBound
      throw .notUTF8
    }
    skipWhiteSpace()
    let value = try readValue(depth: depthLimit)
    skipWhiteSpace()
    guard next == nil else { throw .unexpectedCharacter }
    return value
  }
}

extension JSONSyntaxError.Reason: Error {}

// MARK: - Values

extension JSONReader {
  private mutating func readValue(depth: Int) throws(JSONSyntaxError.Reason) -> JSONValue {
    switch next {
    case UInt8(ascii: "{"): return .object(try readObject(depth: depth))
    case UInt8(ascii: "["): return .array(try readArray(depth: depth))
    case UInt8(ascii: "\""): return .string(try readString())
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit: return .number(try readNumber())
    case UInt8(ascii: "t"): return try readLiteral("true", .bool(true))
    case UInt8(ascii: "f"): return try readLiteral("false", .bool(false))
    case UInt8(ascii: "n"): return try readLiteral("null", .null)
    default: throw mistake
    }
  }

  private mutating func readLiteral(_ text: String, _ value: JSONValue) throws(JSONSyntaxError.Reason) -> JSONValue {
    for byte in text.utf8 { try expect(byte) }
    return value
  }

  private mutating func readArray(depth: Int) throws(JSONSyntaxError.Reason) -> [JSONValue] {
    var elements: [JSONValue] = []
    elements.reserveCapacity(4)
    try readSequence(closedBy: UInt8(ascii: "]"), depth: depth) { reader throws(JSONSyntaxError.Reason) in
      elements.append(try reader.readValue(depth: depth - 1))
    }
    return elements
  }

  /// Names are compared as Swift compares strings, by canonical equivalence.
  private mutating func readObject(depth: Int) throws(JSONSyntaxError.Reason) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    members.reserveCapacity(8)
    // Those of an object with many members.
    var names: Set<String> = []
    try readSequence(closedBy: UInt8(ascii: "}"), depth: depth) { reader throws(JSONSyntaxError.Reason) in
      let start = reader.position
      let name = try reader.readString()
      guard Self.isNew(name, among: members, &names) else {
        reader.position = start
        throw .duplicateName
      }
      reader.skipWhiteSpace()
      try reader.expect(UInt8(ascii: ":"))
      reader.skipWhiteSpace()
      members.append(JSONValue.Member(name, try reader.readValue(depth: depth - 1)))
    }
    return members
  }

  /// Few names are compared one by one: a set of them costs more than all else about a small object.
  private static func isNew(_ name: String, among members: [JSONValue.Member], _ names: inout Set<String>) -> Bool {
    if members.count < 16 { return !members.contains { $0.name == name } }
    if names.isEmpty { names = Set(members.map(\.name)) }
    return names.insert(name).inserted
  }

  private mutating func readSequence(
    closedBy end: UInt8, depth: Int, element: (inout JSONReader) throws(JSONSyntaxError.Reason) -> Void
  ) throws(JSONSyntaxError.Reason) {
    guard depth > 0 else { throw .tooDeep }
    position += 1
    skipWhiteSpace()
    if skip(end) { return }
    while true {
      try element(&self)
      skipWhiteSpace()
      if skip(end) { return }
      try expect(UInt8(ascii: ","))
      skipWhiteSpace()
    }
  }

  private mutating func readNumber() throws(JSONSyntaxError.Reason) -> String {
    let start = position
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try skipDigits() }
    if skip(UInt8(ascii: ".")) { try skipDigits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try skipDigits()
    }
    if next?.isDigit == true { throw .malformedNumber }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skipDigits() throws(JSONSyntaxError.Reason) {
    guard next?.isDigit == true else { throw .malformedNumber }
    while next?.isDigit == true { position += 1 }
  }
}

// MARK: - Characters

extension JSONReader {
  var next: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  var mistake: JSONSyntaxError.Reason {
    next == nil ? .unexpectedEnd : .unexpectedCharacter
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(JSONSyntaxError.Reason) {
    guard skip(byte) else { throw mistake }
  }

  private mutating func skipWhiteSpace() {
    while next?.isWhiteSpace == true { position += 1 }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  fileprivate var isWhiteSpace: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }
}

/// What is wrong with a JSON text, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// One rule of RFC 8259, or of the stricter reading here.
  package enum Reason: String, Hashable, Sendable {
    case notUTF8 = "The text is not UTF-8"
    case unexpectedEnd = "The text ends before the value does"
    case unexpectedCharacter = "This character cannot stand here"
    /// A number breaks the grammar of §6, by a leading zero for instance.
    case malformedNumber = "The number is malformed"
    case malformedEscape = "The escape is malformed"
    /// Half of a surrogate pair stands alone, which no UTF-8 text can express.
    case loneSurrogate = "The escape is half of a surrogate pair"
    case controlCharacter = "A control character must be escaped"
    /// A name occurs twice in one object, of which readers make different things (§4).
    case duplicateName = "The name occurs twice in this object"
    case tooDeep = "The value is nested too deeply"
  }

  package var reason: Reason
  /// The place in bytes from the beginning of the text.
  package var offset: Int
  /// The place's line, from 1.
  package var line: Int
}

extension JSONSyntaxError: CustomStringConvertible {
  package var description: String { "\(reason.rawValue) (line \(line), byte \(offset))." }
}

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
  package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
