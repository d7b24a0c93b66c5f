public import TextBytes

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

  /// The same, with an apostrophe before what a spreadsheet would run as a formula (OWASP, CSV Injection): a text that
  /// begins with `=`, `+`, `-`, `@`, a tab or a carriage return and is no number.
  public static let spreadsheetCSV = TextEscape(special: ByteSet("\",\r\n=+-@\t")) { buffer, start in
    if start < buffer.count, buffer[start].mayBeginFormula {
      let text = buffer.bytes(from: start)
      buffer.truncate(to: start)
      if !text.span.isSignedNumber { buffer.append("'") }
      buffer.append(contentsOf: text)
    }
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

  fileprivate var mayBeginFormula: Bool {
    switch self {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), UInt8(ascii: "\t"),
      UInt8(ascii: "\r"):
      true
    default: false
    }
  }
}

extension Span<UInt8> {
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
