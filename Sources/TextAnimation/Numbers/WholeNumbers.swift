internal import TextBytes

extension UInt64 {
  /// 10 to the power of `exponent`, from 10⁰ to 10¹⁹.
  @inline(__always)
  static func powerOfTen(_ exponent: Int) -> UInt64 { powersOfTen[exponent.clamped(to: 0...19)] }

  /// How many decimal digits the number has, 0 for zero.
  ///
  /// 1233/4096 is log₁₀ 2, so that the bits tell it but for one, which a comparison finds.
  @inline(__always)
  var digitCount: Int {
    let guess = ((64 &- leadingZeroBitCount) &* 1233) &>> 12
    return self < Self.powerOfTen(guess) ? guess : guess &+ 1
  }

  private static let powersOfTen: InlineArray<20, UInt64> = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
}

extension UInt128 {
  /// 10 to the power of `exponent`, from 10⁰ to 10³⁸.
  @inline(__always)
  static func powerOfTen(_ exponent: Int) -> UInt128 {
    let low = exponent.clamped(to: 0...19)
    return UInt128(UInt64.powerOfTen(low)) &* UInt128(UInt64.powerOfTen(exponent &- low))
  }

  /// How many decimal digits the number has, 0 for zero.
  @inline(__always)
  var digitCount: Int {
    guard self &>> 64 > 0 else { return UInt64(truncatingIfNeeded: self).digitCount }
    let guess = ((128 &- leadingZeroBitCount) &* 1233) &>> 12
    return self < Self.powerOfTen(guess) ? guess : guess &+ 1
  }

  /// About the number: the conversion of the standard library takes thousands of instructions.
  var approximation: Double {
    Double(UInt64(truncatingIfNeeded: self &>> 64)) * 0x1p64 + Double(UInt64(truncatingIfNeeded: self))
  }

  /// The quotient by a number above 0, and the remainder.
  func divided(by divisor: UInt64) -> (quotient: UInt128, remainder: UInt64) {
    let (upper, rest) = UInt64(truncatingIfNeeded: self &>> 64).quotientAndRemainder(dividingBy: divisor)
    let (lower, remainder) = divisor.dividingFullWidth((rest, UInt64(truncatingIfNeeded: self)))
    return (UInt128(upper) &<< 64 | UInt128(lower), remainder)
  }

  /// Appends the decimal digits in ASCII and so many zeros, with zeros in front until there are `minimum`; none of the
  /// number's own for zero.
  func appendDigits(minimum: Int = 0, zeros: Int = 0, to text: inout UTF8Buffer) {
    let start = text.count
    let (upper, low) = divided(by: DecimalWord.limit)
    if upper > 0 {
      let (top, middle) = upper.divided(by: DecimalWord.limit)
      text.append(digits: UInt64(truncatingIfNeeded: top), from: start)
      text.append(digits: middle, from: start)
    }
    text.append(digits: low, from: start)
    if zeros > 0, text.count > start { text.append(repeating: UInt8(ascii: "0"), count: zeros) }
    text.insert(repeating: UInt8(ascii: "0"), count: minimum - (text.count - start), at: start)
  }
}

extension Int128 {
  /// The number times 10 to the power of `exponent`, which is zero at least; `nil` where it has more digits than a number
  /// may have.
  @inline(__always)
  func multiplied(byPowerOfTen exponent: Int) -> Int128? {
    if exponent == 0 || self == 0 { return self }
    guard magnitude.digitCount <= NumberLimits.digits - exponent else { return nil }
    return self &* Int128(truncatingIfNeeded: UInt128.powerOfTen(exponent))
  }

  /// How many of so many digits behind a separator are left without the zeros at the end.
  func significantPlaces(of places: Int) -> Int {
    guard self != 0 else { return 0 }
    var (rest, places) = (magnitude, places)
    while places > 0, case let (tenth, digit) = rest.divided(by: 10), digit == 0 {
      (rest, places) = (tenth, places - 1)
    }
    return places.clamped(to: 0...Int.max)
  }

  /// The sum; `nil` where it has more digits than a number may have.
  func adding(_ other: Int128) -> Int128? {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows || sum.magnitude > NumberLimits.units ? nil : sum
  }

  /// The number times another; `nil` where it has more digits than a number may have.
  func multiplied(by factor: UInt64) -> Int128? {
    guard factor != 1 else { return self }
    let (product, overflows) = magnitude.multipliedReportingOverflow(by: UInt128(factor))
    guard !overflows, product <= NumberLimits.units else { return nil }
    return self < 0 ? 0 &- Int128(truncatingIfNeeded: product) : Int128(truncatingIfNeeded: product)
  }
}

extension UTF8Buffer {
  /// Appends the next sixteen digits of a number that begins at `start`, without zeros in front of the first.
  fileprivate mutating func append(digits part: UInt64, from start: Int) {
    let digits = DecimalWord(part)
    let zeros = count > start ? 0 : digits.leadingZeros
    append(lowBytesOf: digits.ascii &>> UInt128(truncatingIfNeeded: 8 &* zeros), count: 16 &- zeros)
  }
}
