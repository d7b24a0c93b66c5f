internal import TextAnimation

/// What ICU writes around an amount in each form that the language has for its unit.
struct PluralSpecimens {
  /// The forms, where they differ.
  let forms: PluralForms?
  private let other: [Int: NumberTemplate.Affixes]

  typealias Affixes = (NumberTemplate.Affixes, negative: NumberTemplate.Affixes, zero: NumberTemplate.Affixes)

  /// Reads a specimen of each form; styles other than amounts of a unit have none.
  ///
  /// A form that is written without a number, as Arabic does for one and two, is left to that of other numbers.
  init(_ style: LocalizedStyle) {
    guard case .unit = style.kind else {
      (forms, other) = (nil, [:])
      return
    }
    var style = style
    style.notation = .standard
    let rules = PluralRules.cardinals(of: style.locale.language)
    let writers = [0, 1].map { SpecimenWriter(style, fractionDigits: $0) }
    var known: [PluralCategory: Affixes] = [:]
    let zero = try? writers[0].specimen(0).affixes
    for (category, (number, digits)) in Self.telling(rules) {
      guard let positive = try? writers[digits].specimen(number, exponent: -digits).affixes,
        let negative = try? writers[digits].specimen(-number, exponent: -digits).affixes
      else { continue }
      known[category] = (positive, negative, zero ?? positive)
    }
    guard let rest = known[.other] ?? known.values.first else {
      (forms, other) = (nil, [:])
      return
    }
    other = [1: rest.0, -1: rest.negative, 0: rest.zero]
    let isOneForm = known.values.allSatisfy { $0.0 == rest.0 && $0.negative == rest.negative }
    forms = isOneForm ? nil : PluralForms(known, rules: rules)
  }

  /// For each form of a language a number that takes it, in units of the last of its digits after the separator.
  static func telling(_ rules: PluralRules) -> [PluralCategory: (number: Int, digits: Int)] {
    let numbers = numbers.map { (rules.category(of: UInt128($0.number), fractionDigits: $0.digits), $0) }
    return Dictionary(numbers, uniquingKeysWith: { first, _ in first })
  }

  /// Numbers that take every form of every language.
  private static let numbers: [(number: Int, digits: Int)] =
    [1, 2].map { ($0, 0) } + (3...120).map { ($0, 0) } + [(0, 0), (1_000_000, 0)] + (1...30).map { ($0, 1) }

  /// What stands around a number of this sign where no form says otherwise.
  ///
  /// - Throws: ``UnreadableNumbers`` if it is not written in ten digits.
  func affixes(_ sign: Int, by writer: SpecimenWriter) throws(UnreadableNumbers) -> NumberTemplate.Affixes {
    if let affixes = other[sign] { return affixes }
    return try writer.specimen(sign).affixes
  }
}
