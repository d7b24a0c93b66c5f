public import TextBytes

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
  ///
  /// C0 controls and DEL become their pictures (`ESC` is `␛`), C1 controls, among them the one-character CSI U+009B,
  /// become U+FFFD. Every escape sequence begins with one of these, so none is left.
  public mutating func appendPrintable(writtenBy write: (inout UTF8Buffer) -> Void) {
    let start = count
    write(&self)
    escape(from: start, by: .printable)
  }

  /// Appends the first of two bytes, or both where they are one C1 control; returns how many were read.
  fileprivate mutating func appendPrintable(_ byte: UInt8, followedBy second: UInt8) -> Int {
    switch (byte, second) {
    case (..<0x20, _):
      append("\u{2400}")
      self[count - 1] += byte
    case (0x7f, _):
      append("\u{2421}")
    case (0xc2, 0x80...0x9f):
      append("\u{fffd}")
      return 2
    default:
      append(byte)
    }
    return 1
  }
}

extension TextEscape {
  /// Replaces every control character, so that the text can neither break its line nor drive a terminal.
  public static let printable = TextEscape(special: ByteSet("\u{0}\u{7f}\u{80}")) { buffer, start in
    buffer.rewrite(from: start, where: \.mayBeginControl) { buffer, text in
      var index = 0
      while index < text.count {
        let second = index + 1 < text.count ? text[index + 1] : 0
        index += buffer.appendPrintable(text[index], followedBy: second)
      }
    }
  }
}

extension UInt8 {
  /// Whether the byte is a control, or the first of U+0080 to U+00BF, the lower half of which are.
  fileprivate var mayBeginControl: Bool { self < 0x20 || self == 0x7f || self == 0xc2 }
}
