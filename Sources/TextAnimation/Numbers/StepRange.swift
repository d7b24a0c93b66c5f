internal import TextBytes

/// Two numbers and all between and beyond them, in units of the last digit shown, where they fit one machine word.
struct StepRange: Sendable {
  let origin: Int64
  let distance: Int64

  /// The value in units of the last digit shown, or `nil` if it takes more than 16 digits.
  ///
  /// A double is significand·2^−shift, so one product, one shift and one comparison are exact.
  func steps(at progress: Double, _ rounding: Rounding) -> Int64? {
    let exponent = Int(progress.exponentBitPattern)
    let fraction = Int64(progress.significandBitPattern)
    let significand = exponent == 0 ? fraction : fraction | 1 << 52
    var shift = 1075 - max(exponent, 1)
    guard shift > 0 else { return nil }
    var product = Int128(progress.sign == .minus ? -significand : significand) &* Int128(distance)
    if shift > 120 {
      // Far less than half of the last digit: a quarter rounds the same.
      product = product.signum()
      shift = 2
    }
    let half: Int128 = 1 &<< Int128(shift &- 1)
    let floor = Int128(origin) &+ product &>> Int128(shift)
    let remainder = product & (half &<< 1 &- 1)
    let value = rounding.carries(from: floor, remainder: remainder, half: half) ? floor &+ 1 : floor
    return value.magnitude < UInt128(DecimalWord.limit) ? Int64(value) : nil
  }
}
