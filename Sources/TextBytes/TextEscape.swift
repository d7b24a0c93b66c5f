/// How a text is written where some bytes have a meaning of their own: in a JSON string, a CSV field, XML, a terminal.
public struct TextEscape: Sendable {
  /// The bytes that cannot stand for themselves; a text without any of them is written as it is.
  public let special: ByteSet
  @usableFromInline let apply: @Sendable (inout UTF8Buffer, _ start: Int) -> Void

  /// Creates an escape.
  ///
  /// - Parameters:
  ///   - special: The bytes that cannot stand for themselves.
  ///   - apply: Escapes the text that begins at `start`.
  public init(special: ByteSet, _ apply: @escaping @Sendable (inout UTF8Buffer, _ start: Int) -> Void) {
    self.special = special
    self.apply = apply
  }

  /// Writes every text as it is.
  public static let none = TextEscape(special: ByteSet()) { _, _ in }
}

extension UTF8Buffer {
  /// Escapes the text that was written from `start` on.
  @inlinable
  public mutating func escape(from start: Int, by escape: TextEscape) {
    escape.apply(&self, start)
  }
}

extension TextEscape {
  /// Puts a field of CSV into quotation marks where it needs them (RFC 4180 §2.5 to 2.7).
  package static let csv = TextEscape(special: ByteSet("\",\r\n")) { buffer, start in
    buffer.rewrite(from: start, where: \.needsQuotation) { buffer, text in
      buffer.append(UInt8(ascii: "\""))
      var start = 0
      for index in text.indices where text[index] == UInt8(ascii: "\"") {
        // A second one begins what follows.
        buffer.append(contentsOf: text.extracting(start..<index + 1))
        start = index
      }
      buffer.append(contentsOf: text.extracting(start...))
      buffer.append(UInt8(ascii: "\""))
    }
  }

  /// The same without control characters but tabs and line breaks, and with an apostrophe before what a spreadsheet
  /// would run as a formula (OWASP, CSV Injection): a text that begins with a tab or a line break, or, behind what is not
  /// seen, with `=`, `+`, `-` or `@`, and is no number.
  package static let spreadsheetCSV = TextEscape(special: ByteSet("\",\r=+-@\u{7f}\u{80}")) { buffer, start in
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

extension UTF8Buffer {
  /// Appends a text so that it stands for itself in an XML element and in a quoted attribute (XML 1.0 section 2.4).
  ///
  /// Characters that XML 1.0 forbids even as references (section 2.2) become U+FFFD.
  package mutating func appendXML(_ text: String) {
    appendXMLText { $0.append(contentsOf: text) }
  }

  package mutating func appendXMLText(writtenBy write: (inout UTF8Buffer) -> Void) {
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
  package static let xml = TextEscape(special: ByteSet("\u{0}&<>\"'\u{f000}")) { buffer, start in
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

extension UTF8Buffer {
  /// Appends what makes a terminal show `write`'s text in place of the line it shows: carriage return, text, and
  /// `ESC [ K`, which erases the rest of a longer predecessor (ECMA-48 §8.3.41).
  package mutating func appendTerminalLine(writtenBy write: (inout UTF8Buffer) -> Void) {
    append(UInt8(ascii: "\r"))
    appendPrintable(writtenBy: write)
    append("\u{1b}[K")
  }

  /// Appends what `write` appends between moves of the cursor to a line above its own and back.
  ///
  /// Those are `ESC [ n A` and `ESC [ n B` (ECMA-48 §8.3.22 and 8.3.19); `rows` is from 1.
  package mutating func appendTerminal(above rows: Int, _ write: (inout UTF8Buffer) -> Void) {
    append("\u{1b}[")
    append(decimal: rows)
    append("A")
    write(&self)
    append("\u{1b}[")
    append(decimal: rows)
    append("B")
  }

  /// Appends `write`'s text so that it can neither break its line nor drive a terminal.
  package mutating func appendPrintable(writtenBy write: (inout UTF8Buffer) -> Void) {
    let start = count
    write(&self)
    escapeControls(from: start, as: .line)
  }
}

// MARK: - Control characters

/// Where a text stands in which no control character may be left.
package enum ControlContext: Sendable {
  /// In one line.
  case line
  /// Where tabs and line breaks are harmless; a carriage return alone is none.
  case lines
  /// In a document of JSON, where an escape stands for the same character; tabs and line breaks stand between members.
  case json
}

extension UTF8Buffer {
  /// Replaces every control character from `start` on, so that the text cannot drive the terminal that shows it, now or
  /// when a file is looked at.
  ///
  /// C0 controls and DEL become their pictures (`ESC` is `␛`), C1 controls, among them the one-character CSI U+009B,
  /// become U+FFFD; in JSON all become its escapes. Every escape sequence begins with one of these, so none is left.
  package mutating func escapeControls(from start: Int, as context: ControlContext) {
    rewrite(from: start, where: \.mayBeginControl) { buffer, text in
      var index = 0
      while index < text.count {
        let second = index + 1 < text.count ? text[index + 1] : 0
        index += buffer.appendWithoutControl(text[index], followedBy: second, in: context)
      }
    }
  }

  /// Appends the first of two bytes, or both where they are one C1 control; returns how many were read.
  private mutating func appendWithoutControl(
    _ byte: UInt8, followedBy second: UInt8, in context: ControlContext
  ) -> Int {
    let isC1 = byte == 0xc2 && (0x80...0x9f).contains(second)
    let isLayout = byte == 0x09 || byte == 0x0a || byte == 0x0d && second == 0x0a
    guard isC1 || byte < 0x20 || byte == 0x7f, !isLayout || context == .line else {
      append(byte)
      return 1
    }
    if context == .json {
      append("\\u00")
      append(hexadecimal: isC1 ? second : byte)
    } else if isC1 {
      append("\u{fffd}")
    } else {
      append(byte == 0x7f ? "\u{2421}" : "\u{2400}")
      if byte < 0x20 { self[count - 1] += byte }
    }
    return isC1 ? 2 : 1
  }

  /// Appends the two hexadecimal digits of a byte.
  package mutating func append(hexadecimal byte: UInt8, isUppercase: Bool = false) {
    let ten = UInt8(ascii: isUppercase ? "A" : "a") - 10
    for digit in [byte >> 4, byte & 15] { append(digit + (digit < 10 ? UInt8(ascii: "0") : ten)) }
  }
}

extension TextEscape {
  /// Replaces every control character, so that the text can neither break its line nor drive a terminal.
  package static let printable = TextEscape(special: ByteSet("\u{0}\u{7f}\u{80}")) { buffer, start in
    buffer.escapeControls(from: start, as: .line)
  }
}

extension StringProtocol {
  /// The text without control characters, see ``TextBytes/UTF8Buffer/escapeControls(from:as:)``.
  package func withoutControls(in context: ControlContext = .line) -> String {
    guard utf8.contains(where: \.mayBeginControl) else { return String(self) }
    return UTF8Buffer.text {
      $0.append(contentsOf: String(self))
      $0.escapeControls(from: 0, as: context)
    }
  }
}

extension UInt8 {
  /// Whether the byte is a control, or the first of U+0080 to U+00BF, the lower half of which are.
  fileprivate var mayBeginControl: Bool { self < 0x20 || self == 0x7f || self == 0xc2 }
}

/// Captions for a video (W3C WebVTT).
extension UTF8Buffer {
  /// Appends a cue between two moments in seconds; nothing where it would show no text, or for less than a millisecond.
  ///
  /// A line break ends a line, and blank lines, which would end the cue, are left out, as are control characters.
  package mutating func appendCue(from start: Double, to end: Double, _ text: borrowing Span<UInt8>) {
    let (first, last) = (Self.milliseconds(start), Self.milliseconds(end))
    guard first < last else { return }
    let cueStart = count
    appendTimestamp(first)
    append(" --> ")
    appendTimestamp(last)
    append("\n")
    let textStart = count
    for index in text.indices { appendCueText(text[index], isLineStart: self[count - 1] == UInt8(ascii: "\n")) }
    escapeControls(from: textStart, as: .lines)
    guard count > textStart else { return truncate(to: cueStart) }
    append(self[count - 1] == UInt8(ascii: "\n") ? "\n" : "\n\n")
  }

  private static func milliseconds(_ seconds: Double) -> UInt64 {
    UInt64(min(max((seconds * 1000).rounded(), 0), 1e15))
  }

  /// Appends hours, minutes, seconds and milliseconds: `00:00:01.500`.
  private mutating func appendTimestamp(_ milliseconds: UInt64) {
    append(decimal: milliseconds / 3_600_000, minimumDigits: 2)
    append(":")
    append(decimal: milliseconds / 60_000 % 60, minimumDigits: 2)
    append(":")
    append(decimal: milliseconds / 1000 % 60, minimumDigits: 2)
    append(".")
    append(decimal: milliseconds % 1000, minimumDigits: 3)
  }

  private mutating func appendCueText(_ byte: UInt8, isLineStart: Bool) {
    switch byte {
    case UInt8(ascii: "&"): append("&amp;")
    case UInt8(ascii: "<"): append("&lt;")
    case UInt8(ascii: ">"): append("&gt;")
    case 0x0a, 0x0d: if !isLineStart { append("\n") }
    default: append(byte)
    }
  }
}
