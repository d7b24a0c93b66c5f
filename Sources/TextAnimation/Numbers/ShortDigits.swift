internal import TextBytes

/// Up to sixteen Latin digits with their separators, a fixed count of them after the decimal one.
struct ShortDigits {
  private let minimumCount: Int
  private let fractionCount: Int
  private let decimalSeparator: ShortPiece
  private let groupingSeparator: ShortPiece
  /// For each count of digits before the separator, as ``DigitLayout`` tells.
  private let firstGroups: UInt128
  private let primary: Int
  private let secondary: Int
  /// Numbers below have eight digits and each group with its separator as many bytes: all in words of eight.
  private let narrowLimit: UInt64
  private let hasSeparators: Bool

  /// Takes the digits of a format; `nil` where they are not that simple.
  init?(_ format: borrowing NumberFormat) {
    guard format.layout.digitSet == .latin, format.minimumFractionDigits == format.maximumFractionDigits,
      format.minimumIntegerDigits + format.maximumFractionDigits <= 16,
      let decimalSeparator = ShortPiece(format.layout.decimalSeparator),
      let groupingSeparator = ShortPiece(format.layout.groupingSeparator), groupingSeparator.count <= 4
    else { return nil }
    fractionCount = format.maximumFractionDigits
    minimumCount = format.minimumIntegerDigits + fractionCount
    self.decimalSeparator = decimalSeparator
    self.groupingSeparator = groupingSeparator
    firstGroups = format.layout.firstGroups
    primary = format.layout.grouping?.primary ?? 16
    secondary = format.layout.grouping?.secondary ?? 16
    let longest = format.layout.grouping.map { groupingSeparator.count + max($0.primary, $0.secondary) } ?? 0
    let isNarrow = minimumCount <= 8 && longest <= 8 && decimalSeparator.count + fractionCount <= 8
    hasSeparators = fractionCount > 0 || format.layout.grouping != nil
    narrowLimit = isNarrow ? ShortDecimalWord.limit : 0
  }
}

// MARK: - Writing

extension ShortDigits {
  /// The digits, a separator for each, and what the last word reaches beyond.
  static let room = 16 + 16 * 4 + 16

  /// The most bytes of a number in this way of writing.
  var room: Int { 16 + decimalSeparator.count + 16 * groupingSeparator.count }

  /// Every byte that can occur among the digits.
  var occurring: ByteSet {
    Self.latinDigits.union(decimalSeparator.occurring).union(groupingSeparator.occurring)
  }

  private static let latinDigits = ByteSet("0123456789")

  /// Puts a number below ``DecimalWord/limit``.
  @inline(__always)
  func put(_ value: UInt64, to cursor: inout UTF8Buffer.Cursor) {
    if value < narrowLimit { putNarrow(value, to: &cursor) } else { putWide(value, to: &cursor) }
  }

  /// Whether it is a number above zero for ``putNarrow(_:to:)``.
  @inline(__always)
  func isNarrow(_ value: Int64) -> Bool { value > 0 && value < narrowLimit }

  /// Puts such a number: a separator and what follows it are one store.
  @inline(__always)
  func putNarrow(_ value: UInt64, to cursor: inout UTF8Buffer.Cursor) {
    let digits = ShortDecimalWord(value)
    let count = max(8 &- digits.leadingZeros, minimumCount)
    var ascii = digits.ascii &>> (UInt64(truncatingIfNeeded: 8 &- count) &<< 3)
    guard hasSeparators else { return cursor.put(ascii, count: count) }
    var integer = count &- fractionCount
    var group = Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: firstGroups) &>> UInt64(7 &* integer)) & 0x7F
    cursor.put(ascii, count: group)
    while integer > group {
      ascii = ascii &>> (UInt64(truncatingIfNeeded: group) &<< 3)
      integer &-= group
      group = integer > primary ? secondary : primary
      cursor.put(groupingSeparator.low | ascii &<< groupingShift, count: groupingSeparator.count &+ group)
    }
    if fractionCount > 0 {
      ascii = ascii &>> (UInt64(truncatingIfNeeded: group) &<< 3)
      cursor.put(decimalSeparator.low | ascii &<< decimalShift, count: decimalSeparator.count &+ fractionCount)
    }
  }

  private var groupingShift: UInt64 { UInt64(truncatingIfNeeded: groupingSeparator.count &<< 3) }
  private var decimalShift: UInt64 { UInt64(truncatingIfNeeded: decimalSeparator.count &<< 3) }

  /// A part of the caller's loop, too: called, it would keep the cursor in memory.
  @inline(__always)
  private func putWide(_ value: UInt64, to cursor: inout UTF8Buffer.Cursor) {
    let digits = DecimalWord(value)
    let count = max(16 - digits.leadingZeros, minimumCount)
    var ascii = digits.ascii &>> (UInt128(16 - count) &<< 3)
    var integer = count - fractionCount
    var group = Int(truncatingIfNeeded: firstGroups &>> (UInt128(7 * integer))) & 0x7F
    cursor.put(ascii, count: group)
    while integer > group {
      (ascii, integer) = (ascii &>> (UInt128(group) &<< 3), integer - group)
      group = integer > primary ? secondary : primary
      cursor.put(groupingSeparator.word, count: groupingSeparator.count)
      cursor.put(ascii, count: group)
    }
    if fractionCount > 0 {
      cursor.put(decimalSeparator.word, count: decimalSeparator.count)
      cursor.put(ascii &>> (UInt128(group) &<< 3), count: fractionCount)
    }
  }
}

extension DigitLayout {
  /// For each count of digits before the decimal separator, in seven bits, how many stand before the first grouping
  /// separator.
  fileprivate var firstGroups: UInt128 {
    guard let grouping else { return Self.ungrouped }
    return grouping == Grouping() ? Self.groupedByThree : Self.firstGroups(grouping)
  }

  private static let ungrouped = firstGroups(nil)
  private static let groupedByThree = firstGroups(Grouping())

  private static func firstGroups(_ grouping: Grouping?) -> UInt128 {
    (0...16).reduce(0) { $0 | UInt128(firstGroup(of: $1, grouping)) << UInt128(7 * $1) }
  }

  private static func firstGroup(of count: Int, _ grouping: Grouping?) -> Int {
    guard let grouping, count >= grouping.primary + grouping.minimum else { return count }
    return (count - grouping.primary - 1) % grouping.secondary + 1
  }
}
