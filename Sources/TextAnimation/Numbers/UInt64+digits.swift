extension UInt64 {
  /// 10 to the power of `exponent`, 0…19.
  @inline(__always)
  static func powerOfTen(_ exponent: Int) -> UInt64 { powersOfTen[exponent] }

  /// How many decimal digits the number has, 0 for zero.
  ///
  /// 1233/4096 is log₁₀ 2, so that the bits tell it but for one, which a comparison finds.
  @inline(__always)
  var digitCount: Int {
    let guess = ((64 &- leadingZeroBitCount) &* 1233) &>> 12
    return self < Self.powersOfTen[guess] ? guess : guess &+ 1
  }

  private static let powersOfTen: InlineArray<20, UInt64> = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
}
