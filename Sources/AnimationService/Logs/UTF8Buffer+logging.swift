import TextBytes

// A client's words may stand in a log, and whoever reads it in a terminal should see them, not what they tell it to do.
extension UTF8Buffer {
  /// Appends a JSON string in which what a terminal or a viewer obeys is an escape.
  mutating func appendQuoted(_ text: String) {
    guard text.isObeyed else { return text.writeJSON(to: &self) }
    var json = UTF8Buffer()
    text.writeJSON(to: &json)
    for scalar in json.text().unicodeScalars {
      if scalar.isObeyed {
        append("\\u")
        append(contentsOf: String(String(scalar.value + 0x1_0000, radix: 16).dropFirst()))
      } else {
        append(contentsOf: String(scalar))
      }
    }
  }

  /// Appends a text that stands for itself; one that could be taken for more than one word in quotation marks.
  mutating func appendWord(_ text: String) {
    let isWord = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x3D && $0 != 0x7F }
    if isWord && !text.isObeyed { append(contentsOf: text) } else { appendQuoted(text) }
  }

  /// Appends a message; one with control characters in quotation marks.
  mutating func appendPlain(_ text: String) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    if isPlain && !text.isObeyed { append(contentsOf: text) } else { appendQuoted(text) }
  }
}

extension String {
  /// Whether it has a character beyond ASCII that a terminal or a viewer obeys.
  fileprivate var isObeyed: Bool {
    !utf8Span.isKnownASCII && unicodeScalars.contains(where: \.isObeyed)
  }
}

extension Unicode.Scalar {
  /// Whether it is a C1 control, ends a line or changes the direction of what follows (UAX #9 section 2).
  fileprivate var isObeyed: Bool {
    switch value {
    case 0x80...0x9F, 0x2028...0x2029, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
