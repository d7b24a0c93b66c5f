import Testing

@testable import TextAnimation
@testable import WrittenNumbers

struct DecimalFractionTests {
  private func sum(_ value: Double, _ count: Double, of dividend: Double, per divisor: Double) -> Double? {
    DecimalFraction(value)?.adding(count, of: DecimalFraction(dividend), per: DecimalFraction(divisor))
  }

  @Test(
    arguments: [
      (0.05, 1, 0.1, 1, 0.15), (0.05, 3, 0.1, 0.5, 0.65), (0.7, 1, 1, 3, 31 / 30.0), (9e15, 1, 7e12, 1, 9.007e15),
    ] as [(Double, Double, Double, Double, Double)])
  func `a sum is rounded once`(value: Double, count: Double, dividend: Double, divisor: Double, sum: Double) {
    #expect(self.sum(value, count, of: dividend, per: divisor) == sum)
  }

  /// 2⁵³ is 9,007,199,254,740,992.
  @Test(
    arguments: [
      (9e15, 1, 8e12, 1), (9e15, 8, 1e12, 1), (3599.9, 1, 1e12, 3.001), (0, 1, 1e-9, 9.999_999_999),
    ] as [(Double, Double, Double, Double)])
  func `numbers that are not whole all the way have no exact sum`(
    value: Double, count: Double, dividend: Double, divisor: Double
  ) {
    #expect(sum(value, count, of: dividend, per: divisor) == nil)
  }

  @Test(arguments: [1 / 3.0, 0.1234567891, .pi, .nan])
  func `a number with more than nine decimals is none`(value: Double) {
    #expect(DecimalFraction(value) == nil)
    #expect(sum(1, 1, of: value, per: 1) == nil)
    #expect(sum(1, 1, of: 1, per: value) == nil)
  }
}
