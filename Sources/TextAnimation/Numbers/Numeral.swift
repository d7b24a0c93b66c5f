/// Where a number stands in a text and how it is written; all positions count characters.
struct Numeral: Sendable {
  /// The first digit or decimal separator.
  let start: Int
  /// Past the last digit.
  var end: Int
  /// Where a sign stands, or would stand: `start`, or a currency symbol in front of it.
  var signSlot: Int
  /// The sign directly before ``signSlot``.
  var sign: Sign?
  /// The characters of the sign: one, or two with a mark of direction before it.
  var signLength = 0
  /// Whether parentheses stand directly around it and its currency symbol, as accountants write negative numbers.
  var isParenthesized = false
  /// The ten digits that it is written with.
  let digitSet: DigitSet
  /// How many digits there are.
  var digitCount = 0
  /// How many of them stand before the first separator.
  var integerDigits = 0
  /// Whether the first of these is a zero.
  var startsWithZero = false
  /// How many fields stand before the fraction: one, or two or three for a time.
  var fieldCount = 1
  /// How many digits stand after the decimal separator.
  var fractionDigits = 0
  /// Where the decimal separator stands.
  var decimalSeparator: Int?
  /// Where the first separator between groups stands.
  var groupingSeparator: Int?
  /// Two digits in every group but the last, as in India.
  var isIndian = false

  /// What it is where it is more than its digits, which it then ends behind.
  var quantity: Quantity?

  enum Sign {
    case plus, minus
  }

  /// Begins a number of which nothing has been read.
  init(start: Int, in set: DigitSet) {
    (self.start, end, signSlot, digitSet) = (start, start, start, set)
  }
}

extension Numeral {
  /// Whether it reads as hours, minutes and seconds.
  var isClock: Bool { fieldCount > 1 }

  /// Whether it may be read as several numbers, too.
  var isCompound: Bool { isClock || quantity != nil }

  /// The position of its first character, sign included.
  var first: Int { signSlot - signLength }

  /// How many of its digits stand before the decimal separator, those of all groups and fields.
  var wholeDigits: Int { digitCount - fractionDigits }

  /// - Throws: ``NotAnimatable`` where it is written with too many digits for any number.
  func checkWrittenLength() throws(NotAnimatable) {
    guard max(wholeDigits, fractionDigits) > NumberLimits.writtenDigits else { return }
    throw NotAnimatable(
      reason: "a number is written with more than \(NumberLimits.writtenDigits) digits on one side of its point")
  }

  /// How many characters stand between the sign, or where it would stand, and the digits.
  var lead: Int { start - signSlot }

  /// The fewest digits before the fraction that this text asks for: 3 for `007`, 1 for `0`, 0 for `.5`.
  ///
  /// `nil` for a number such as `7`, which says nothing about it.
  var padding: Int? {
    startsWithZero || integerDigits == 0 ? integerDigits : nil
  }
}

/// Two numbers at the same place in two texts.
struct NumeralPair {
  let source: Numeral
  let target: Numeral
}

extension NumeralPair {
  /// Whether only the source is in parentheses, where they mean a negative number: `(7)` → `5`.
  var sourceIsAccounting: Bool { source.isParenthesized && !target.isParenthesized && target.sign != .minus }
  /// Whether only the target is in parentheses, where they mean a negative number: `5` → `(7)`.
  var targetIsAccounting: Bool { target.isParenthesized && !source.isParenthesized && source.sign != .minus }

  /// How many characters stand between the sign and the digits: the currency symbol of `-$5`, none in `$-5`.
  var lead: Int {
    source.sign == nil && !sourceIsAccounting && (target.sign != nil || targetIsAccounting) ? target.lead : source.lead
  }

  /// Past the source's number and the parenthesis that is its minus.
  var sourceEnd: Int { source.end + (sourceIsAccounting ? 1 : 0) }
  /// The same in the target.
  var targetEnd: Int { target.end + (targetIsAccounting ? 1 : 0) }

  /// Where in the source the text before the number ends: before its sign and its currency symbol.
  var literalEnd: Int {
    sourceIsAccounting ? source.signSlot - 1 : source.sign != nil ? source.first : source.start - lead
  }

  /// Digits after the separator: the larger count of both.
  var fractionDigits: Int { max(source.fractionDigits, target.fractionDigits) }

  /// The fewest digits before it.
  var padding: Int {
    guard let padding = source.padding else { return target.padding ?? 1 }
    return max(padding, target.padding ?? padding)
  }

  /// The fields in which both are written, where they are times.
  var clock: ClockStyle? {
    guard source.isClock else { return nil }
    let hours = [source, target].filter { $0.fieldCount == 3 }
    let minutes = [source, target].filter { $0.fieldCount == 2 }
    return ClockStyle(
      hours: hours.isEmpty ? .never : minutes.isEmpty ? .always : .whenReached,
      hourDigits: hours.compactMap(\.padding).max() ?? 1, minuteDigits: minutes.compactMap(\.padding).max() ?? 1)
  }
}
