/// What stands around a number in each form that a language has for its unit: 1 kilobyte, 2 kilobytes.
package struct PluralForms: Sendable {
  private let rules: PluralRules
  private let affixes: [PluralCategory: Signed<NumberTemplate.Affixes>]

  /// Takes what stands around numbers above, below and at zero, by form; for other forms the template says it.
  package init(
    _ affixes: [PluralCategory: (
      NumberTemplate.Affixes, negative: NumberTemplate.Affixes, zero: NumberTemplate.Affixes
    )],
    rules: PluralRules
  ) {
    self.rules = rules
    self.affixes = affixes.mapValues { Signed(positive: $0.0, negative: $0.negative, zero: $0.zero) }
  }

  /// What stands around a number in units of the last of so many digits but for `zeros` that follow, of which zeros at the
  /// end may be left out.
  func affixes(
    beside units: Int128, zeros: Int, fractionDigits: ClosedRange<Int>
  ) -> Signed<NumberTemplate.Affixes>? {
    var (units, digits) = (units.magnitude, max(fractionDigits.upperBound - zeros, 0))
    while digits > fractionDigits.lowerBound, case let (tenth, digit) = units.divided(by: 10), digit == 0 {
      (units, digits) = (tenth, digits - 1)
    }
    return affixes[rules.category(of: units, fractionDigits: digits)]
  }
}
