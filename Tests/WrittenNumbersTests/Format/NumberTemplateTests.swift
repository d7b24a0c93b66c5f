import TextFilms
import WrittenNumbers
import Interpolation
import Testing
import TextBytes

@Suite struct `Number formats` {
  private func text(_ number: String, _ template: NumberTemplate) throws -> String {
    try FormatInterpolator(template: template).text("", number, at: 1)
  }

  @Test func `a German currency`() throws {
    let euro = NumberTemplate(
      positive: .init(suffix: "\u{A0}€"), negative: .init(prefix: "-", suffix: "\u{A0}€"),
      layout: DigitLayout(decimalSeparator: ",", groupingSeparator: ".", grouping: .init()), minimumFractionDigits: 2,
      maximumFractionDigits: 2)
    #expect(
      try FormatInterpolator(template: euro).film("-1234.5", "1234.5", frames: 5) == """
        -1.234,50\u{A0}€
        -617,25\u{A0}€
        0,00\u{A0}€
        617,25\u{A0}€
        1.234,50\u{A0}€
        """)
  }

  @Test func `percent multiplies by a hundred and thousands divide`() throws {
    let percent = NumberTemplate(positive: .init(suffix: "%"), maximumFractionDigits: 1, decimalShift: 2)
    #expect(try FormatInterpolator(template: percent).film("0", "0.25", frames: 3) == "0%\n13%\n25%")
    let thousands = NumberTemplate(positive: .init(suffix: "K"), maximumFractionDigits: 1, decimalShift: -3)
    #expect(try text("1250", thousands) == "1.3K")
    #expect(try text("123456789012345678901234567890", thousands) == "123456789012345678901234567.9K")
  }

  @Test func `the value of a percentage is the number itself`() throws {
    let percent = NumberTemplate(positive: .init(suffix: "%"), maximumFractionDigits: 0, decimalShift: 2)
    let interpolation = try FormatInterpolator(template: percent).prepare(from: "0", to: "0.5")
    #expect(interpolation.number(at: 0.5) == "0.25")
    #expect(abs(interpolation.threshold - 0.01) < 1e-15)
  }

  @Test(arguments: [
    ("1234", "1234"), ("12345", "12.345"), ("1234567", "1.234.567"), ("0.5", "0,5"), ("0.25", "0,25"),
    ("0.126", "0,13"), ("10", "10"),
  ])
  func `small numbers can stay together and zeros at the end are left out`(number: String, expected: String) throws {
    let spanish = NumberTemplate(
      layout: DigitLayout(decimalSeparator: ",", groupingSeparator: ".", grouping: .init(minimum: 2)),
      maximumFractionDigits: 2)
    #expect(try text(number, spanish) == expected)
  }

  @Test func `zero has its own affixes and other digits their separators`() throws {
    let arabic = NumberTemplate(
      positive: .init(prefix: "+"), zero: .init(prefix: "±"),
      layout: DigitLayout(
        digitSet: try #require(DigitSet(containing: "٠")), decimalSeparator: "٫", groupingSeparator: "٬",
        grouping: .init()),
      minimumIntegerDigits: 5, maximumFractionDigits: 1)
    #expect(
      try ["1234.5", "0", "0.04", "-7"].map { try text($0, arabic) } == ["+٠١٬٢٣٤٫٥", "±٠٠٬٠٠٠", "±٠٠٬٠٠٠", "-٠٠٬٠٠٧"])
  }

  @Test func `counts out of range are brought into it`() throws {
    let format = NumberTemplate(minimumIntegerDigits: .max, minimumFractionDigits: .max, maximumFractionDigits: .max)
    #expect(try text("1.5", format).count == 801)
    let empty = NumberTemplate(minimumIntegerDigits: .min, maximumFractionDigits: .min, decimalShift: .min)
    #expect(try text("5", empty) == "")
    #expect(DigitLayout.Grouping(primary: 0, secondary: -1, minimum: 0) == .init(primary: 1, secondary: 1, minimum: 1))
  }
}
