/// Reads tokens off a text, after CSS Syntax 3 §4.3.
struct Tokenizer {
  private let bytes: [UInt8]
  private var position = 0
  /// Whether white space stood before the token read last; a comment is none.
  private(set) var hasSkippedSpace = false

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func next() -> Token {
    skipSpaceAndComments()
    guard let byte = byte() else { return .end }
    if startsNumber { return numeric() }
    if startsIdentifier() { return identifierLike() }
    position += 1
    switch byte {
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: ":"): return .colon
    case UInt8(ascii: ")"): return .closingParenthesis
    default: return .other(String(decoding: [byte], as: UTF8.self))
    }
  }

  private mutating func skipSpaceAndComments() {
    hasSkippedSpace = false
    while let byte = byte() {
      if byte.isSpace {
        hasSkippedSpace = true
        position += 1
      } else if byte == UInt8(ascii: "/"), self.byte(1) == UInt8(ascii: "*") {
        position += 2
        while position < bytes.count, !(self.byte() == UInt8(ascii: "*") && self.byte(1) == UInt8(ascii: "/")) {
          position += 1
        }
        position = min(position + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }
}

// MARK: - Numbers

extension Tokenizer {
  /// Whether a sign, a point and a digit stand here, the first two optional (§4.3.10).
  private var startsNumber: Bool {
    var offset = isSign(0) ? 1 : 0
    if byte(offset) == UInt8(ascii: ".") { offset += 1 }
    return isDigit(offset)
  }

  private mutating func numeric() -> Token {
    let start = position
    let form: Token.NumberForm = skipNumber() ? .integer : .decimal
    // Chromium keeps numbers within the range of Float; so every curve stays finite.
    let limit = Double(Float.greatestFiniteMagnitude)
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let value = (Double(text) ?? 0).clamped(to: -limit...limit)
    if byte() == UInt8(ascii: "%") {
      position += 1
      return .percentage(value)
    }
    return startsIdentifier() ? .dimension(value, unit: identifier()) : .number(value, form)
  }

  /// Moves past a number (§4.3.12) and says whether it is written without fraction and exponent.
  private mutating func skipNumber() -> Bool {
    if isSign(0) { position += 1 }
    skipDigits()
    var isInteger = true
    if byte() == UInt8(ascii: "."), isDigit(1) {
      isInteger = false
      position += 1
      skipDigits()
    }
    if byte().map({ $0 | 0x20 }) == UInt8(ascii: "e"), isDigit(1) || isSign(1) && isDigit(2) {
      isInteger = false
      position += 2
      skipDigits()
    }
    return isInteger
  }

  private mutating func skipDigits() {
    while isDigit(0) { position += 1 }
  }

  private func isDigit(_ offset: Int) -> Bool {
    byte(offset).map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  private func isSign(_ offset: Int) -> Bool {
    byte(offset) == UInt8(ascii: "+") || byte(offset) == UInt8(ascii: "-")
  }
}

// MARK: - Names

extension Tokenizer {
  /// Whether a name starts at `offset` (§4.3.9).
  private func startsIdentifier() -> Bool {
    guard byte() == UInt8(ascii: "-") else { return startsName(0) }
    return byte(1) == UInt8(ascii: "-") || startsName(1)
  }

  private func startsName(_ offset: Int) -> Bool {
    byte(offset).map { $0.isNameStart } ?? false || isEscape(offset)
  }

  private func isEscape(_ offset: Int) -> Bool {
    byte(offset) == UInt8(ascii: "\\") && byte(offset + 1).map { !$0.isLineEnd } ?? true
  }

  private mutating func identifierLike() -> Token {
    let name = identifier()
    guard byte() == UInt8(ascii: "(") else { return .identifier(name) }
    position += 1
    return .function(name)
  }

  private mutating func identifier() -> String {
    var name: [UInt8] = []
    while let byte = byte() {
      if byte.isNameStart || isDigit(0) || byte == UInt8(ascii: "-") {
        name.append(byte)
        position += 1
      } else if isEscape(0) {
        name += Array(String(escaped()).utf8)
      } else {
        break
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// A backslash with up to six hexadecimal digits and one space, or with any other character (§4.3.7).
  private mutating func escaped() -> Unicode.Scalar {
    position += 1
    let digits = bytes[position...].prefix(6).prefix { $0.isHexadecimal }
    guard digits.isEmpty else {
      position += digits.count
      if let byte = byte(), byte.isSpace { position += 1 }
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
      return code == 0 ? "\u{FFFD}" : Unicode.Scalar(code) ?? "\u{FFFD}"
    }
    let rest = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
    let scalar = rest.unicodeScalars.first ?? "\u{FFFD}"
    position = min(position + UTF8.width(scalar), bytes.count)
    return scalar
  }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == 0x0A || self == 0x0C || self == 0x0D }

  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || isLineEnd }

  /// A letter, an underscore, or part of anything beyond ASCII; NUL stands for U+FFFD.
  fileprivate var isNameStart: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
      || self == UInt8(ascii: "_") || self >= 0x80 || self == 0
  }

  fileprivate var isHexadecimal: Bool {
    let lower = self | 0x20
    return self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
      || lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "f")
  }
}

extension UTF8 {
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
    UTF8.encode(scalar)?.count ?? 1
  }
}

/// A curve's text that cannot be read.
public struct CurveSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One sentence that names what is wrong and, for a misspelt name, the nearest one.
  public let message: String

  /// Creates an error from its sentence.
  public init(_ message: String) {
    self.message = message
  }

  /// The sentence.
  public var description: String { message }
}

extension CurveSyntaxError {
  /// Says that nothing is called `word`, and what it may have meant.
  static func unknown(_ kind: String, _ word: String, among names: some Sequence<String>) -> CurveSyntaxError {
    let guess = Spelling.nearest(to: word, among: Array(names))
    return CurveSyntaxError("There is no \(kind) \(word.quoted)\(guess.map { "; did you mean `\($0)`?" } ?? ".")")
  }
}

extension String {
  /// The text in backquotes, cut where it is too long to repeat.
  var quoted: String {
    unicodeScalars.count > 40 ? "`\(String(String.UnicodeScalarView(unicodeScalars.prefix(40))))…`" : "`\(self)`"
  }

  /// The text with A–Z made small and everything else as it is: how CSS compares its names.
  ///
  /// `lowercased()` would also fold U+212A, the Kelvin sign, into a letter.
  var lowercasedASCII: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
