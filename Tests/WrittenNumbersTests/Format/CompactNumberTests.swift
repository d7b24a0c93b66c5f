import TextFilms
import Interpolation
import Testing
import WrittenNumbers
import TextBytes

struct CompactNumberTests {
  private struct Format {
    var template: NumberTemplate
    var rounding = Rounding.halfExpand
  }

  private static func step(_ unit: Int, _ suffix: String) -> NumberTemplate.Step {
    NumberTemplate.Step(unit: unit, template: format(suffix))
  }

  private static func format(_ suffix: String) -> NumberTemplate {
    NumberTemplate(
      positive: NumberTemplate.Affixes(suffix: suffix), negative: NumberTemplate.Affixes(prefix: "-", suffix: suffix),
      zero: NumberTemplate.Affixes(suffix: suffix), layout: DigitLayout(grouping: DigitLayout.Grouping(minimum: 2)),
      maximumFractionDigits: 0)
  }

  private static func english(fractionDigits: Int? = nil, rounding: Rounding = .halfExpand) -> Format {
    let units = [0, 0, 3, 3, 3, 6, 6, 6].map { step($0, $0 == 0 ? "" : $0 == 3 ? "K" : "M") }
    return Format(
      template: NumberTemplate(
        first: step(0, ""), rest: units, digits: fractionDigits.map { .fraction($0...$0) } ?? .compact),
      rounding: rounding)
  }

  private func text(_ number: String, _ format: Format = Self.english()) throws -> String {
    try FormatInterpolator(template: format.template, rounding: format.rounding).text("", number, at: 1)
  }

  @Test(arguments: [
    ("0", "0"), ("0.0123", "0.012"), ("0.00999", "0.01"), ("0.999", "1"), ("1", "1"), ("1.25", "1.3"), ("9.95", "10"),
    ("12.5", "13"), ("99.5", "100"), ("999.4", "999"), ("999.5", "1K"), ("1000", "1K"), ("1050", "1.1K"),
    ("1150", "1.2K"),
    ("9949", "9.9K"), ("9950", "10K"), ("99500", "100K"), ("999499", "999K"), ("999500", "1M"), ("1250000", "1.3M"),
    ("-999500", "-1M"), ("-0.5", "-0.5"), ("1234567890", "1235M"), ("12345678901", "12,346M"),
  ])
  func `the size is that of the rounded number, with two digits below a hundred`(number: String, text: String) throws {
    #expect(try self.text(number) == text)
  }

  @Test(arguments: [
    ("0", "0.00"), ("-0.001", "0.00"), ("999.994", "999.99"), ("999.995", "1.00K"), ("999995", "1.00M"),
    ("1234567", "1.23M"),
  ])
  func `a count of fraction digits stays`(number: String, text: String) throws {
    #expect(try self.text(number, Self.english(fractionDigits: 2)) == text)
  }

  @Test func `rounding goes the way that was asked for`() throws {
    #expect(try text("999999", Self.english(rounding: .trunc)) == "999K")
    #expect(try text("1001", Self.english(rounding: .ceil)) == "1.1K")
    #expect(try text("-1001", Self.english(rounding: .floor)) == "-1.1K")
  }

  @Test func `a plural is chosen by the whole number that is shown`() throws {
    let thousand = NumberTemplate.Step(
      unit: 3, template: Self.format(" thousands"), exceptions: [1: Self.format(" thousand")])
    let steps = [Self.step(0, ""), Self.step(0, ""), thousand]
    let format = Format(template: NumberTemplate(first: Self.step(0, ""), rest: steps))
    #expect(
      try ["1000", "1049", "1100", "2000", "-1000"].map { try text($0, format) } == [
        "1 thousand", "1 thousand", "1.1 thousands", "2 thousands", "-1 thousand",
      ])
  }

  @Test func `one step writes every number`() throws {
    let format = Format(template: NumberTemplate(first: Self.step(0, ""), rest: []))
    #expect(try text("123456", format) == "123,456")
    #expect(try text(String(repeating: "9", count: 38), format).hasSuffix(",999"))
  }
}

struct CompactInterpolationTests {
  private let interpolator = FormatInterpolator(
    template: NumberTemplate(
      first: NumberTemplate.Step(unit: 0, template: NumberTemplate(maximumFractionDigits: 0)),
      rest: [0, 0, 3].map {
        NumberTemplate.Step(
          unit: $0, template: NumberTemplate(positive: .init(suffix: $0 == 3 ? "K" : ""), maximumFractionDigits: 0))
      }))

  private func strip(_ source: String, _ target: String, values: Bool = false) throws -> [String] {
    let interpolation = try interpolator.prepare(from: source, to: target)
    return try [0, 0.001, 0.1, 0.5, 1].map { progress in
      values ? try #require(interpolation.number(isRounded: true, at: progress)) : interpolation.text(at: progress)
    }
  }

  @Test func `a number counts through its sizes`() throws {
    #expect(try strip("0", "2500") == ["0", "2.5", "250", "1.3K", "2.5K"])
    #expect(try strip("0", "2500", values: true) == ["0", "2.5", "250", "1300", "2500"])
  }

  @Test func `a number below one has no more digits than the ends need`() throws {
    #expect(try strip("0", "10") == ["0", "0", "1", "5", "10"])
    #expect(try strip("0.034", "10") == ["0.034", "0.044", "1", "5", "10"])
  }

  @Test func `a spring rests when no digit of the smaller size can change`() throws {
    let threshold = try interpolator.prepare(from: "0", to: "1000").threshold
    #expect(abs(threshold - 0.0005) < 1e-12)
    #expect(try interpolator.prepare(from: "5", to: "0").threshold.isFinite)
  }
}
