public import Interpolation
package import TextBytes

/// Which digits a number is written in and what stands between them.
public struct DigitLayout: Equatable, Sendable {
  /// The ten digits.
  public var digitSet: DigitSet
  /// How the digits before the decimal separator are grouped; `nil` leaves them together.
  public var grouping: Grouping?
  package let decimalSeparator: Literal
  package let groupingSeparator: Literal

  /// Creates a layout, the English one by default, without groups.
  public init(
    digitSet: DigitSet = .latin, decimalSeparator: String = ".", groupingSeparator: String = ",",
    grouping: Grouping? = nil
  ) {
    self.digitSet = digitSet
    self.grouping = grouping
    self.decimalSeparator = Literal(decimalSeparator)
    self.groupingSeparator = Literal(groupingSeparator)
  }

  package var separators: (decimal: String, grouping: String) { (decimalSeparator.text, groupingSeparator.text) }

  static let whole = DigitLayout()

  /// The sizes of the groups: 3 and 3 for 1,234,567; 3 and 2 for 12,34,567.
  public struct Grouping: Equatable, Sendable {
    /// Digits in the group next to the decimal separator.
    public let primary: Int
    /// Digits in every group before it.
    public let secondary: Int
    /// The fewest digits that the first group must have; 2 keeps 1234 together, as Spanish does.
    public let minimum: Int

    /// Creates sizes from 1 to ``NumberLimits/writtenDigits``.
    public init(primary: Int = 3, secondary: Int = 3, minimum: Int = 1) {
      let sizes = 1...NumberLimits.writtenDigits
      self.primary = primary.clamped(to: sizes)
      self.secondary = secondary.clamped(to: sizes)
      self.minimum = minimum.clamped(to: sizes)
    }

    func firstGroup(of count: Int) -> Int {
      count < primary + minimum ? count : (count - primary - 1) % secondary + 1
    }
  }
}

// MARK: - Writing

extension DigitSet {
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

extension DigitLayout {
  /// Puts separators between the digits that were appended in ASCII from `start` on, and translates them.
  ///
  /// The last `fractionDigits.upperBound` of them stand after the separator; zeros at the end are left out as far as
  /// `fractionDigits` allows.
  func layOut(from start: Int, fractionDigits: ClosedRange<Int>, in text: inout UTF8Buffer) {
    let end = text.count
    let point = end - fractionDigits.upperBound
    var position = start
    var group = grouping?.firstGroup(of: point - start) ?? point - start
    while position < point {
      if position > start { text.append(groupingSeparator) }
      digitSet.append(position..<position + group, to: &text)
      position += group
      let rest = point - position
      group = rest > grouping?.primary ?? 0 ? grouping?.secondary ?? 0 : rest
    }
    var shown = end
    while shown > point + fractionDigits.lowerBound, text[shown - 1] == UInt8(ascii: "0") { shown -= 1 }
    if shown > point {
      text.append(decimalSeparator)
      digitSet.append(point..<shown, to: &text)
    }
    text.remove(start..<end)
  }
}

/// How up to sixteen Latin digits are put with their separators, in stores of whole words.
///
/// Nearly all frames are written this way; longer numbers and other digits are written by ``DigitLayout``, which a contract
/// test holds to the same bytes.
struct WordLayout {
  private let minimumCount: Int
  private let fractionCount: Int
  private let decimalSeparator: (bytes: UInt128, count: Int)
  private let groupingSeparator: (bytes: UInt128, count: Int)
  private let hasSeparators: Bool
  /// For each count of digits before the decimal separator, in seven bits, how many stand before the first grouping
  /// separator.
  private let firstGroups: UInt128
  private let primary: Int
  private let secondary: Int

  /// Whether the digits are that simple.
  let isUsable: Bool

  init(_ template: NumberTemplate, fractionDigits: Int) {
    let (decimal, group) = (template.layout.decimalSeparator.word, template.layout.groupingSeparator.word)
    let grouping = template.layout.grouping
    fractionCount = fractionDigits
    minimumCount = template.minimumIntegerDigits + fractionDigits
    decimalSeparator = decimal ?? (0, 0)
    groupingSeparator = group ?? (0, 0)
    hasSeparators = fractionDigits > 0 || grouping != nil
    firstGroups = Self.firstGroups(grouping)
    primary = grouping?.primary ?? 16
    secondary = grouping?.secondary ?? 16
    isUsable =
      template.form == nil && template.padding == nil && template.plurals == nil
      && template.layout.digitSet == .latin && decimal != nil && group != nil && minimumCount <= 16
  }

  private static let groupedByThree = firstGroups { DigitLayout.Grouping().firstGroup(of: $0) }
  private static let ungrouped = firstGroups { $0 }

  private static func firstGroups(_ grouping: DigitLayout.Grouping?) -> UInt128 {
    guard let grouping else { return ungrouped }
    return grouping == DigitLayout.Grouping() ? groupedByThree : firstGroups { grouping.firstGroup(of: $0) }
  }

  private static func firstGroups(_ firstGroup: (Int) -> Int) -> UInt128 {
    (0...16).reduce(0) { $0 | UInt128(firstGroup($1)) << UInt128(7 * $1) }
  }

  var room: Int { 16 + decimalSeparator.count + 16 * groupingSeparator.count }

  private static let digits = ByteSet("0123456789")

  var occurring: ByteSet {
    Self.digits
      .union(ByteSet(lowBytesOf: decimalSeparator.bytes, count: decimalSeparator.count))
      .union(ByteSet(lowBytesOf: groupingSeparator.bytes, count: groupingSeparator.count))
  }

  /// Puts a number below ``DecimalWord/limit``.
  ///
  /// All counts are 0…16, since no more digits are usable, and only a count of digits that others follow is shifted by.
  @inline(__always)
  func put(_ value: UInt64, to cursor: inout UTF8Buffer.Cursor) {
    if value < DecimalWord.halfLimit, minimumCount <= 8 {
      let digits = DecimalWord.half(value)
      let count = max(8 &- digits.leadingZeros, minimumCount)
      let ascii = digits.ascii &>> (UInt64(truncatingIfNeeded: 8 &- count) &<< 3)
      if hasSeparators { putSeparated(ascii, count: count, to: &cursor) } else { cursor.put(ascii, count: count) }
    } else {
      let digits = DecimalWord(value)
      let count = max(16 &- digits.leadingZeros, minimumCount)
      putSeparated(digits.ascii &>> (UInt128(truncatingIfNeeded: 16 &- count) &<< 3), count: count, to: &cursor)
    }
  }

  /// A part of the caller's loop, too: called, it would keep the cursor in memory.
  @inline(__always)
  private func putSeparated<Word: FixedWidthInteger & UnsignedInteger>(
    _ digits: Word, count: Int, to cursor: inout UTF8Buffer.Cursor
  ) {
    var digits = digits
    var integer = count &- fractionCount
    var group = Int(truncatingIfNeeded: firstGroups &>> UInt128(truncatingIfNeeded: 7 &* integer)) & 0x7F
    cursor.put(UInt128(truncatingIfNeeded: digits), count: group)
    while integer > group {
      (digits, integer) = (digits &>> Word(truncatingIfNeeded: group &<< 3), integer &- group)
      group = integer > primary ? secondary : primary
      cursor.put(groupingSeparator.bytes, count: groupingSeparator.count)
      cursor.put(UInt128(truncatingIfNeeded: digits), count: group)
    }
    guard fractionCount > 0 else { return }
    cursor.put(decimalSeparator.bytes, count: decimalSeparator.count)
    cursor.put(UInt128(truncatingIfNeeded: digits &>> Word(truncatingIfNeeded: group &<< 3)), count: fractionCount)
  }
}
