extension UTF8Buffer {
  /// Appends what makes a terminal show `write`'s text in place of the line it shows: carriage return, text, and
  /// `ESC [ K`, which erases the rest of a longer predecessor (ECMA-48 §8.3.41).
  public mutating func appendTerminalLine(writtenBy write: (inout UTF8Buffer) -> Void) {
    append(UInt8(ascii: "\r"))
    appendPrintable(writtenBy: write)
    append("\u{1b}[K")
  }

  /// Appends what `write` appends between moves of the cursor to a line above its own and back: `ESC [ n A` and
  /// `ESC [ n B` (ECMA-48 §8.3.22 and 8.3.19).
  ///
  /// - Parameters:
  ///   - rows: How far above the cursor's line, from 1.
  ///   - write: Appends what that line is to show.
  public mutating func appendTerminal(above rows: Int, _ write: (inout UTF8Buffer) -> Void) {
    append("\u{1b}[")
    append(decimal: rows)
    append("A")
    write(&self)
    append("\u{1b}[")
    append(decimal: rows)
    append("B")
  }

  /// Appends `write`'s text so that it can neither break its line nor drive a terminal.
  public mutating func appendPrintable(writtenBy write: (inout UTF8Buffer) -> Void) {
    let start = count
    write(&self)
    escapeControls(from: start, as: .line)
  }
}

// MARK: - Control characters

/// Where a text stands in which no control character may be left.
public enum ControlContext: Sendable {
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
  public mutating func escapeControls(from start: Int, as context: ControlContext) {
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
      appendHexadecimal(isC1 ? second : byte)
    } else if isC1 {
      append("\u{fffd}")
    } else {
      append(byte == 0x7f ? "\u{2421}" : "\u{2400}")
      if byte < 0x20 { self[count - 1] += byte }
    }
    return isC1 ? 2 : 1
  }

  private mutating func appendHexadecimal(_ byte: UInt8) {
    for digit in [byte >> 4, byte & 15] { append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)) }
  }
}

extension TextEscape {
  /// Replaces every control character, so that the text can neither break its line nor drive a terminal.
  public static let printable = TextEscape(special: ByteSet("\u{0}\u{7f}\u{80}")) { buffer, start in
    buffer.escapeControls(from: start, as: .line)
  }
}

extension StringProtocol {
  /// The text without control characters, see ``TextBytes/UTF8Buffer/escapeControls(from:as:)``.
  public func withoutControls(in context: ControlContext = .line) -> String {
    guard utf8.contains(where: \.mayBeginControl) else { return String(self) }
    var text = UTF8Buffer()
    text.append(contentsOf: String(self))
    text.escapeControls(from: 0, as: context)
    return text.text()
  }
}

extension UInt8 {
  /// Whether the byte is a control, or the first of U+0080 to U+00BF, the lower half of which are.
  fileprivate var mayBeginControl: Bool { self < 0x20 || self == 0x7f || self == 0xc2 }
}
