/// A number as it stands in a text; all positions count characters.
struct Numeral: Sendable {
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
  /// The digits before the fraction, 0…9: one field, or two or three for a time.
  let fields: [[UInt8]]
  let fraction: [UInt8]
  let decimalSeparator: Character?
  let grouping: Grouping?

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
  var isClock: Bool { fields.count > 1 }

  /// The position of its first character, sign included.
  var first: Int { sign == nil ? signSlot : signSlot - 1 }

  var digitCount: Int { fields.reduce(fraction.count) { $0 + $1.count } }

  /// The number without its sign; seconds, for a time.
  var magnitude: Magnitude {
    guard isClock else {
      var digits = Magnitude(digits: fields[0])
      digits.append(fraction)
      return digits
    }
    var seconds = fields.reduce(Magnitude()) { total, field in
      var sexagesimal = total
      sexagesimal.multiply(by: 60)
      return sexagesimal + Magnitude(digits: field)
    }
    seconds.multiply(by: 10, power: fraction.count)
    return seconds + Magnitude(digits: fraction)
  }

  /// The fewest digits before the fraction that this text asks for: 3 for `007`, 1 for `0`, 0 for `.5`.
  ///
  /// `nil` for a number such as `7`, which says nothing about it.
  var padding: Int? {
    fields[0].first == 0 || fields[0].isEmpty ? fields[0].count : nil
  }
}
