@testable import WrittenNumbers
import Testing

struct DecimalTests {
  private static let plain = NumberSymbols(decimalSeparators: ["."], groupingSeparators: [])

  @Test(arguments: [
    "0", "-0", "7", "007", "-12.50", "0.1", "-0.000000000000000001", "12345678901234567", "999999999999999999",
    "-999999999999999999", "1000000000000000000", "1234567890.0123456789", "99999999999999999999999999999999999999",
    "-", ".", ".5", "5.", "-.5", "1.2.3", "1..2", "1-2", "--1", "+1", "−1", " 1", "1 ", "1,000", "1e5", "٣",
    "1\u{301}", "x",
  ])
  func `a plain decimal is what the scanner reads, however short`(text: String) {
    let scanned = try? Decimal(parsing: text, symbols: Self.plain)
    #expect(Decimal(plain: text)?.description == scanned?.description)
  }

  @Test func `an approximation is the nearest double`() throws {
    let bound: Int128 = 1 << 53
    let units: [Int128] = [
      0, 1, 3, -7, 10, 123_456_789, bound - 1, bound, bound + 1, -bound - 1, 999_999_999_999_999_999,
      -9_007_199_254_740_993_000, 12_345_678_901_234_567_890_123_456_789,
    ]
    for units in units {
      for places in 0...30 {
        let number = try #require(Decimal(units, places: places))
        #expect(number.approximation == Double(number.description), "\(number)")
      }
    }
  }
}
