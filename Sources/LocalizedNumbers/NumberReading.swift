import Interpolation
import WrittenNumbers

extension NumberTemplate {
  /// Reads a style from specimens, numbers that ICU has written.
  ///
  /// - Complexity: Some 10 calls of ICU, and 300 for compact notation; 1,000 more for each size that has plurals.
  static func reading(_ style: LocalizedStyle) throws(UnreadableNumbers) -> NumberTemplate {
    switch style.notation {
    case .standard: try standard(style)
    case .compact: try NumberTemplate(compact: style)
    }
  }

  private static func standard(_ style: LocalizedStyle) throws(UnreadableNumbers) -> NumberTemplate {
    let writer = SpecimenWriter(style, fractionDigits: 1)
    let layout = try DigitLayout(reading: style).grouped(style.grouping)
    let plurals = PluralSpecimens(style)
    let around =
      if let other = plurals.other { other } else {
        Signed(
          positive: try writer.specimen(1).affixes, negative: try writer.specimen(-1).affixes,
          zero: try writer.specimen(0).affixes)
      }
    let digits = style.significantDigits == nil ? try fractionDigits(reading: style) : 0...0
    let template = NumberTemplate(
      positive: around.positive, negative: around.negative, zero: around.zero, layout: layout,
      minimumIntegerDigits: style.minimumIntegerDigits, minimumFractionDigits: digits.lowerBound,
      maximumFractionDigits: digits.upperBound, decimalShift: style.kind.decimalShift
    ).inflected(by: plurals.forms)
    guard let significant = style.significantDigits else { return template }
    return NumberTemplate(
      first: Step(unit: 0, template: template), rest: [], digits: .significant(significant.range(beside: 1...21)),
      decimalShift: style.kind.decimalShift)
  }

  private static func fractionDigits(reading style: LocalizedStyle) throws(UnreadableNumbers) -> ClosedRange<Int> {
    let own = try ownFractionDigits(of: style)
    return style.fractionDigits?.range(beside: own) ?? own
  }

  private static func ownFractionDigits(of style: LocalizedStyle) throws(UnreadableNumbers) -> ClosedRange<Int> {
    switch style.kind {
    case .decimal, .unit: return 0...3
    case .percent: return 0...0
    case .currency:
      var style = style
      style.notation = .standard
      let runs = try SpecimenWriter(style, fractionDigits: nil).specimen(0).runs
      return runs.count > 1 ? runs[1]...runs[1] : 0...0
    }
  }

  private static func compactDigits(of style: LocalizedStyle) throws(UnreadableNumbers) -> SizedDigits {
    if let digits = style.significantDigits { return .significant(digits.range(beside: 1...21)) }
    return style.fractionDigits == nil ? .compact : .fraction(try fractionDigits(reading: style))
  }

  /// Reads specimens of each power of ten; ICU knows patterns up to 10¹⁹.
  private convenience init(compact style: LocalizedStyle) throws(UnreadableNumbers) {
    let digits = try Self.compactDigits(of: style)
    let places: Int? = if case .fraction(let range) = digits { range.upperBound } else { nil }
    let reader = CompactSpecimens(
      writer: SpecimenWriter(style, fractionDigits: places.map { min($0, 1) }), fractionDigits: places,
      layout: try DigitLayout(reading: style).grouped(style.grouping, minimum: 2), style: style,
      plurals: PluralSpecimens(style))
    var rest: [Step] = []
    for exponent in 1...19 { rest.append(try reader.step(exponent)) }
    self.init(
      first: try reader.step(0), rest: rest, digits: digits, decimalShift: style.kind.decimalShift)
  }
}

private struct CompactSpecimens {
  let writer: SpecimenWriter
  /// The digits after the separator, where these do not depend on the size.
  let fractionDigits: Int?
  let layout: DigitLayout
  let style: LocalizedStyle
  let plurals: PluralSpecimens

  func step(_ exponent: Int) throws(UnreadableNumbers) -> NumberTemplate.Step {
    let runs = try writer.specimen(2, exponent: exponent).runs
    let integerDigits = runs.dropLast(fractionDigits ?? 0 > 0 ? 1 : 0).reduce(0, +)
    let unit = exponent + 1 - integerDigits
    guard unit > 0, (1...3).contains(integerDigits) else {
      let template = try template(2, exponent: exponent)
      return NumberTemplate.Step(unit: unit, template: unit == 0 ? template.inflected(by: plurals.forms) : template)
    }
    let showsFraction = fractionDigits.map { $0 > 0 } ?? (integerDigits == 1)
    let specimens = showsFraction ? [25, 255, 2555] : [2, 25, 255]
    let specimen = (number: specimens[integerDigits - 1], exponent: unit - (showsFraction ? 1 : 0))
    let affixes = try writer.specimen(specimen.number, exponent: specimen.exponent).affixes
    return NumberTemplate.Step(
      unit: unit, template: try template(specimen.number, exponent: specimen.exponent),
      exceptions: try exceptions(integerDigits, unit: unit, from: affixes))
  }

  /// The whole numbers of so many digits that are written differently; all are checked where one of a few differs.
  private func exceptions(
    _ integerDigits: Int, unit: Int, from affixes: NumberTemplate.Affixes
  ) throws(UnreadableNumbers) -> [Int: NumberTemplate] {
    let all = [1...9, 10...99, 100...999][integerDigits - 1]
    let telling = [1...9, 20...25, 100...112][integerDigits - 1]
    var exceptions: [Int: NumberTemplate] = [:]
    for number in telling where try writer.specimen(number, exponent: unit).affixes != affixes {
      exceptions[number] = try template(number, exponent: unit)
    }
    guard !exceptions.isEmpty else { return [:] }
    for number in all where try writer.specimen(number, exponent: unit).affixes != affixes {
      exceptions[number] = try template(number, exponent: unit)
    }
    return exceptions
  }

  private func template(_ number: Int, exponent: Int) throws(UnreadableNumbers) -> NumberTemplate {
    NumberTemplate(
      positive: try writer.specimen(number, exponent: exponent).affixes,
      negative: try writer.specimen(-number, exponent: exponent).affixes, zero: try writer.specimen(0).affixes,
      layout: layout, minimumIntegerDigits: style.minimumIntegerDigits, maximumFractionDigits: 0)
  }
}

// MARK: - Symbols

extension NumberSymbols {
  convenience init(reading locale: NumberLocale) throws(UnreadableNumbers) {
    let layout = try DigitLayout(reading: LocalizedStyle(locale: locale))
    let signed = SpecimenWriter(LocalizedStyle(locale: locale, sign: .always), fractionDigits: 0)
    self.init(
      decimalSeparators: Self.equals(of: layout.separators.decimal) + ["\u{066B}"],
      groupingSeparators: Self.equals(of: layout.separators.grouping) + ["\u{066C}"],
      minusSigns: [try signed.specimen(-1).sign, "-", "\u{2212}"].compactMap(\.self),
      plusSigns: [try signed.specimen(1).sign, "+"].compactMap(\.self), triesOthers: true,
      groups: layout.grouping ?? .init(), plurals: .cardinals(of: locale.language),
      language: locale.language == NumberLocale.english.language ? nil : locale.language,
      data: KnownLocaleData(locale))
  }

  /// A separator with those that people and other versions of CLDR write for it.
  private static func equals(of separator: String) -> [Character] {
    let families: [[Character]] = [[" ", "\u{A0}", "\u{2009}", "\u{202F}"], ["'", "\u{2019}"]]
    return families.first { $0.contains { separator == String($0) } } ?? Array(separator)
  }
}

/// What ICU writes around an amount in each form that the language has for its unit.
struct PluralSpecimens {
  /// `nil` where the language has one form.
  let forms: PluralForms?
  /// What stands around numbers of which no form says otherwise.
  let other: Signed<NumberTemplate.Affixes>?

  /// Reads a specimen of each form; styles other than amounts of a unit have none.
  ///
  /// A form that is written without a number, as Arabic does for one and two, is left to that of other numbers.
  init(_ style: LocalizedStyle) {
    guard case .unit = style.kind else {
      (forms, other) = (nil, nil)
      return
    }
    var style = style
    style.notation = .standard
    let rules = PluralRules.cardinals(of: style.locale.language)
    let writers = [0, 1].map { SpecimenWriter(style, fractionDigits: $0) }
    var known: [PluralCategory: Signed<NumberTemplate.Affixes>] = [:]
    let zero = try? writers[0].specimen(0).affixes
    for (category, (number, digits)) in Self.telling(rules) {
      guard let positive = try? writers[digits].specimen(number, exponent: -digits).affixes,
        let negative = try? writers[digits].specimen(-number, exponent: -digits).affixes
      else { continue }
      known[category] = Signed(positive: positive, negative: negative, zero: zero ?? positive)
    }
    other = known[.other] ?? known.values.first
    let isOneForm = known.values.allSatisfy { [other] in
      $0.positive == other?.positive && $0.negative == other?.negative
    }
    forms = isOneForm ? nil : PluralForms(known, rules: rules)
  }

  /// For each form of a language a number that takes it, in units of the last of its digits after the separator.
  static func telling(
    _ rules: PluralRules, fromOne: Bool = false
  ) -> [PluralCategory: (number: Int, digits: Int)] {
    let numbers = numbers.filter { !fromOne || $0.digits == 0 && $0.number > 0 || $0.number % 10 > 0 && $0.number > 10 }
      .map {
        (rules.category(of: UInt128($0.number), fractionDigits: $0.digits), $0)
      }
    return Dictionary(numbers, uniquingKeysWith: { first, _ in first })
  }

  private static let numbers: [(number: Int, digits: Int)] =
    [1, 2].map { ($0, 0) } + (3...120).map { ($0, 0) } + [(0, 0), (1_000_000, 0)] + (1...30).map { ($0, 1) }
}

struct Specimen {
  let prefix: String
  let suffix: String
  let runs: [Int]
  let separators: [String]
  let digitSet: DigitSet

  /// Splits a text; `nil` if it has no digits of Unicode's category Nd.
  init?(_ text: String) {
    let scalars = text.unicodeScalars
    guard let first = scalars.first(where: { DigitSet(containing: $0) != nil }),
      let digitSet = DigitSet(containing: first)
    else { return nil }
    self.digitSet = digitSet
    let parts = scalars.split(omittingEmptySubsequences: false) { DigitSet(containing: $0) != nil }
    prefix = parts.first.map { String($0) } ?? ""
    suffix = parts.last.map { String($0) } ?? ""
    var runs = [1]
    var separators: [String] = []
    for between in parts.dropFirst().dropLast() {
      if between.isEmpty {
        runs[runs.count - 1] += 1
      } else {
        runs.append(1)
        separators.append(String(between))
      }
    }
    (self.runs, self.separators) = (runs, separators)
  }

  var affixes: NumberTemplate.Affixes { NumberTemplate.Affixes(prefix: prefix, suffix: suffix) }

  var sign: Character? {
    prefix.first { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format } }
  }
}

extension DigitLayout {
  init(reading style: LocalizedStyle) throws(UnreadableNumbers) {
    var style = style
    // ICU groups compact percents as decimals, which is not the same in Telugu.
    if style.notation == .compact, style.kind == .percent { style.kind = .decimal }
    if case .unit = style.kind { style.kind = .decimal }
    style.notation = .standard
    let writer = SpecimenWriter(style, fractionDigits: 1)
    let long = try writer.specimen(1_234_567_895, exponent: -1)
    guard long.digitSet != .latin || ["latn", "native", nil].contains(style.locale.numberingSystem) else {
      throw UnreadableNumbers()
    }
    let groups = long.runs.dropLast()
    let isGrouped = [try writer.specimen(1234), try writer.specimen(12345)].map { $0.runs.count > 2 }
    self.init(
      digitSet: long.digitSet, decimalSeparator: long.separators.last ?? ".",
      groupingSeparator: groups.count > 1 ? long.separators[0] : "",
      grouping: groups.count > 1
        ? Grouping(
          primary: groups[groups.count - 1], secondary: groups[max(groups.count - 2, 1)],
          minimum: isGrouped[0] ? 1 : isGrouped[1] ? 2 : 3) : nil)
  }

  /// The same with the requested groups, the first of which has at least `minimum` digits.
  func grouped(_ asked: LocalizedStyle.Grouping, minimum: Int = 1) -> DigitLayout {
    var layout = self
    layout.grouping = grouping.flatMap {
      asked == .never
        ? nil
        : Grouping(
          primary: $0.primary, secondary: $0.secondary, minimum: asked == .always ? 1 : max($0.minimum, minimum))
    }
    return layout
  }
}
