internal import TextBytes

/// A text split into grapheme clusters, accessed by position.
///
/// In plain ASCII each byte is a character (except for CR LF), so it is not split: finding the boundaries costs more than
/// everything that is done with the characters here.
struct Characters: Sendable {
  private let text: String
  /// Each character that is one scalar, ``several`` for others.
  let scalars: [Unicode.Scalar]
  /// Where each character begins in UTF-8 and the last one ends; empty in plain ASCII.
  private let offsets: [Int]
  /// Where the last character stands that may be a digit, -1 where none is; in plain ASCII the last that is one.
  let lastDigit: Int
  /// Whether a sign or a bracket that may be one stands somewhere; in plain ASCII whether one does.
  let maySign: Bool

  /// What splitting the text takes, in units of a meter.
  let units: Int

  /// Stands for a character of several scalars, which is no sign, separator or money.
  static let several: Unicode.Scalar = "\u{10FFFF}"

  init(_ text: String) {
    self.text = text
    let utf8 = text.utf8Span
    let bytes = utf8.span
    // Scanned once, the text itself knows.
    units = (utf8.isKnownASCII ? 10 : 150) * bytes.count
    var scalars: [Unicode.Scalar] = []
    if bytes.isEmpty {
      // To append nothing would be to write the count that all empty arrays of all threads share.
      (offsets, lastDigit, maySign) = ([], -1, false)
    } else if Self.isPlain(bytes) {
      var (lastDigit, maySign) = (-1, false)
      scalars.append(addingCapacity: bytes.count) { scalars in
        for index in bytes.indices {
          let byte = bytes[index]
          if byte &- UInt8(ascii: "0") < 10 { lastDigit = index }
          if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "(") { maySign = true }
          scalars.append(Unicode.Scalar(byte))
        }
      }
      (offsets, self.lastDigit, self.maySign) = ([], lastDigit, maySign)
    } else {
      var offsets = [0]
      for character in text {
        scalars.append(character.onlyScalar ?? Self.several)
        offsets.append(offsets[offsets.count - 1] + character.utf8.count)
      }
      (self.offsets, lastDigit, maySign) = (offsets, scalars.count - 1, true)
    }
    self.scalars = scalars
  }

  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] >= 0x80 || bytes[index] == 0x0D { return false }
    return true
  }

  var count: Int { scalars.count }

  /// The character at a valid position.
  subscript(position: Int) -> Character {
    let scalar = scalars[position]
    guard scalar == Self.several else { return Character(scalar) }
    return text(position..<position + 1).first ?? Character(scalar)
  }

  func text(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    let bytes = bytes(range)
    let start = text.utf8.index(text.startIndex, offsetBy: bytes.lowerBound)
    return String(text[start..<text.utf8.index(start, offsetBy: bytes.count)])
  }

  /// The same, ready to be written often.
  func literal(_ range: Range<Int>) -> Literal {
    range.isEmpty ? .empty : Literal(text.utf8Span.span.extracting(bytes(range)))
  }

  private func bytes(_ range: Range<Int>) -> Range<Int> {
    offsets.isEmpty ? range : offsets[range.lowerBound]..<offsets[range.upperBound]
  }

  /// How many characters in a row are equal from a position of each text on, `limit` at most.
  func equalCount(from position: Int, _ other: Characters, from otherPosition: Int, limit: Int = .max) -> Int {
    let limit = min(limit, count - position, other.count - otherPosition)
    var equal = 0
    while equal < limit, isEqual(at: position + equal, to: other, at: otherPosition + equal) { equal += 1 }
    return equal
  }

  /// Whether two characters are canonically equal, as é and e + ◌́ are.
  func isEqual(at position: Int, to other: Characters, at otherPosition: Int) -> Bool {
    let (scalar, otherScalar) = (scalars[position], other.scalars[otherPosition])
    if scalar.isASCII || otherScalar.isASCII { return scalar == otherScalar }
    return self[position] == other[otherPosition]
  }
}
