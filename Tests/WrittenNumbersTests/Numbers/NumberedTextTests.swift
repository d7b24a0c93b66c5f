@testable import WrittenNumbers
import Testing

@Suite struct `Numbers in a text` {
  private func numbered(
    _ text: String, _ symbols: NumberSymbols = .english, readsQuantities: Bool = false
  ) -> NumberedText {
    NumberedText(text, symbols: symbols, readsQuantities: readsQuantities, limit: .max)
  }

  /// What is found, each number as `sign digits.fraction`, with `g` behind groups and `i` behind those of India.
  private func found(_ text: String, readsQuantities: Bool = true) -> [String] {
    let text = numbered(text, readsQuantities: readsQuantities)
    return text.numerals.map { numeral in
      let digits = (numeral.start..<numeral.end).map { position in
        if let digit = text.characters[position].wholeNumberValue { return "\(digit)" }
        return position == numeral.decimalSeparator ? "." : numeral.isClock ? ":" : ""
      }
      let mark = numeral.groupingSeparator == nil ? "" : numeral.isIndian ? "i" : "g"
      let sign = numeral.isWeak ? "?" : numeral.sign.map { $0 == .minus ? "-" : "+" } ?? ""
      return sign + digits.joined() + mark
    }
  }

  @Test(arguments: [
    ("-5", "-5"), ("(-5)", "-5"), ("$-5", "-5"), (" -5", "-5"), ("a -5", "-5"), ("\u{2212}5", "-5"), ("+5", "+5"),
    ("=-5", "-5"), ("2020-55", "2020 55"), ("x-5", "?5"), ("3-5", "3 5"), ("3–5", "3 5"), ("--5", "5"),
    ("50%-60%", "50 60"),
    (")-5", "5"), ("-$5", "-5"), ("x-$5", "5"), ("- 5", "5"), ("-.5", "-.5"), ("-a5", "?5"), ("-Rp 5", "-5"),
    ("(5)", "?5"), ("5.0-", "-5.0"), ("5-", "?5"), ("5-7", "5 7"), ("CHF-5", "-5"),
    ("ABC-5", "?5"), ("–5", "-5"), ("8 – 5", "8 5"), ("8 –5", "8 5"), ("-5-", "-5"), ("C++5", "5"),
    ("10°-20°", "10 20"),
  ])
  func `a hyphen is a sign where a sign can stand`(text: String, expected: String) {
    #expect(found(text).joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("1,234,567", "1234567g"), ("12,34,567", "1234567i"), ("1,23,456", "123456i"), ("1,23", "1 23"),
    ("1,2345", "1 2345"),
    ("1234,567", "1234 567"), ("1,234,56", "1234g 56"), ("1,234,", "1234g"), ("1, 234", "1 234"),
    ("001,234", "001234g"),
    ("1,2,3", "1 2 3"), ("1,234.50", "1234.50g"), ("1,,234", "1 234"), (",123", "123"), ("12,34", "12 34"),
    ("1,234\u{66C}567", "1234g 567"), ("11,22,33", "11 22 33"), ("1,234,567,8901", "1234567g 8901"),
  ])
  func `a comma groups where a proper group follows`(text: String, expected: String) {
    #expect(found(text).joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("1.5", "1.5"), (".5", ".5"), ("5.", "5"), ("5. ", "5"), ("1.2.3", "1 2 3"), ("192.168.0.1", "192 168 0 1"),
    ("v1.2", "1 2"), ("No.5", "5"), ("...5", "5"), ("1..5", "1 5"), ("$.50", ".50"), ("1,234.5.6", "1234g 5 6"),
    ("1.5.", "1.5"),
    ("1e5", "15"), ("0x1F", "0 1"), ("", ""), (".", ""), ("no", ""), ("Ⅷ ²", ""), ("1️⃣", ""), ("5\u{301}", ""),
  ])
  func `a point is decimal between two numbers only`(text: String, expected: String) {
    #expect(found(text).joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("1:59:58", "1:59:58"), ("0:05", "0:05"), ("12:30.25", "12:30.25"), ("12:60", "12 60"), ("1:2", "1 2"),
    ("1:234", "1 234"),
    ("1:02:03:04", "1 02 03 04"), ("-0:05", "-0:05"), ("1234567:00", "1234567 00"), ("1:00.1234567", "1:00 1234567"),
    ("a:00", "00"),
    ("1:59:60", "1 59 60"), ("10:00-11:00", "10:00 11:00"), ("1:00.1.2", "1:00 1 2"),
  ])
  func `minutes and seconds are one number`(text: String, expected: String) {
    #expect(found(text).joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("١٢٣", "123"), ("१,२३४", "1234g"), ("５．５", "5.5"), ("１，２３４", "1234g"), ("٣٫٥", "3.5"), ("1٢", "1 2"), ("𝟙𝟚", "12"),
    ("١٬٢٣٤٫٥", "1234.5g"),
  ])
  func `digits of every script count`(text: String, expected: String) {
    #expect(found(text).joined(separator: " ") == expected)
  }

  @Test(arguments: [200, 201, 4000])
  func `groups of two end in three, within the digits a number may have`(pairs: Int) {
    let text = "1" + String(repeating: ",23", count: pairs) + ",456"
    let numerals = numbered(text).numerals
    let separate = max(pairs - 199, 0)
    #expect(numerals.count == separate + 1)
    #expect(numerals.prefix(separate).allSatisfy { $0.groupingSeparator == nil && $0.digitCount <= 2 })
    #expect(numerals.last?.isIndian == true)
    #expect(numerals.last?.digitCount == 2 * min(pairs, 199) + (separate == 0 ? 4 : 5))
  }

  @Test(arguments: [("12,34,56", 3), ("12,34,5", 3), ("12,34,5678", 3), ("12,34 12,34,567", 3), ("1,22,333,44,555", 2)])
  func `groups of two without three are separate numbers`(text: String, count: Int) {
    #expect(numbered(text).numerals.count == count)
  }

  @Test func `a sign and parentheses are told apart from text`() {
    let numerals = numbered("($7) f(7) (8 ($-9)").numerals
    #expect(numerals.map { $0.sign == .minus } == [true, false, false, true])
    #expect(numerals.map { $0.start - $0.first } == [2, 0, 0, 2])
  }

  @Test func `symbols of another language can be given`() {
    let german = NumberSymbols(decimalSeparators: [","], groupingSeparators: ["."])
    let text = numbered("1.234,50 €", german)
    #expect(text.numerals.map { text.value(of: $0)?.description } == ["1234.50"])
  }
}
