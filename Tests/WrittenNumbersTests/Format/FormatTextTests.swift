import TextFilms
import Testing
import Interpolation
import WrittenNumbers
import TextBytes

/// What a format shows at any progress is what one writes down after working it out on paper.
@Suite struct `The text of a format at any progress` {
  private static let progresses = (0...8).map { Double($0) / 8 } + [0.1, 1.0 / 3, 0.999999, -0.5, 1.75, 1e-9, -1e-7]
  private static let pairs = [
    ("0", "1"), ("100", "400"), ("-1.5", "2.25"), ("999.5", "1000.5"), ("0.001", "-0.0005"), ("95", "105"),
    ("123456789012", "-99999999999999.25"), ("9999999999999999", "98765432109876543210"),
    ("-1234567890123456789012345678901234.5", "7"),
  ]

  private func check(
    _ format: String, places: (Schoolbook) -> Int, _ expected: (Schoolbook, Rounding) -> String
  ) throws {
    for (source, target) in Self.pairs {
      let interpolations = try Rounding.allCases.map {
        try FormatInterpolator(format: PrintfFormat(format), rounding: $0).prepare(from: source, to: target)
      }
      for progress in Self.progresses {
        let exact = Schoolbook.interpolate(source, target, at: progress)
        let value = Schoolbook.interpolate(source, target, at: progress, places: places(exact))
        for (rounding, interpolation) in zip(Rounding.allCases, interpolations) {
          #expect(
            interpolation.text(at: progress) == expected(value, rounding),
            "\(format) \(rounding): \(source) → \(target) at \(progress)")
        }
      }
    }
  }

  @Test func `whole numbers and fractions`() throws {
    try check("%d!", places: { _ in 0 }) { $0.text(places: 0, $1) + "!" }
    try check("%.3f", places: { _ in 3 }) { $0.text(places: 3, $1) }
    try check("%12.1f|", places: { _ in 1 }) { padded($0.text(places: 1, $1), to: 12) + "|" }
    try check("%-9d|", places: { _ in 0 }) {
      let text = $0.text(places: 0, $1)
      return text + String(repeating: " ", count: max(9 - text.count, 0)) + "|"
    }
    try check("%+.2f%%", places: { _ in 2 }) {
      let text = $0.text(places: 2, $1)
      return (text.hasPrefix("-") ? "" : "+") + text + "%"
    }
  }

  @Test func `zeros stand behind the 38th digit`() throws {
    let long = String(repeating: "3", count: 36) + ".75"
    for (format, source, target, shown) in [
      ("%.1f", "0", long, "333333333333333333333333333333333333.8"),
      ("%.2f", "0", long, "333333333333333333333333333333333333.75"),
      ("%.4f", "0", long, "333333333333333333333333333333333333.7500"),
      ("%.60f", "0", "1", "1." + String(repeating: "0", count: 60)),
      ("%.39e", "1", "-20", "-2." + String(repeating: "0", count: 39) + "e+01"),
    ] {
      let interpolation = try FormatInterpolator(format: PrintfFormat(format)).prepare(from: source, to: target)
      #expect(interpolation.text(at: 1) == shown, "\(format)")
    }
    let tenth = try FormatInterpolator(format: PrintfFormat("%.60f")).prepare(from: "0", to: "1")
    // 0.1 is 0.1000000000000000055511151231257827021181583404541015625.
    #expect(tenth.text(at: 0.1) == "0.1000000000000000055511151231257827021" + String(repeating: "0", count: 23))
    let places = try FormatInterpolator(
      template: NumberTemplate(minimumFractionDigits: 100, maximumFractionDigits: 100)
    )
    .prepare(from: "12", to: "12345678901234567890123456789012345678")
    #expect(places.text(at: 1) == "12345678901234567890123456789012345678." + String(repeating: "0", count: 100))
    #expect(places.text(at: 0) == "12." + String(repeating: "0", count: 100))
  }

  @Test(arguments: [("%x", 16), ("%o", 8)])
  func `hexadecimal and octal numbers`(format: String, base: Int) throws {
    try check(format, places: { _ in 0 }) { value, rounding in
      let text = value.text(places: 0, rounding)
      return (text.hasPrefix("-") ? "-" : "") + converted(text.drop { $0 == "-" }, to: base)
    }
  }

  @Test(arguments: [1, 3, 7, 15, 20]) func `powers of ten`(count: Int) throws {
    let places = { (value: Schoolbook) in max(count - 1 - value.significant(1, .trunc).exponent, 0) }
    try check("%.\(count - 1)e", places: places) { value, rounding in
      let (isNegative, digits, exponent) = value.significant(count, rounding)
      let power = (exponent < 0 ? "-" : "+") + (exponent.magnitude < 10 ? "0" : "") + "\(exponent.magnitude)"
      return (isNegative ? "-" : "") + digits.prefix(1) + (count > 1 ? "." : "") + digits.dropFirst() + "e" + power
    }
  }

  @Test(arguments: Rounding.allCases) func `sizes`(rounding: Rounding) throws {
    let thousands = NumberTemplate.Step(
      unit: 3,
      template: NumberTemplate(
        positive: .init(suffix: "K"), negative: .init(prefix: "-", suffix: "K"), maximumFractionDigits: 0))
    let plain = NumberTemplate.Step(unit: 0, template: NumberTemplate(maximumFractionDigits: 0))
    let template = NumberTemplate(
      first: plain, rest: [plain, plain, thousands], digits: .fraction(1...1))
    for (source, target) in Self.pairs {
      let interpolation = try FormatInterpolator(template: template, rounding: rounding).prepare(
        from: source, to: target)
      for progress in Self.progresses {
        let value = Schoolbook.interpolate(source, target, at: progress, places: 1)
        let small = value.text(places: 1, rounding)
        // A number that is rounded to a thousand is one.
        let isLarge = small.drop { $0 == "-" }.count > 5
        let expected = isLarge ? value.thousandth.text(places: 1, rounding) + "K" : small
        #expect(interpolation.text(at: progress) == expected, "\(source) → \(target) at \(progress)")
      }
    }
  }

  private func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }

  /// Divides by the base until nothing is left.
  private func converted(_ decimal: some StringProtocol, to base: Int) -> String {
    var digits = decimal.compactMap(\.wholeNumberValue)
    var text = ""
    repeat {
      var rest = 0
      digits = digits.map { digit in
        let value = rest * 10 + digit
        rest = value % base
        return value / base
      }
      text = String(rest, radix: base) + text
      digits = Array(digits.drop { $0 == 0 })
    } while !digits.isEmpty
    return text
  }
}
