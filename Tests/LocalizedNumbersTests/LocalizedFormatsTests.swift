import WrittenNumbers
import LocalizedNumbers
import TextAnimation
import Testing

struct LocalizedFormatsTests {
  private let formats = LocalizedFormats(capacity: 2)

  private func text(
    _ tag: String, _ number: String, _ kind: LocalizedStyle.Kind = .decimal,
    _ change: (inout LocalizedStyle) -> Void = { _ in }
  ) throws -> String {
    var style = LocalizedStyle(locale: try #require(NumberLocale(tag)), kind: kind)
    change(&style)
    return try formats.template(style).text(number)
  }

  @Test func `as many digits as a number may have are written exactly`() throws {
    let number = "12345678901234567890123456789012345.125"
    #expect(try text("en", number) == "12,345,678,901,234,567,890,123,456,789,012,345.125")
    #expect(try text("hi-IN-u-nu-deva", "-1234567.5") == "-१२,३४,५६७.५")
  }

  @Test(arguments: [
    ("es", LocalizedStyle.Grouping.auto, "1234"), ("es", .always, "1.234"), ("es", .never, "1234"),
    ("en", .auto, "1,234"), ("en", .never, "1234"),
  ])
  func `groups come as asked`(tag: String, grouping: LocalizedStyle.Grouping, text: String) throws {
    #expect(try self.text(tag, "1234") { $0.grouping = grouping } == text)
  }

  @Test(arguments: [("te", "00,00,00,300వే%"), ("hi", "00,00,00,003 लाख%"), ("en", "000,000,300K%")])
  func `compact percents are grouped as decimals`(tag: String, text: String) throws {
    let written = try self.text(tag, "3000", .percent) {
      ($0.notation, $0.minimumIntegerDigits) = (.compact, 9)
    }
    #expect(written == text.replacing(" ", with: "\u{A0}"))
  }

  @Test func `money has the digits of its currency`() throws {
    #expect(try text("en", "1234.5", .currency("JPY")) == "¥1,235")
    #expect(try text("en", "1234.5", .currency("KWD")) == "KWD\u{A0}1,234.500")
    #expect(try text("en", "-5", .currency("USD")) { $0.sign = .accounting } == "($5.00)")
  }

  @Test func `a language in a foreign region is written as the language is`() throws {
    #expect(try text("de-FR", "-1234567.5") == "-1.234.567,5")
    #expect(try text("zh-TW", "12345") { $0.notation = .compact } == "1.2萬")
  }

  @Test func `Bengali and Marathi have their own digits`() throws {
    #expect(try text("bn-BD", "123") == "১২৩")
    #expect(try text("mr", "123") == "१२३")
    #expect(try text("mr-u-nu-latn", "123") == "123")
  }

  @Test(arguments: [
    ("en-u-nu-deva-ca-buddhist", "१२३"), ("en-u-ca-buddhist-nu-deva", "१२३"), ("en-t-de-u-nu-deva", "१२३"),
    ("en-u-ca-buddhist-a-nu-deva", "123"), ("en-x-u-nu-deva", "123"),
  ])
  func `a numbering system counts where a tag may ask for it`(tag: String, text: String) throws {
    #expect(try self.text(tag, "123") == text)
  }

  @Test(arguments: ["zh-u-nu-hanidec", "en-u-nu-roman", "en-u-nu-foo", "ta-u-nu-taml", "ja-u-nu-jpan", "en-u-nu"])
  func `other numbering systems than ten digits in a row are refused`(tag: String) throws {
    let locale = try #require(NumberLocale(tag))
    #expect(throws: UnreadableNumbers.self) { try formats.template(LocalizedStyle(locale: locale)) }
    #expect(throws: UnreadableNumbers.self) { try formats.symbols(locale) }
  }

  @Test func `texts are read with the separators and signs of the locale`() throws {
    let symbols = try formats.symbols(try #require(NumberLocale("sv")))
    #expect(symbols.decimalSeparators == [",", "\u{66B}"])
    #expect(symbols.groupingSeparators == [" ", "\u{A0}", "\u{2009}", "\u{202F}", "\u{66C}"])
    #expect(symbols.minusSigns.first == "\u{2212}")
    #expect(try formats.symbols(try #require(NumberLocale("ar"))).minusSigns.first == "-")
    #expect(try formats.symbols(try #require(NumberLocale("de-CH"))).groupingSeparators.contains("'"))
  }

  @Test func `symbols are kept until there are too many`() throws {
    func symbols(_ tag: String) throws -> NumberSymbols {
      try formats.symbols(try #require(NumberLocale(tag)))
    }
    let (english, german) = (try symbols("en"), try symbols("de"))
    #expect(try symbols("en") === english && symbols("de") === german)
    _ = try symbols("fr")
    #expect(try symbols("en") !== english && symbols("de") !== german)
  }

  @Test func `what is used stays, however many others come`() throws {
    let formats = LocalizedFormats(capacity: 4)
    let english = try #require(NumberLocale("en"))
    let symbols = try formats.symbols(english)
    for tag in ["de", "fr", "sv", "pl", "da", "nl", "it"] {
      _ = try formats.symbols(try #require(NumberLocale(tag)))
      #expect(try formats.symbols(english) === symbols)
    }
  }

  @Test func `a full cache forgets and goes on`() throws {
    for tag in ["en", "de", "fr", "en", "sv", "en"] {
      let locale = try #require(NumberLocale(tag))
      let style = LocalizedStyle(locale: locale)
      for number in ["-1234.5", "0", "1234567"] {
        #expect(try formats.template(style).text(number) == LocalizedFormats().template(style).text(number))
      }
      #expect(try formats.symbols(locale) == LocalizedFormats().symbols(locale))
    }
  }
}
