/// A piece of a curve's text (CSS Syntax 3 section 4), without comments.
enum CurveToken: Equatable {
  case identifier(String)
  /// A name with the parenthesis that follows it immediately.
  case function(String)
  case number(Double, isInteger: Bool)
  case percentage(Double)
  case comma
  case colon
  case close
  case whitespace
  /// Anything a curve has no use for.
  case other
}

/// Cuts a text into tokens.
struct CurveTokenizer {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// All tokens of a text; runs of white space are one token.
  static func tokens(of text: String) -> [CurveToken] {
    var tokenizer = CurveTokenizer(text)
    var tokens: [CurveToken] = []
    while let token = tokenizer.next() {
      if token != .whitespace || tokens.last != .whitespace { tokens.append(token) }
    }
    return tokens
  }

  private mutating func next() -> CurveToken? {
    while skipComment() {}
    guard let byte = byte(0) else { return nil }
    switch byte {
    case UInt8(ascii: " "), 0x09, 0x0A, 0x0C, 0x0D: return take(.whitespace)
    case UInt8(ascii: ","): return take(.comma)
    case UInt8(ascii: ":"): return take(.colon)
    case UInt8(ascii: ")"): return take(.close)
    default: break
    }
    if startsNumber { return number() }
    if startsName { return name() }
    return take(.other)
  }

  private func byte(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private mutating func take(_ token: CurveToken) -> CurveToken {
    position += 1
    return token
  }

  private mutating func skipComment() -> Bool {
    guard byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") else { return false }
    position += 2
    while let current = byte(0) {
      if current == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        position += 2
        return true
      }
      position += 1
    }
    return true
  }
}

// MARK: - Numbers

extension CurveTokenizer {
  /// Section 4.3.10: a sign, then digits, or a point with a digit.
  private var startsNumber: Bool {
    let offset = isSign(byte(0)) ? 1 : 0
    return isDigit(byte(offset)) || (byte(offset) == UInt8(ascii: ".") && isDigit(byte(offset + 1)))
  }

  private mutating func number() -> CurveToken {
    let start = position
    var isInteger = true
    if isSign(byte(0)) { position += 1 }
    skipDigits()
    if byte(0) == UInt8(ascii: "."), isDigit(byte(1)) {
      isInteger = false
      position += 1
      skipDigits()
    }
    if let mark = byte(0), mark | 0x20 == UInt8(ascii: "e"), isDigit(byte(isSign(byte(1)) ? 2 : 1)) {
      isInteger = false
      position += 2
      skipDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // A number too large for a double is the largest, as browsers take it.
    let value = Double(text).map { min(max($0, -1e300), 1e300) } ?? 0
    if byte(0) == UInt8(ascii: "%") { return take(.percentage(value / 100)) }
    if startsName {
      _ = name()
      return .other
    }
    return .number(value, isInteger: isInteger)
  }

  private mutating func skipDigits() {
    while isDigit(byte(0)) { position += 1 }
  }

  private func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 &- UInt8(ascii: "0") < 10 } ?? false }

  private func isSign(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }
}

// MARK: - Names

extension CurveTokenizer {
  /// Section 4.3.9: a letter, or a hyphen before one or before another hyphen.
  private var startsName: Bool {
    byte(0) == UInt8(ascii: "-") ? isNameStart(byte(1)) || byte(1) == UInt8(ascii: "-") : isNameStart(byte(0))
  }

  private mutating func name() -> CurveToken {
    let start = position
    while let current = byte(0), isNameStart(current) || isDigit(current) || current == UInt8(ascii: "-") {
      position += 1
    }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    return byte(0) == UInt8(ascii: "(") ? take(.function(name)) : .identifier(name)
  }

  private func isNameStart(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte >= 0x80 || byte == UInt8(ascii: "_") || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }
}
