/// A number with few decimals as the quotient of two whole numbers, so that a sum is rounded once.
///
/// 0.05 + 0.1 is 0.15000000000000002 in binary, and (5 + 10) / 100 is 0.15.
struct DecimalFraction {
  /// A whole number.
  let numerator: Double
  /// A power of ten.
  let denominator: Double

  /// 1.
  static var one: DecimalFraction? { DecimalFraction(1) }

  /// `nil` for a number with more than nine decimals.
  init?(_ value: Double) {
    var power = 1.0
    while (value * power).rounded() / power != value {
      guard power < 1e9 else { return nil }
      power *= 10
    }
    (numerator, denominator) = ((value * power).rounded(), power)
  }

  /// The sum with `count` times the quotient of two others, rounded once.
  ///
  /// - Returns: `nil` where one of them is, and where the numbers are too large to be whole all the way.
  func adding(_ count: Double, of dividend: DecimalFraction?, per divisor: DecimalFraction?) -> Double? {
    guard let dividend, let divisor else { return nil }
    let scale = dividend.denominator * divisor.numerator
    let sum = numerator * scale + count * dividend.numerator * divisor.denominator * denominator
    return sum < 0x1p53 && denominator * scale < 0x1p53 ? sum / (denominator * scale) : nil
  }
}
