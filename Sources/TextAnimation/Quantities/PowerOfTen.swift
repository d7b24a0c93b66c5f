/// `2e6`, as a text has it: a number with one digit before the separator, and a power of ten.
struct PowerOfTen: Sendable {
  /// `nil` where it has too many digits.
  let value: Decimal?
  let significantDigits: Int
  let exponent: ScientificStyle.Exponent
}

extension PowerOfTen {
  static func measure(_ source: PowerOfTen, _ target: PowerOfTen) throws(NotAnimatable) -> Measure {
    guard let first = source.value, let second = target.value else { throw .tooLong }
    let style = ScientificStyle(
      significantDigits: max(source.significantDigits, target.significantDigits), isGeneral: false, isAlternate: false,
      exponent: target.exponent)
    return Measure(
      source: first, target: second, style: .scientific(style),
      fractionDigits: style.significantDigits - 1)
  }
}
