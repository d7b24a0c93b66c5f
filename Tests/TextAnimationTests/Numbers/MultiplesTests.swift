import Testing
import TextBytes

@testable import TextAnimation

struct MultiplesTests {
  private func rounded(_ value: String, _ factor: String, _ rounding: Rounding) throws -> String {
    try ExactDecimal(parsing: value).rounded(toMultipleOf: ExactDecimal(parsing: factor), rounding).description
  }

  @Test func `a number goes to the multiple that its rounding says`() throws {
    let rows: [(String, String, [String])] = [
      ("7", "5", ["5", "5", "5", "10"]), ("-7", "5", ["-5", "-5", "-10", "-5"]), ("7.5", "5", ["10", "5", "5", "10"]),
      ("12.5", "5", ["10", "10", "10", "15"]), ("12.5000000000000000001", "5", ["15", "10", "10", "15"]),
      ("0.3", "0.25", ["0.25", "0.25", "0.25", "0.50"]), ("-0.1", "0.25", ["0.00", "0.00", "-0.25", "0.00"]),
      ("10", "3", ["9", "9", "9", "12"]), ("4.5", "3", ["6", "3", "3", "6"]), ("1.5", "3", ["0", "0", "0", "3"]),
      (
        "123456789012345678901234567890", "7",
        [
          "123456789012345678901234567890", "123456789012345678901234567890", "123456789012345678901234567890",
          "123456789012345678901234567890",
        ]
      ),
      ("0", "10", ["0", "0", "0", "0"]), ("20", "10", ["20", "20", "20", "20"]),
    ]
    for (value, factor, expected) in rows {
      for (rounding, text) in zip([Rounding.nearest, .towardZero, .down, .up], expected) {
        #expect(try rounded(value, factor, rounding) == text, "\(value) to \(factor), \(rounding)")
      }
    }
  }

  @Test func `small numbers agree with whole number arithmetic`() throws {
    for value in -60...60 {
      for factor in [1, 2, 3, 4, 7, 10] {
        let floor = Int((Double(value) / Double(factor)).rounded(.down)) * factor
        let isWhole = floor == value
        #expect(try rounded("\(value)", "\(factor)", .down) == "\(floor)")
        #expect(try rounded("\(value)", "\(factor)", .up) == "\(isWhole ? value : floor + factor)")
        let nearest = Int((Double(value) / Double(factor)).rounded(.toNearestOrEven)) * factor
        #expect(try rounded("\(value)", "\(factor)", .nearest) == "\(nearest)")
      }
    }
  }

  @Test func `what can be a factor is above zero and short`() throws {
    for text in ["1", "0.5", "10", "0.000000001", "123456789"] { #expect(try ExactDecimal(parsing: text).isFactor) }
    for text in ["0", "-1", "0.0000000001", "1234567890"] { #expect(try !ExactDecimal(parsing: text).isFactor) }
  }

  @Test(arguments: Rounding.allCases) func `a count of steps tells multiples apart`(rounding: Rounding) throws {
    let range = DecimalRange(
      from: try ExactDecimal(parsing: "-3.7"), to: try ExactDecimal(parsing: "12.25"), fractionDigits: 2,
      rounding: rounding, factor: try ExactDecimal(parsing: "1.5"))
    let counter = try #require(StepCounter(range))
    var last: (count: Int, value: String)?
    for index in 1..<4000 {
      let progress = Double(index) / 4000
      let now = (counter.count(at: progress), range.value(at: progress).description)
      if let last { #expect((now.0 == last.count) == (now.1 == last.value), "\(progress)") }
      last = now
    }
  }
}
