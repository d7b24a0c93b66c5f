/// A number as it stands in a text; all positions count characters.
///
/// A class, because it is handed on often and has a dozen members.
final class Numeral: Sendable {
  /// The first digit or decimal separator.
  let start: Int
  /// Past the last digit.
  let end: Int
  /// Where a sign stands, or would stand: `start`, or a currency symbol in front of it.
  let signSlot: Int
  /// The sign directly before ``signSlot``.
  let sign: Sign?
  /// Whether parentheses stand directly around it and its currency symbol, as accountants write negative numbers.
  let isParenthesized: Bool
  let digitSet: DigitSet
  /// The digits before the fraction; of a time, those before the first colon.
  let integer: DigitString
  /// The one or two fields behind them, of a time.
  let rest: [DigitString]
  let fraction: DigitString
  let decimalSeparator: Character?
  let grouping: Grouping?

  init(
    _ range: Range<Int>, signSlot: Int, sign: Sign?, isParenthesized: Bool, digitSet: DigitSet, integer: DigitString,
    rest: [DigitString] = [], fraction: DigitString, decimalSeparator: Character?, grouping: Grouping?
  ) {
    (start, end) = (range.lowerBound, range.upperBound)
    self.signSlot = signSlot
    self.sign = sign
    self.isParenthesized = isParenthesized
    self.digitSet = digitSet
    self.integer = integer
    self.rest = rest
    self.fraction = fraction
    self.decimalSeparator = decimalSeparator
    self.grouping = grouping
  }

  struct Sign: Equatable, Sendable {
    let character: Character
    let isMinus: Bool
  }

  struct Grouping: Equatable, Sendable {
    let separator: Character
    /// Two digits in every group but the last, as in India.
    let isIndian: Bool
  }
}

extension Numeral {
  /// Whether it reads as hours, minutes and seconds.
  var isClock: Bool { !rest.isEmpty }

  /// How many fields stand before the fraction: one, or two or three for a time.
  var fieldCount: Int { 1 + rest.count }

  /// The position of its first character, sign included.
  var first: Int { sign == nil ? signSlot : signSlot - 1 }

  var digitCount: Int { rest.reduce(integer.count + fraction.count) { $0 + $1.count } }

  /// The number without its sign; seconds, for a time.
  var units: BigInteger {
    fraction.append(to: rest.reduce(integer.units) { $0 * 60 + $1.units })
  }

  /// The number itself, below zero where its sign or something else says so.
  func value(isNegative: Bool = false) -> Decimal {
    let units = units
    return Decimal(isNegative || sign?.isMinus == true ? -units : units, places: fraction.count)
  }

  /// The fewest digits before the fraction that this text asks for: 3 for `007`, 1 for `0`, 0 for `.5`.
  ///
  /// `nil` for a number such as `7`, which says nothing about it.
  var padding: Int? {
    integer.first == 0 || integer.isEmpty ? integer.count : nil
  }
}
