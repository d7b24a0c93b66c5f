internal import TextBytes

/// One number with the text around it, where a frame is a few stores: Latin digits, a fixed count of them after the
/// separator, and no text of more than 16 bytes.
///
/// A class, so that a frame reads in place what it needs: of an optional value all 336 bytes were copied twice for each.
final class ShortNumber: Sendable {
  private let range: StepRange
  private let rounding: Rounding
  private let minimumDigits: Int
  private let fractionDigits: Int
  private let before: Around
  private let after: Around
  private let decimalSeparator: Piece
  private let groupingSeparator: Piece
  /// For each count of digits before the separator, as ``DigitLayout`` tells.
  private let firstGroups: UInt128
  private let primary: Int
  private let secondary: Int

  /// Up to sixteen bytes.
  private struct Piece {
    let word: UInt128
    let count: Int

    init?(_ first: Literal, _ second: Literal = Literal()) {
      guard let first = first.word, let second = second.word, first.count + second.count <= 16 else { return nil }
      word = first.bytes | second.bytes << UInt128(8 * first.count)
      count = first.count + second.count
    }
  }

  /// What stands on one side of the digits.
  private struct Around {
    let positive: Piece
    let negative: Piece
    let zero: Piece

    @inline(__always)
    func piece(for steps: Int64) -> Piece { steps > 0 ? positive : steps < 0 ? negative : zero }
  }

  /// Takes a number in its format, between two texts; `nil` where it is not that simple.
  init?(after literal: Literal, _ range: DecimalRange, _ format: NumberFormat, before rest: Literal = Literal()) {
    let layout = format.layout
    guard let steps = range.narrow, layout.digitSet == .latin,
      format.minimumFractionDigits == format.maximumFractionDigits,
      format.minimumIntegerDigits + format.maximumFractionDigits <= 16,
      let positive = Piece(literal, format.positive.prefix), let negative = Piece(literal, format.negative.prefix),
      let zero = Piece(literal, format.zero.prefix), let positiveEnd = Piece(format.positive.suffix, rest),
      let negativeEnd = Piece(format.negative.suffix, rest), let zeroEnd = Piece(format.zero.suffix, rest),
      let decimalSeparator = Piece(layout.decimalSeparator), let groupingSeparator = Piece(layout.groupingSeparator),
      groupingSeparator.count <= 4
    else { return nil }
    self.range = steps
    rounding = range.rounding
    fractionDigits = format.maximumFractionDigits
    minimumDigits = format.minimumIntegerDigits + fractionDigits
    before = Around(positive: positive, negative: negative, zero: zero)
    after = Around(positive: positiveEnd, negative: negativeEnd, zero: zeroEnd)
    self.decimalSeparator = decimalSeparator
    self.groupingSeparator = groupingSeparator
    firstGroups = layout.firstGroups
    primary = layout.grouping?.primary ?? 16
    secondary = layout.grouping?.secondary ?? 16
  }

  /// Before, digits, separators and after.
  private static let room = 16 + 16 + 16 * 4 + 16 + 16

  /// Appends the number and the text around it; nothing where the number has more than 16 digits.
  ///
  /// - Returns: Whether it has been written.
  @inline(__always)
  func write(at progress: Double, to text: inout UTF8Buffer) -> Bool {
    guard let steps = range.steps(at: progress, rounding) else { return false }
    let digits = DecimalWord(steps.magnitude)
    let count = max(16 - digits.leadingZeros, minimumDigits)
    var ascii = digits.ascii &>> (UInt128(16 - count) &<< 3)
    text.append(atMost: Self.room) { cursor in
      let (before, after) = (before.piece(for: steps), after.piece(for: steps))
      cursor.put(before.word, count: before.count)
      var integer = count - fractionDigits
      var group = Int(truncatingIfNeeded: firstGroups &>> (UInt128(7 * integer))) & 0x7F
      cursor.put(ascii, count: group)
      while integer > group {
        (ascii, integer) = (ascii &>> (UInt128(group) &<< 3), integer - group)
        group = integer > primary ? secondary : primary
        cursor.put(groupingSeparator.word, count: groupingSeparator.count)
        cursor.put(ascii, count: group)
      }
      if fractionDigits > 0 {
        cursor.put(decimalSeparator.word, count: decimalSeparator.count)
        cursor.put(ascii &>> (UInt128(group) &<< 3), count: fractionDigits)
      }
      cursor.put(after.word, count: after.count)
    }
    return true
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
