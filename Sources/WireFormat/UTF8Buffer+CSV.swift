public import TextBytes

extension UTF8Buffer {
  /// Appends one field of a CSV record, in quotation marks where it needs them (RFC 4180 §2.5 to 2.7).
  public mutating func appendCSV(_ text: String) {
    appendCSVField { $0.append(contentsOf: text) }
  }

  /// Appends what `write` appends as one field of a CSV record.
  public mutating func appendCSVField(writtenBy write: (inout UTF8Buffer) -> Void) {
    let start = count
    write(&self)
    escape(from: start, by: .csv)
  }

  /// Ends a CSV record (RFC 4180 §2.1).
  public mutating func appendCSVRecordEnd() {
    append("\r\n")
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
