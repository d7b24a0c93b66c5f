internal import TextBytes

/// The forms that a language has for a word beside a number, by their names in CLDR.
package enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other
}

/// Which form of a word a number takes in a language, in the syntax of UTS #35, part 3, section 5.
///
/// The operands are n, i, v, f and t; numbers are never written with a compact exponent, so that e is always 0.
package struct PluralRules: Sendable, Equatable {
  private let rules: [(category: PluralCategory, condition: Condition)]
  private let source: String

  /// Reads rules such as `one: i = 1 and v = 0; few: n % 10 = 2..4,9`; what none of them fits is `other`.
  package init(_ text: String) {
    source = text
    rules = text.split(separator: ";").compactMap { rule in
      let parts = rule.split(separator: ":")
      guard parts.count == 2, let category = PluralCategory(rawValue: parts[0].filter { $0 != " " }) else { return nil }
      return (category, Condition(parts[1]))
    }
  }

  /// English: 1 message, 2 messages.
  package static let english = PluralRules("one: i = 1 and v = 0")

  /// English: 1st, 2nd, 3rd, 4th.
  static let englishOrdinals = PluralRules(
    "one: n % 10 = 1 and n % 100 != 11; two: n % 10 = 2 and n % 100 != 12; few: n % 10 = 3 and n % 100 != 13")

  package static func == (left: PluralRules, right: PluralRules) -> Bool { left.source == right.source }
}

extension PluralRules {
  /// The form for a number without its sign, in units of the last of so many digits after the separator.
  package func category(of units: UInt128, fractionDigits: Int) -> PluralCategory {
    let operands = Operands(units, fractionDigits: fractionDigits)
    for rule in rules where rule.condition.holds(for: operands) { return rule.category }
    return .other
  }
}

/// What the rules look at.
private struct Operands {
  /// i: the whole number.
  let whole: UInt64
  /// v: how many digits stand after the separator.
  let fractionDigits: UInt64
  /// f: those digits.
  let fraction: UInt64
  /// t: the same without the zeros at the end.
  let trimmedFraction: UInt64

  init(_ units: UInt128, fractionDigits: Int) {
    self.fractionDigits = UInt64(fractionDigits)
    let (whole, fraction) = units.quotientAndRemainder(dividingBy: .powerOfTen(fractionDigits))
    // Of larger numbers the last digits tell.
    self.whole = Self.word(whole)
    self.fraction = Self.word(fraction)
    var trimmed = self.fraction
    while trimmed > 0, trimmed.isMultiple(of: 10) { trimmed /= 10 }
    trimmedFraction = trimmed
  }

  /// A number, or one with the same last digits that is as little zero or one.
  private static func word(_ number: UInt128) -> UInt64 {
    let billion: UInt128 = 1_000_000_000
    return UInt64(truncatingIfNeeded: number < 1 << 63 ? number : number % billion &+ billion)
  }
}

/// Relations of which all of one group hold.
private struct Condition: Sendable {
  private let groups: [[Relation]]

  init(_ text: Substring) {
    groups = text.split(separator: " or ").map { $0.split(separator: " and ").compactMap { Relation($0) } }
  }

  func holds(for operands: Operands) -> Bool {
    groups.contains { $0.allSatisfy { $0.holds(for: operands) } }
  }
}

/// `n % 100 != 11..14,20`.
private struct Relation: Sendable {
  private let operand: Character
  private let modulus: UInt64?
  private let isEqual: Bool
  private let ranges: [ClosedRange<UInt64>]

  init?(_ text: Substring) {
    let words = text.split(separator: " ")
    guard words.count == 3 || words.count == 5 && words[1] == "%", let operand = words[0].first, let list = words.last
    else { return nil }
    self.operand = operand
    modulus = words.count == 5 ? UInt64(words[2]) : nil
    isEqual = words[words.count - 2] == "="
    ranges = list.split(separator: ",").compactMap { range in
      let ends = range.split(separator: ".").compactMap { UInt64($0) }
      return ends.first.flatMap { first in ends.last.map { first...$0 } }
    }
  }

  func holds(for operands: Operands) -> Bool { contains(operands) == isEqual }

  private func contains(_ operands: Operands) -> Bool {
    let value: UInt64
    switch operand {
    case "n":
      guard operands.fraction == 0 else { return false }
      value = operands.whole
    case "i": value = operands.whole
    case "v": value = operands.fractionDigits
    case "f": value = operands.fraction
    default: value = operands.trimmedFraction
    }
    let rest = modulus.map { value % $0 } ?? value
    return ranges.contains { $0.contains(rest) }
  }
}

// MARK: - Words

/// A word in the forms that are known of it.
struct PluralWords: Sendable {
  let rules: PluralRules
  private var words: [PluralCategory: Literal]
  private let otherwise: Literal

  /// Takes the known forms, and what is written where none is known.
  init(_ words: [PluralCategory: String], otherwise: String, rules: PluralRules) {
    self.rules = rules
    self.words = words.mapValues { Literal($0) }
    self.otherwise = Literal(words[.other] ?? otherwise)
  }

  /// The word beside a number, without its sign, in units of the last of so many digits.
  func word(beside units: UInt128, fractionDigits: Int) -> Literal {
    if words.isEmpty { return otherwise }
    return words[rules.category(of: units, fractionDigits: fractionDigits)] ?? otherwise
  }
}

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
