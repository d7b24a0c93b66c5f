public import TextBytes

extension UTF8Buffer {
  /// Appends one field of a CSV record, in quotation marks where it needs them (RFC 4180 §2.5 to 2.7).
  public mutating func appendCSV(_ text: String) {
    let start = count
    append(contentsOf: text)
    escape(from: start, by: .csv)
  }
}

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
}

extension UInt8 {
  fileprivate var needsQuotation: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
    default: false
    }
  }
}
