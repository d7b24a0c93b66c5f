internal import TextBytes

/// A text split into grapheme clusters, accessed by position.
///
/// In plain ASCII each byte is a character (except for CR LF), so it is not split: finding the boundaries costs more than
/// everything that is done with the characters here.
struct Characters: Sendable {
  /// The byte of each ASCII character, ``notASCII`` for any other scalar, ``several`` for more scalars than one.
  let units: [UInt8]
  /// Each character, in a text that is not plain ASCII.
  private let clusters: [Character]

  /// What splitting a text takes, in units of a meter.
  static func units(of text: String) -> Int {
    // Scanned once, the text itself knows.
    (text.utf8Span.isKnownASCII ? 10 : 150) * text.utf8.count
  }

  /// Stands for a character beyond ASCII.
  static let notASCII: UInt8 = 0xFF
  /// Stands for a character of several scalars, which is no sign, separator or money: comparing it with them is slow.
  static let several: UInt8 = 0xFE

  init(_ text: String) {
    let bytes = text.utf8Span.span
    if Self.isPlain(bytes) {
      var units: [UInt8] = []
      units.append(addingCapacity: bytes.count) { units in
        for index in bytes.indices { units.append(bytes[index]) }
      }
      (self.units, clusters) = (units, [])
    } else {
      clusters = Array(text)
      units = clusters.map { cluster in
        guard let scalar = cluster.onlyScalar else { return Self.several }
        return scalar.isASCII ? UInt8(scalar.value) : Self.notASCII
      }
    }
  }

  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] >= 0x80 || bytes[index] == 0x0D { return false }
    return true
  }

  var count: Int { units.count }

  /// Whether every character is one byte of ASCII.
  private var isASCII: Bool { clusters.isEmpty }

  /// The character at a valid position.
  subscript(position: Int) -> Character {
    isASCII ? Character(Unicode.Scalar(units[position])) : clusters[position]
  }

  /// The text of some characters.
  func text(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    return isASCII ? String(decoding: units[range], as: UTF8.self) : String(clusters[range])
  }

  /// The same, ready to be written often.
  func literal(_ range: Range<Int>) -> Literal {
    isASCII ? Literal(units.span.extracting(range)) : Literal(text(range))
  }

  /// Whether two characters are canonically equal, as é and e + ◌́ are.
  func isEqual(at position: Int, to other: Characters, at otherPosition: Int) -> Bool {
    let (unit, otherUnit) = (units[position], other.units[otherPosition])
    guard unit >= Self.several, otherUnit >= Self.several else { return unit == otherUnit }
    return clusters[position] == other.clusters[otherPosition]
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

  /// What a scalar of category Nd stands for, 0…9.
  static func value(of digit: Unicode.Scalar) -> UInt8? {
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
