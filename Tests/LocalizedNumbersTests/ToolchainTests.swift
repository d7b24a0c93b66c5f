import FoundationEssentials
import FoundationInternationalization
import LocalizedNumbers
import Testing
import TextAnimation
import WrittenNumbers

/// ICU's numbers, not those of TextAnimation.
private typealias Decimal = FoundationEssentials.Decimal

/// What the ICU of this toolchain writes for the same number, asked each time instead of once.
struct ToolchainTests {
  private static let tags = [
    "en", "en-IN", "en-GB", "de", "de-AT", "de-CH", "fr", "fr-CH", "it", "es", "es-MX", "pt", "pt-PT", "pl", "ru", "uk",
    "cs", "hu", "sv", "nb", "da", "fi", "nl", "tr", "el", "he", "ar", "ar-EG", "fa", "ur", "hi", "hi-IN-u-nu-deva",
    "ne",
    "th", "vi", "id", "ja", "ko", "zh", "zh-TW", "my", "ckb", "lt", "mk", "vec", "ccp", "ps", "gsw", "rm",
    "en-u-nu-mathsanb", "bn-u-nu-beng", "sr-Latn",
  ]

  /// Numbers of all sizes, the same in every run.
  private static let numbers: [(icu: Decimal, text: String)] = {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next(below limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 11) % limit
    }
    var limit: UInt64 = 1
    let edges: [Decimal] = [0, 1, -1, 5, 12, 999, 1000, -1000, 1234, 12345, 100_000, 1_000_000]
    let seeded = (0..<90).map { index in
      limit = index % 15 == 0 ? 10 : limit * 10
      return Decimal(
        sign: next(below: 2) == 0 ? .plus : .minus, exponent: -Int(next(below: 5)),
        significand: Decimal(next(below: limit)))
    }
    return (edges + seeded).map { ($0, "\($0)") }.filter { (try? WrittenNumbers.Decimal(parsing: $0.1)) != nil }
  }()

  private let formats = LocalizedFormats(capacity: 1)

  private func locales() throws -> [(Locale, NumberLocale)] {
    try Self.tags.map { (Locale(identifier: $0), try #require(NumberLocale($0))) }
  }

  /// ICU writes a minus for numbers that it rounds to zero; here they are zero.
  private func isShown(_ value: Decimal, digits: Int) -> Bool {
    value.isZero || abs(value) > Decimal(sign: .plus, exponent: -digits, significand: 1)
  }

  private func check(
    _ style: LocalizedStyle, digits: Int = 0, against expected: (Decimal) -> String, _ name: Locale
  ) throws {
    let template = try formats.template(style)
    let wrong = try Self.numbers.map { ($0.icu, try template.text($0.text)) }
      .filter { isShown($0.0, digits: digits) && $0.1 != expected($0.0) }
    #expect(wrong.isEmpty, "\(name.identifier) \(style): \(wrong.map { ($0.1, expected($0.0)) })")
  }

  @Test(arguments: [0, 1, 3])
  func `decimals are ICU's`(digits: Int) throws {
    for (icu, locale) in try locales() {
      let expected = Decimal.FormatStyle(locale: icu).precision(.fractionLength(digits)).rounded(
        rule: .toNearestOrAwayFromZero)
      try check(
        LocalizedStyle(locale: locale, fractionDigits: .exactly(digits)), digits: digits, against: expected.format, icu)
      try check(
        LocalizedStyle(locale: locale, fractionDigits: .exactly(digits), grouping: .never, sign: .always),
        digits: digits,
        against: expected.grouping(.never).sign(strategy: .always(includingZero: true)).format, icu)
      try check(
        LocalizedStyle(locale: locale, fractionDigits: .exactly(digits), minimumIntegerDigits: 5, sign: .exceptZero),
        digits: digits,
        against: expected.precision(.integerAndFractionLength(integerLimits: 5..., fractionLimits: digits...digits))
          .sign(strategy: .always(includingZero: false)).format, icu)
      try check(
        LocalizedStyle(locale: locale, fractionDigits: .exactly(digits), sign: .never), digits: digits,
        against: expected.sign(strategy: .never).format, icu)
    }
  }

  @Test func `decimals without a count of digits are ICU's with three at most`() throws {
    for (icu, locale) in try locales() {
      let expected = Decimal.FormatStyle(locale: icu).precision(.fractionLength(0...3)).rounded(
        rule: .toNearestOrAwayFromZero)
      try check(LocalizedStyle(locale: locale), digits: 3, against: expected.format, icu)
    }
  }

  @Test(arguments: [0, 2])
  func `percents are ICU's`(digits: Int) throws {
    for (icu, locale) in try locales() {
      let expected = Decimal.FormatStyle.Percent(locale: icu).precision(.fractionLength(digits)).rounded(
        rule: .toNearestOrAwayFromZero)
      let style = LocalizedStyle(locale: locale, kind: .percent, fractionDigits: .exactly(digits))
      try check(style, digits: digits + 2, against: expected.format, icu)
    }
  }

  @Test(arguments: ["EUR", "USD", "JPY", "KWD", "CHF", "INR"])
  func `money is ICU's`(code: String) throws {
    for (icu, locale) in try locales() {
      let expected = Decimal.FormatStyle.Currency(code: code, locale: icu).rounded(rule: .toNearestOrAwayFromZero)
      let style = LocalizedStyle(locale: locale, kind: .currency(code))
      try check(style, against: expected.format, icu)
      var accounting = style
      accounting.sign = .accounting
      try check(accounting, against: expected.sign(strategy: .accounting).format, icu)
    }
  }

  @Test func `compact numbers are ICU's`() throws {
    for (icu, locale) in try locales() {
      let style = LocalizedStyle(locale: locale, notation: .compact)
      let expected = Decimal.FormatStyle(locale: icu).notation(.compactName).rounded(rule: .toNearestOrAwayFromZero)
      try check(style, digits: 9, against: expected.format, icu)
      var precise = style
      precise.fractionDigits = .exactly(1)
      try check(precise, digits: 1, against: expected.precision(.fractionLength(1)).format, icu)
    }
  }

  @Test func `compact money and percents are ICU's`() throws {
    for (icu, locale) in try locales() {
      let money = LocalizedStyle(locale: locale, kind: .currency("EUR"), notation: .compact)
      let expected = Decimal.FormatStyle.Currency(code: "EUR", locale: icu).notation(.compactName).rounded(
        rule: .toNearestOrAwayFromZero)
      try check(money, digits: 9, against: expected.format, icu)
      let percent = LocalizedStyle(locale: locale, kind: .percent, notation: .compact)
      let share = Decimal.FormatStyle.Percent(locale: icu).notation(.compactName).rounded(
        rule: .toNearestOrAwayFromZero)
      try check(percent, digits: 9, against: share.format, icu)
    }
  }

  @Test func `every whole number of a plural is ICU's`() throws {
    for tag in ["ar", "mk", "vec"] {
      let template = try formats.template(LocalizedStyle(locale: try #require(NumberLocale(tag)), notation: .compact))
      let expected = Decimal.FormatStyle(locale: Locale(identifier: tag)).notation(.compactName).rounded(
        rule: .toNearestOrAwayFromZero)
      let numbers = [1...20, 100...120].joined().flatMap { number in
        (3...11).map { Decimal(sign: .plus, exponent: $0, significand: Decimal(number)) }
      }
      let wrong = try numbers.filter { try template.text("\($0)") != expected.format($0) }
      #expect(wrong.isEmpty, "\(tag)")
    }
  }

  @Test func `all numbers are compared`() {
    #expect(Self.numbers.count == 102)
  }
}
