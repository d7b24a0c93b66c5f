import LocalizedNumbers
import Testing

struct NumberLocaleTests {
  @Test(arguments: [
    ("iw", "he"), ("in-ID", "id-ID"), ("tl", "fil"), ("mo", "ro"), ("sh-RS", "sr-Latn-RS"), ("cmn-TW", "zh-TW"),
    ("deu", "de"), ("ENG", "en"), ("sr-YU", "sr-RS"), ("iw-IL-u-nu-arab", "he-IL-u-nu-arab"),
  ])
  func `an old name is the one of today`(old: String, today: String) throws {
    #expect(try #require(NumberLocale(old)) == #require(NumberLocale(today)))
  }

  @Test(arguments: [
    "en", "EN", "de-CH", "de_CH", "hi-IN-u-nu-deva", "zh-TW", "zh-Hant-TW", "sr-Latn-RS", "es-419", "en-001", "pa-PK",
    "de-JP", "ca-ES-valencia", "de-1996", "sl-rozaj", "en-US-u-va-posix", "en-u-ca-buddhist-nu-arab", "de-x-private",
    "fil", "yue",
  ])
  func `a tag that says where numbers are known is taken`(tag: String) {
    #expect(NumberLocale(tag) != nil)
  }

  @Test(arguments: [
    "", "-", "e", "english", "zz", "xx-YY", "root", "und", "mul", "la", "nonsense", "i-klingon", "x-private", "de-",
    "de--CH", "de-ZZ", "de-QQ", "de-CH-", "de-u", "de-x", "en@numbers=deva", "en US", "ｅn", "12", "de-C",
    "de-Latin1234",
    "de-" + String(repeating: "variant-", count: 20) + "aaaaa",
  ])
  func `a tag that is malformed or says nothing is refused`(tag: String) {
    #expect(NumberLocale(tag) == nil)
  }

  @Test(arguments: [
    ("de-CH", "CHF"), ("de-AT", "EUR"), ("ja-JP", "JPY"), ("ar-KW", "KWD"), ("de", nil), ("en-001", nil),
    ("es-419", nil),
    ("en-JP", "JPY"), ("EN-us", "USD"),
  ])
  func `the region says which money is used`(tag: String, currency: String?) {
    #expect(NumberLocale(tag)?.currency == currency)
  }

  @Test func `a currency is three capital letters that ICU knows`() {
    #expect(["USD", "JPY", "KWD", "CLF", "XXX"].allSatisfy(NumberLocale.knowsCurrency))
    #expect(!["usd", "ZZZ", "EURO", "", "€", "BTC"].contains(where: NumberLocale.knowsCurrency))
  }
}
