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
