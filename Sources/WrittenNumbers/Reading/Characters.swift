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

extension Character {
  /// The scalar of a character that consists of one.
  var onlyScalar: Unicode.Scalar? {
    let scalars = unicodeScalars
    let first = scalars.startIndex
    return scalars.index(after: first) == scalars.endIndex ? scalars[first] : nil
  }
}

/// Ten digits that stand in a row in Unicode: Latin, Arabic-Indic, Devanagari, fullwidth.
public struct DigitSet: Equatable, Sendable {
  /// The digit zero.
  public let zero: Unicode.Scalar

  /// 0123456789.
  public static let latin = DigitSet(uncheckedZero: "0")

  /// The set that a digit belongs to, or `nil` for a scalar outside Unicode's category Nd.
  public init?(containing digit: Unicode.Scalar) {
    guard let value = Self.value(of: digit), let zero = Unicode.Scalar(digit.value - UInt32(value)) else {
      return nil
    }
    self.zero = zero
  }

  private init(uncheckedZero zero: Unicode.Scalar) {
    self.zero = zero
  }

  package static func value(of digit: Unicode.Scalar) -> UInt8? {
    if digit.isASCII {
      return ("0"..."9").contains(digit) ? UInt8(digit.value - 0x30) : nil
    }
    guard digit.properties.generalCategory == .decimalNumber, let value = digit.properties.numericValue else {
      return nil
    }
    return UInt8(value)
  }

  /// What a scalar stands for in this set, 0…9.
  func value(of digit: Unicode.Scalar) -> UInt8? {
    let value = digit.value &- zero.value
    return value < 10 ? UInt8(value) : nil
  }

  /// Appends digits that were written in ASCII once more in this set.
  func append(_ digits: Range<Int>, to text: inout UTF8Buffer) {
    guard self != .latin else { return text.append(copying: digits) }
    for index in digits {
      guard let digit = Unicode.Scalar(zero.value + UInt32(text[index] & 0x0F)) else { continue }
      for byte in UTF8.encode(digit) ?? UTF8.encodedReplacementCharacter { text.append(byte) }
    }
  }

  /// Appends a number below ``DecimalWord/limit``, padded with zeros to `minimumDigits`.
  func append(_ value: UInt64, minimumDigits: Int, to text: inout UTF8Buffer) {
    let start = text.count
    text.append(decimal: value, minimumDigits: minimumDigits)
    guard self != .latin else { return }
    let end = text.count
    append(start..<end, to: &text)
    text.remove(start..<end)
  }
}
