extension UTF8Buffer {
  /// Appends a text so that it stands for itself in an XML element and in a quoted attribute (XML 1.0 section 2.4).
  ///
  /// Characters that XML 1.0 forbids even as references (section 2.2) become U+FFFD.
  public mutating func appendXML(_ text: String) {
    appendXMLText { $0.append(contentsOf: text) }
  }

  /// Appends what `write` appends, escaped.
  public mutating func appendXMLText(writtenBy write: (inout UTF8Buffer) -> Void) {
    let start = count
    write(&self)
    escape(from: start, by: .xml)
  }

  fileprivate mutating func appendXML(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): append("&amp;")
    case UInt8(ascii: "<"): append("&lt;")
    case UInt8(ascii: ">"): append("&gt;")
    case UInt8(ascii: "\""): append("&quot;")
    case UInt8(ascii: "'"): append("&#39;")
    // Read as a space in an attribute, and a carriage return as a line feed anywhere, were they written plainly.
    case 0x09: append("&#9;")
    case 0x0a: append("&#10;")
    case 0x0d: append("&#13;")
    case ..<0x20: append("\u{fffd}")
    default: append(byte)
    }
  }
}

extension TextEscape {
  /// Escapes a text that is to stand in an element or a quoted attribute of XML 1.0.
  public static let xml = TextEscape(special: ByteSet("\u{0}&<>\"'\u{f000}")) { buffer, start in
    buffer.rewrite(from: start, where: \.mayNeedReference) { buffer, text in
      var index = 0
      while index < text.count {
        let isNonCharacter =
          text[index] == 0xef && index + 2 < text.count && text[index + 1] == 0xbf && text[index + 2] >= 0xbe
        if isNonCharacter { buffer.append("\u{fffd}") } else { buffer.appendXML(text[index]) }
        index += isNonCharacter ? 3 : 1
      }
    }
  }
}

extension UInt8 {
  /// Whether the byte needs a reference, or is the first of U+F000 to U+FFFF, the last two of which are no characters.
  fileprivate var mayNeedReference: Bool {
    switch self {
    case ..<0x20, 0xef, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"):
      true
    default: false
    }
  }
}
