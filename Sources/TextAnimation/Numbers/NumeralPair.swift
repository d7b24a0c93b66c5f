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

  /// Digits after the separator: the larger count of both.
  var fractionDigits: Int { max(source.digits.fractionCount, target.digits.fractionCount) }

  /// The fewest digits before it.
  var padding: Int {
    guard let padding = source.padding else { return target.padding ?? 1 }
    return max(padding, target.padding ?? padding)
  }

  /// The fields in which both are written, where they are times.
  var clock: ClockStyle? {
    guard source.isClock else { return nil }
    let hours = [source, target].filter { $0.digits.fieldCount == 3 }
    let minutes = [source, target].filter { $0.digits.fieldCount == 2 }
    return ClockStyle(
      hours: hours.isEmpty ? .never : minutes.isEmpty ? .always : .whenReached,
      hourDigits: hours.compactMap(\.padding).max() ?? 1, minuteDigits: minutes.compactMap(\.padding).max() ?? 1)
  }
}
