internal import TextBytes

/// ±`numerator` / 2^`shift` / 10^`fractionDigits`.
struct NarrowValue {
  let isNegative: Bool
  private let numerator: UInt128
  private let shift: Int
  private let fractionDigits: Int

  /// Creates a value; `shift` is 0…126.
  @inline(__always)
  init(numerator: Int128, shift: Int, fractionDigits: Int) {
    isNegative = numerator < 0
    self.numerator = numerator.magnitude
    self.shift = shift
    self.fractionDigits = fractionDigits
  }

  var isZero: Bool { numerator == 0 }

  /// The same in one machine word but for a rest of less than 2⁻⁶³, which is not lost where it decides a rounding.
  ///
  /// No count of digits after the separator is too many for it.
  var inOneWord: NarrowValue {
    let cut = UInt128(min(max(64 - numerator.leadingZeroBitCount, 0), shift))
    let isExact = numerator & (1 &<< cut &- 1) == 0
    let short = Int128(numerator &>> cut | (isExact ? 0 : 1))
    return NarrowValue(numerator: isNegative ? -short : short, shift: shift - Int(cut), fractionDigits: fractionDigits)
  }

  /// The power of ten of the first digit, 0 for zero; `nil` where finding it takes more than two words.
  @inline(__always)
  var exponent: Int? {
    guard !isZero else { return 0 }
    let whole = numerator &>> UInt128(shift)
    guard whole == 0 else { return UInt64(exactly: whole).map { $0.digitCount &- 1 &- fractionDigits } }
    return exponentOfFraction.map { $0 &- fractionDigits }
  }

  /// The same for a number below one unit, from its bits but for one power, which a product finds.
  private var exponentOfFraction: Int? {
    let bits = 127 - numerator.leadingZeroBitCount - shift
    // 78913 / 2¹⁸ is log₁₀ 2.
    let lower = (bits * 78_913) >> 18
    guard lower < -1 else { return -1 }
    // So small that no format of sixteen digits shows more of it than that.
    guard lower > -20 else { return -20 }
    guard let next = lengthened(by: -1 - lower) else { return nil }
    return next.quotient == 0 ? lower : lower + 1
  }

  /// The magnitude in units of the last of `places` digits after the separator; `nil` beyond 16 digits.
  @inline(__always)
  func rounded(toFractionDigits places: Int, _ rounding: Rounding) -> UInt64? {
    let digits = places &- fractionDigits
    guard let (quotient, rest) = digits < 0 ? shortened(by: 0 &- digits) : lengthened(by: digits) else { return nil }
    let increments = rounding.increments(isNegative: isNegative, isOdd: quotient & 1 != 0, rest)
    let value = increments ? quotient &+ 1 : quotient
    return quotient < DecimalWord.limit && value < DecimalWord.limit ? value : nil
  }

  @inline(__always)
  private func lengthened(by digits: Int) -> (quotient: UInt64, rest: Remainder)? {
    guard digits < 20 else { return nil }
    let factor = UInt64.powerOfTen(digits)
    guard numerator.leadingZeroBitCount &+ factor.leadingZeroBitCount >= 64 else { return nil }
    let scaled = numerator &* UInt128(factor)
    guard let quotient = UInt64(exactly: scaled &>> UInt128(shift)) else { return nil }
    let one: UInt128 = 1 &<< UInt128(shift)
    return (quotient, Remainder(scaled & (one &- 1), of: one, isExact: true))
  }

  @inline(__always)
  private func shortened(by digits: Int) -> (quotient: UInt64, rest: Remainder)? {
    guard digits < 20, let whole = UInt64(exactly: numerator &>> UInt128(shift)) else { return nil }
    let unit = UInt64.powerOfTen(digits)
    let (quotient, remainder) = whole.quotientAndRemainder(dividingBy: unit)
    let isExact = numerator & (1 &<< UInt128(shift) &- 1) == 0
    return (quotient, Remainder(UInt128(remainder), of: UInt128(unit), isExact: isExact))
  }
}
