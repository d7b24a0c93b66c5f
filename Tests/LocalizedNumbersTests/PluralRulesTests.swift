import WrittenNumbers
import TextAnimation
import Testing
@testable import LocalizedNumbers

/// The samples are those that CLDR gives beside its rules.
struct PluralRulesTests {
  private func category(_ language: String, _ number: String) -> PluralCategory {
    let parts = number.split(separator: ".")
    let digits = parts.count > 1 ? parts[1].count : 0
    return PluralRules.cardinals(of: language).category(
      of: UInt128(number.filter { $0 != "." }) ?? 0, fractionDigits: digits)
  }

  @Test(arguments: [
    ("en", "1", PluralCategory.one), ("en", "1.0", .other), ("en", "0", .other), ("fr", "0", .one), ("fr", "1.5", .one),
    ("fr", "2", .other), ("fr", "1000000", .many), ("ru", "21", .one), ("ru", "11", .many), ("ru", "3", .few),
    ("ru", "1.5", .other), ("pl", "1", .one), ("pl", "22", .few), ("pl", "12", .many), ("ar", "0", .zero),
    ("ar", "2", .two), ("ar", "103", .few), ("ar", "111", .many), ("ar", "100", .other), ("cs", "1.5", .many),
    ("sl", "101", .one), ("sl", "2", .two), ("sl", "1.5", .few), ("lv", "10.0", .zero), ("lv", "0.1", .one),
    ("lt", "1.5", .many), ("da", "0.5", .one), ("he", "2", .two), ("cy", "6", .many), ("br", "1000000", .many),
    ("ja", "1", .other), ("is", "1.21", .one), ("gd", "11", .one), ("gd", "13", .few), ("kw", "1000", .two),
    ("hsb", "0.3", .few), ("xx", "1", .other),
  ])
  func `a number takes the form of its language`(language: String, number: String, category: PluralCategory) {
    #expect(self.category(language, number) == category)
  }

  @Test func `digits behind the point tell by their end, however many they are`() {
    for places in 19...38 {
      let zeros = String(repeating: "0", count: places - 1)
      #expect(category("en", "1." + zeros + "0") == .other)
      #expect(category("fr", "1." + zeros + "0") == .one)
      #expect(category("cs", "0." + zeros + "1") == .many)
      #expect(category("is", "0.1" + zeros) == .one)
      #expect(category("is", "0.2" + zeros) == .other)
      #expect(category("is", "0.11" + zeros.dropLast()) == .other)
      #expect(category("lt", "0." + zeros + "5") == .many)
      #expect(category("lv", "0." + zeros + "1") == .one)
      #expect(category("lv", "0." + zeros + "2") == .other)
      #expect(category("ja", "0." + String(repeating: "9", count: places)) == .other)
    }
    #expect(category("ru", String(repeating: "9", count: 36) + "21") == .one)
    #expect(category("ru", String(repeating: "9", count: 36) + "12") == .many)
  }
}
