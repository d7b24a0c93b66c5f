package import TextBytes

/// The forms that a language has for a word beside a number, by their names in CLDR.
package enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other
}

/// Which form of a word a number takes in a language, in the syntax of UTS #35, part 3, section 5.
///
/// The operands are n, i, v, f and t; numbers are never written with a compact exponent, so that e is always 0.
package struct PluralRules: Sendable, Equatable {
  /// For each form groups of relations, of which one group has to hold whole.
  private let rules: [(category: PluralCategory, groups: [[Relation]])]
  private let source: String

  /// Reads rules such as `one: i = 1 and v = 0; few: n % 10 = 2..4,9`; what none of them fits is `other`.
  package init(_ text: String) {
    source = text
    rules = text.split(separator: ";").compactMap { rule in
      let parts = rule.split(separator: ":")
      guard parts.count == 2, let category = PluralCategory(rawValue: parts[0].filter { $0 != " " }) else { return nil }
      let groups = parts[1].split(separator: " or ")
      return (category, groups.map { $0.split(separator: " and ").compactMap { Relation($0) } })
    }
  }

  /// English: 1 message, 2 messages.
  package static let english = PluralRules("one: i = 1 and v = 0")

  /// French and Portuguese: 1,5 million, 2,0 millions.
  package static let untilTwo = PluralRules("one: i = 0,1")

  /// English: 1st, 2nd, 3rd, 4th.
  fileprivate static let englishOrdinals = PluralRules(
    "one: n % 10 = 1 and n % 100 != 11; two: n % 10 = 2 and n % 100 != 12; few: n % 10 = 3 and n % 100 != 13")

  package static func == (left: PluralRules, right: PluralRules) -> Bool { left.source == right.source }

  /// The forms that there are, `other` the last.
  var categories: [PluralCategory] { rules.map(\.category) + [.other] }

  /// The form for a number without its sign, in units of the last of so many digits after the separator.
  package func category(of units: UInt128, fractionDigits: Int) -> PluralCategory {
    let operands = Operands(units, fractionDigits: fractionDigits)
    let rule = rules.first { $0.groups.contains { $0.allSatisfy { $0.holds(for: operands) } } }
    return rule?.category ?? .other
  }
}

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
    // 10³⁸ is the largest that fits.
    let one = (0..<min(fractionDigits, 38)).reduce(1 as UInt128) { power, _ in power &* 10 }
    let (whole, fraction) = units.quotientAndRemainder(dividingBy: one)
    // Of larger numbers the last digits tell.
    self.whole = Self.word(whole)
    self.fraction = Self.word(fraction)
    var trimmed = fraction
    while trimmed > 0, case let (tenth, digit) = trimmed.quotientAndRemainder(dividingBy: 10), digit == 0 {
      trimmed = tenth
    }
    trimmedFraction = Self.word(trimmed)
  }

  /// A number, or one with the same last digits that is as little zero or one.
  private static func word(_ number: UInt128) -> UInt64 {
    let billion: UInt128 = 1_000_000_000
    return UInt64(truncatingIfNeeded: number < 1 << 63 ? number : number % billion + billion)
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

/// What stands beside numbers, in the forms that these take.
package struct Plural<Value: Sendable>: Sendable {
  private let rules: PluralRules
  private let values: [PluralCategory: Value]
  /// That of numbers which have no other; where there is but this one, as nearly always, no rules are needed.
  private let other: Value?

  package init(_ values: [PluralCategory: Value], rules: PluralRules) {
    (self.rules, other) = (rules, values[.other])
    self.values = values.count == 1 && other != nil ? [:] : values
  }

  /// What stands beside a number, without its sign, in units of the last of so many digits; `nil` where it has no such form.
  package func value(beside units: UInt128, fractionDigits: Int) -> Value? {
    values.isEmpty ? other : values[rules.category(of: units, fractionDigits: fractionDigits)] ?? other
  }
}

/// A word in the forms that numbers beside it take.
package typealias PluralWords = Plural<Literal>

extension PluralWords {
  package init(_ words: [PluralCategory: String], otherwise: String, rules: PluralRules) {
    self.init(words.merging([.other: otherwise]) { own, _ in own }.mapValues { Literal($0) }, rules: rules)
  }

  package static func ordinals(isUppercase: Bool) -> PluralWords {
    let suffixes: [PluralCategory: String] = [.one: "st", .two: "nd", .few: "rd", .other: "th"]
    return PluralWords(
      isUppercase ? suffixes.mapValues { $0.uppercased() } : suffixes, otherwise: "", rules: .englishOrdinals)
  }

  package func word(beside units: UInt128, fractionDigits: Int) -> Literal {
    value(beside: units, fractionDigits: fractionDigits) ?? .empty
  }
}

// MARK: - Languages

extension PluralRules {
  /// The rules of a language, as the cardinals of CLDR 47 have them without compact exponents.
  ///
  /// ICU knows them, too, but Foundation does not tell.
  package static func cardinals(of language: String) -> PluralRules { byLanguage[language] ?? PluralRules("") }

  private static let byLanguage = Dictionary(
    table.split(separator: "\n").flatMap { line in
      let (languages, rules) = (line.prefix { $0 != "|" }, PluralRules(String(line.drop { $0 != "|" }.dropFirst())))
      return languages.split(separator: " ").map { (String($0), rules) }
    }, uniquingKeysWith: { first, _ in first })

  /// Languages and their rules, the most frequent first; those left out have one form.
  private static let table = """
    af an asa az bal bem bez bg brx ce cgg chr ckb dv ee el eo eu fo fur gsw ha haw hu jgo jmc ka kaj kcg kk kkj \
    kl ks ksb ku ky lb lg mas mgo ml mn mr nb nd ne nn nnh no nr ny nyn om or os pap ps rm rof rwk saq sd sdh seh \
    sn so sq ss ssy st syr ta te teo tig tk tn tr ts ug uz ve vo vun wae xh xog | one: n = 1
    ast de en et fi fy gl ia io lij nl sc sv sw ur yi | one: i = 1 and v = 0
    am as bn doi fa gu hi kn pcm zu | one: i = 0 or n = 1
    ak bho csw ln mg nso pa ti wa | one: n = 0..1
    iu naq sat se sma smj smn sms | one: n = 1; two: n = 2
    ca it lld scn vec | one: i = 1 and v = 0; many: i != 0 and i % 1000000 = 0 and v = 0
    ff hy kab | one: i = 0,1
    bs hr sr | one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11; few: v = 0 and i % 10 \
    = 2..4 and i % 100 != 12..14 or f % 10 = 2..4 and f % 100 != 12..14
    fr ht | one: i = 0,1; many: i != 0 and i % 1000000 = 0 and v = 0
    cs sk | one: i = 1 and v = 0; few: i = 2..4 and v = 0; many: v != 0
    ru uk | one: v = 0 and i % 10 = 1 and i % 100 != 11; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; many: \
    v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14
    dsb hsb | one: v = 0 and i % 100 = 1 or f % 100 = 1; two: v = 0 and i % 100 = 2 or f % 100 = 2; few: v = 0 and \
    i % 100 = 3..4 or f % 100 = 3..4
    ceb fil | one: v = 0 and i = 1,2,3 or v = 0 and i % 10 != 4,6,9 or v != 0 and f % 10 != 4,6,9
    lv prg | zero: n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19; one: n % 10 = 1 and n % 100 != 11 \
    or v = 2 and f % 10 = 1 and f % 100 != 11 or v != 2 and f % 10 = 1
    blo ksh | zero: n = 0; one: n = 1
    shi | one: i = 0 or n = 1; few: n = 2..10
    pt | one: i = 0..1; many: i != 0 and i % 1000000 = 0 and v = 0
    he | one: i = 1 and v = 0 or i = 0 and v != 0; two: i = 2 and v = 0
    ro | one: i = 1 and v = 0; few: v != 0 or n = 0 or n != 1 and n % 100 = 1..19
    pl | one: i = 1 and v = 0; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; many: v = 0 and i != 1 and i % \
    10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14
    br | one: n % 10 = 1 and n % 100 != 11,71,91; two: n % 10 = 2 and n % 100 != 12,72,92; few: n % 10 = 3..4,9 \
    and n % 100 != 10..19,70..79,90..99; many: n != 0 and n % 1000000 = 0
    lt | one: n % 10 = 1 and n % 100 != 11..19; few: n % 10 = 2..9 and n % 100 != 11..19; many: f != 0
    be | one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14; many: n % 10 = 0 or n % 10 = \
    5..9 or n % 100 = 11..14
    si | one: n = 0,1 or i = 0 and f = 1
    tzm | one: n = 0..1 or n = 11..99
    da | one: n = 1 or t != 0 and i = 0,1
    gd | one: n = 1,11; two: n = 2,12; few: n = 3..10,13..19
    es | one: n = 1; many: i != 0 and i % 1000000 = 0 and v = 0
    mt | one: n = 1; two: n = 2; few: n = 0 or n % 100 = 3..10; many: n % 100 = 11..19
    ga | one: n = 1; two: n = 2; few: n = 3..6; many: n = 7..10
    is | one: t = 0 and i % 10 = 1 and i % 100 != 11 or t % 10 = 1 and t % 100 != 11
    mk | one: v = 0 and i % 10 = 1 and i % 100 != 11 or f % 10 = 1 and f % 100 != 11
    gv | one: v = 0 and i % 10 = 1; two: v = 0 and i % 10 = 2; few: v = 0 and i % 100 = 0,20,40,60,80; many: v != \
    0
    sl | one: v = 0 and i % 100 = 1; two: v = 0 and i % 100 = 2; few: v = 0 and i % 100 = 3..4 or v != 0
    lag | zero: n = 0; one: i = 0,1 and n != 0
    kw | zero: n = 0; one: n = 1; two: n % 100 = 2,22,42,62,82 or n % 1000 = 0 and n % 100000 = \
    1000..20000,40000,60000,80000 or n != 0 and n % 1000000 = 100000; few: n % 100 = 3,23,43,63,83; many: n != 1 \
    and n % 100 = 1,21,41,61,81
    ar | zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99
    cy | zero: n = 0; one: n = 1; two: n = 2; few: n = 3; many: n = 6
    """
}
