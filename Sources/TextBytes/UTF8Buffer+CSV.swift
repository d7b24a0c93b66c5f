extension TextEscape {
  /// Puts a field of CSV into quotation marks where it needs them (RFC 4180 §2.5 to 2.7).
  public static let csv = TextEscape(special: ByteSet("\",\r\n")) { buffer, start in
    buffer.rewrite(from: start, where: \.needsQuotation) { buffer, text in
      buffer.append(UInt8(ascii: "\""))
      for index in text.indices {
        if text[index] == UInt8(ascii: "\"") { buffer.append(UInt8(ascii: "\"")) }
        buffer.append(text[index])
      }
      buffer.append(UInt8(ascii: "\""))
    }
  }

  /// The same without control characters but tabs and line breaks, and with an apostrophe before what a spreadsheet
  /// would run as a formula (OWASP, CSV Injection): a text that begins with a tab or a line break, or, behind what is not
  /// seen, with `=`, `+`, `-` or `@`, and is no number.
  public static let spreadsheetCSV = TextEscape(special: ByteSet("\",\r=+-@\u{7f}\u{80}")) { buffer, start in
    if start < buffer.count, buffer[start].mayComeBeforeFormula {
      let text = buffer.bytes(from: start)
      buffer.truncate(to: start)
      if text.span.mayBeFormula { buffer.append("'") }
      buffer.append(contentsOf: text)
    }
    buffer.escapeControls(from: start, as: .lines)
    buffer.escape(from: start, by: csv)
  }
}

extension UInt8 {
  fileprivate var needsQuotation: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
    default: false
    }
  }

  /// Whether it is no letter, digit or other sign of ASCII that shows a text to be none.
  fileprivate var mayComeBeforeFormula: Bool {
    switch self {
    case ...0x20, 0x7f..., UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
    default: false
    }
  }
}

extension Span<UInt8> {
  fileprivate var mayBeFormula: Bool {
    switch self[0] {
    case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return true
    default: break
    }
    var index = 0
    while index < count, case let length = unseenLength(at: index), length > 0 { index += length }
    guard index < count else { return false }
    switch (self[index], byte(at: index + 1), byte(at: index + 2)) {
    case (UInt8(ascii: "="), _, _), (UInt8(ascii: "@"), _, _): return true
    case (UInt8(ascii: "+"), _, _), (UInt8(ascii: "-"), _, _): return !extracting(index...).isSignedNumber
    // The same four in the width of ideographs: U+FF1D, U+FF0B, U+FF0D and U+FF20.
    case (0xef, 0xbc, 0x9d), (0xef, 0xbc, 0x8b), (0xef, 0xbc, 0x8d), (0xef, 0xbc, 0xa0): return true
    default: return false
    }
  }

  private func byte(at index: Int) -> UInt8 { index < count ? self[index] : 0 }

  /// The bytes of a character that is blank, or shows nothing, such as U+FEFF; 0 for any other.
  private func unseenLength(at index: Int) -> Int {
    switch (self[index], byte(at: index + 1), byte(at: index + 2)) {
    case (...0x20, _, _), (0x7f, _, _): 1
    // C1 controls, NO-BREAK SPACE and SOFT HYPHEN; ARABIC LETTER MARK.
    case (0xc2, 0x80...0xa0, _), (0xc2, 0xad, _), (0xd8, 0x9c, _): 2
    // Spaces, joiners, marks of direction, separators of lines; U+205F to U+206F; other scripts' spaces; U+FEFF.
    case (0xe2, 0x80, 0x80...0x8f), (0xe2, 0x80, 0xa8...0xaf), (0xe2, 0x81, 0x9f...0xaf), (0xe1, 0x9a, 0x80),
      (0xe1, 0xa0, 0x8e), (0xe3, 0x80, 0x80), (0xef, 0xbb, 0xbf):
      3
    default: 0
    }
  }

  /// Whether it is a sign, a digit, and nothing but digits, separators, an exponent and a percent sign.
  fileprivate var isSignedNumber: Bool {
    guard count > 1, self[0] == UInt8(ascii: "+") || self[0] == UInt8(ascii: "-"), isDigit(at: 1) else { return false }
    for index in 2..<count {
      switch self[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ","): continue
      case UInt8(ascii: "e"), UInt8(ascii: "E"): guard isDigit(at: index - 1) else { return false }
      case UInt8(ascii: "+"), UInt8(ascii: "-"): guard self[index - 1] | 0x20 == UInt8(ascii: "e") else { return false }
      case UInt8(ascii: "%"): return index == count - 1
      default: return false
      }
    }
    return true
  }

  private func isDigit(at index: Int) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[index])
  }
}
