import Testing
import TextBytes

@testable import TextAnimation

/// Two machine words must write what any number of limbs writes.
struct NarrowRangeTests {
  private static let pairs = [
    ("0", "1"), ("0", "9876543"), ("-1", "1"), ("999.5", "1000.5"), ("0.001", "0.0005"), ("-123456789012", "0.25"),
    ("9999999999999999", "-9999999999999999"), ("0.5", "2.5"), ("1234.5", "1234.5"), ("95", "105"), ("0", "-0.000125"),
  ]

  private static let progresses: [Double] = {
    let even = (0...64).map { Double($0) / 64 }
    let small = (1...40).map { 1 / Double(1 << $0) }
    let odd: [Double] = [0.1, 1.0 / 3, 0.7, 0.999999, -0.25, -1.75, 1.25, 3.5, 1e-9, .leastNonzeroMagnitude, 1e9]
    return even + small + odd
  }()

  private func forEachValue(_ check: (DecimalRange, Double, ExactDecimal, NarrowValue?) throws -> Void) throws {
    for (source, target) in Self.pairs {
      let (source, target) = (try ExactDecimal(parsing: source), try ExactDecimal(parsing: target))
      let narrow = try #require(NarrowRange(from: source, to: target))
      let range = DecimalRange(from: source, to: target, fractionDigits: 0, rounding: .nearest)
      for progress in Self.progresses {
        try check(range, progress, range.value(at: progress), narrow.value(at: progress))
      }
    }
  }

  @Test(arguments: Rounding.allCases)
  func `a value is the same decimal, rounded anywhere`(rounding: Rounding) throws {
    var count = 0
    try forEachValue { _, progress, exact, narrow in
      guard let narrow else { return }
      if let exponent = narrow.exponent { #expect(exponent == exact.exponent, "\(exact)") }
      for places in -4...8 {
        guard let magnitude = narrow.rounded(toFractionDigits: places, rounding) else { continue }
        let expected = exact.shifted(by: places).rounded(toFractionDigits: 0, rounding)
        #expect(magnitude == expected.magnitude.narrow, "\(exact) to \(places)")
        count += 1
      }
    }
    #expect(count > 5000)
  }

  @Test(
    arguments: ["%e", "%.0e", "%#.0E", "%.14e", "%g", "%G", "%#g", "%.3g", "%.12g", "%+.2e", "% g"], Rounding.allCases)
  func `exponents are written as by the long way`(format: String, rounding: Rounding) throws {
    let format = try PrintfFormat(format).scientificFormat(rounding: rounding)
    var count = 0
    try forEachValue { _, _, exact, narrow in
      var short = UTF8Buffer()
      var long = UTF8Buffer()
      guard let narrow, format.write(narrow, to: &short) else { return }
      format.write(exact, to: &long)
      let (written, expected) = (short.text(), long.text())
      #expect(written == expected)
      count += 1
    }
    #expect(count > 500)
  }

  @Test(arguments: ["%x", "%X", "%#x", "%o", "%#o", "%.0x", "%#.0o", "%.5x", "%#.3o"])
  func `other bases are written as by the long way`(format: String) throws {
    let format = try PrintfFormat(format)
    for integer in [0, 1, 7, 8, 9, 10, 15, 16, 255, 4096, 123_456_789, 9_999_999_999_999_999, -1, -8, -255] as [Int64] {
      var short = UTF8Buffer()
      var long = UTF8Buffer()
      format.write(integer: integer, to: &short)
      format.write(try ExactDecimal(parsing: String(integer)), rounding: .towardZero, to: &long)
      let (written, expected) = (short.text(), long.text())
      #expect(written == expected)
    }
  }

  @Test(arguments: [nil, 0, 2], Rounding.allCases)
  func `sizes are written as by the long way`(fractionDigits: Int?, rounding: Rounding) throws {
    let format = CompactNumberFormat(
      first: Self.step(0, ""),
      rest: [0, 0, 3, 3, 3, 6, 6, 6].map { Self.step($0, $0 == 3 ? "K" : $0 == 6 ? "M" : "") },
      fractionDigits: fractionDigits, decimalShift: 2, rounding: rounding)
    var count = 0
    try forEachValue { _, _, exact, narrow in
      var short = UTF8Buffer()
      var long = UTF8Buffer()
      guard let narrow, format.write(narrow, to: &short) else { return }
      format.write(exact, to: &long)
      let (written, expected) = (short.text(), long.text())
      #expect(written == expected, "\(exact)")
      count += 1
    }
    #expect(count > 500)
  }

  private static func step(_ unit: Int, _ suffix: String) -> CompactNumberFormat.Step {
    let one = NumberFormat(positive: .init(suffix: suffix + " one"), maximumFractionDigits: 0)
    let many = NumberFormat(
      positive: .init(suffix: suffix), negative: .init(prefix: "-", suffix: suffix), minimumIntegerDigits: 2,
      maximumFractionDigits: 0)
    return CompactNumberFormat.Step(unit: unit, format: many, exceptions: [1: one])
  }
}
