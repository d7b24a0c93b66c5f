import Testing
import TextBytes

@testable import TextAnimation

/// Numbers of up to 38 digits must come out of two machine words as out of any number of limbs.
struct LongStepRangeTests {
  private static let numbers = [
    "0", "1", "-0.5", "98765432109876543210", "-98765432109876543210.25", "99999999999999999999999999999999999999",
    "-9999999999999999999999999999999999999.9", "12345678901234567", "10000000000000000", "36893488147419103232.5",
  ]

  /// 2⁻¹² shifts the product by exactly one word, which once lost the half.
  private static let progresses: [Double] = {
    let even = (-8...24).map { Double($0) / 16 }
    let small = (1...70).map { 1.1 / Double(sign: .plus, exponent: $0, significand: 1) }
    return even + small + [0.1, 1.0 / 3, 0.999999, -0x1.3579p-12, 0x1.fffffffffffffp-12, .leastNonzeroMagnitude, 1e300]
  }()

  @Test(arguments: Rounding.allCases) func `every step is that of the exact value`(rounding: Rounding) throws {
    var count = 0
    for source in Self.numbers {
      for target in Self.numbers {
        let range = DecimalRange(
          from: try ExactDecimal(parsing: source), to: try ExactDecimal(parsing: target), fractionDigits: 2,
          rounding: rounding)
        guard let long = LongStepRange(range) else { continue }
        for progress in Self.progresses {
          guard let steps = long.steps(at: progress) else { continue }
          let exact = range.value(at: progress).shifted(by: 2).rounded(toFractionDigits: 0, rounding)
          #expect("\(steps)" == "\(exact)", "\(source) → \(target) at \(progress)")
          count += 1
        }
      }
    }
    #expect(count > 3_000)
  }

  @Test(arguments: [1, 16, 17, 20, 33, 38]) func `digits are those of the number`(minimum: Int) throws {
    let layouts = [
      DigitLayout(grouping: .init()), DigitLayout(grouping: .init(primary: 3, secondary: 2)), DigitLayout(),
    ]
    var value: UInt128 = 0
    for digit in 0..<38 {
      value = value * 10 + UInt128(digit % 10)
      let digits = Array("\(value)".utf8).map { $0 - UInt8(ascii: "0") }
      for layout in layouts {
        var long = UTF8Buffer()
        var wide = UTF8Buffer()
        layout.write(LongDigits(value, minimum: minimum), fractionDigits: 0...1, to: &long)
        var expected = WideDigits(
          ExactDecimal(isNegative: false, magnitude: Magnitude(digits: digits), fractionDigits: 1))
        expected.round(toFractionDigits: 1, integerDigits: minimum - 1, .nearest)
        layout.write(expected, fractionDigits: 0...1, to: &wide)
        let (written, longhand) = (long.text(), wide.text())
        #expect(written == longhand)
      }
    }
  }

  @Test func `what does not fit is refused`() throws {
    for (source, target) in [
      ("0", "100000000000000000000000000000000000000"), ("0", "12"), ("0.001", "98765432109876543210"),
    ] {
      let range = DecimalRange(
        from: try ExactDecimal(parsing: source), to: try ExactDecimal(parsing: target), fractionDigits: 0,
        rounding: .nearest)
      #expect(LongStepRange(range) == nil)
    }
  }
}
