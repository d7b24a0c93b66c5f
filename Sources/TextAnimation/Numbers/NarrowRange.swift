internal import TextBytes

/// Two numbers of at most 16 digits and all between them, for formats whose digits depend on each value's size.
///
/// What an ``ExactDecimal`` does with limbs, as exactly, in two machine words.
struct NarrowRange: Sendable {
  private let origin: Int64
  private let distance: Int64
  /// How many digits of the two stand after the separator.
  private let fractionDigits: Int

  /// Takes two numbers; `nil` where they need more digits together.
  init?(from source: ExactDecimal, to target: ExactDecimal) {
    fractionDigits = max(source.fractionDigits, target.fractionDigits)
    guard let origin = source.narrow(places: fractionDigits), let end = target.narrow(places: fractionDigits) else {
      return nil
    }
    self.origin = origin
    distance = end - origin
  }

  /// The exact value; `nil` where it takes more than two words, as close to the start.
  func value(at progress: Double) -> NarrowValue? {
    guard progress.isFinite, progress != 0 else {
      return NarrowValue(numerator: Int128(origin), shift: 0, fractionDigits: fractionDigits)
    }
    let bits = progress.significandBitPattern | (progress.isNormal ? 1 << 52 : 0)
    let zeros = bits.trailingZeroBitCount
    let shift = 1075 - max(Int(progress.exponentBitPattern), 1) - zeros
    guard (0...72).contains(shift) else { return nil }
    let significand = Int128(bits >> UInt64(zeros))
    let product = (progress < 0 ? -significand : significand) &* Int128(distance)
    return NarrowValue(
      numerator: Int128(origin) &<< Int128(shift) &+ product, shift: shift, fractionDigits: fractionDigits)
  }
}

/// ±`numerator` / 2^`shift` / 10^`fractionDigits`.
struct NarrowValue {
  let isNegative: Bool
  private let numerator: UInt128
  private let shift: Int
  private let fractionDigits: Int

  init(numerator: Int128, shift: Int, fractionDigits: Int) {
    isNegative = numerator < 0
    self.numerator = numerator.magnitude
    self.shift = shift
    self.fractionDigits = fractionDigits
  }

  var isZero: Bool { numerator == 0 }

  /// The power of ten of the first digit, 0 for zero; `nil` where finding it takes more than two words.
  var exponent: Int? {
    guard !isZero else { return 0 }
    for more in [0, 6, 12, 18] {
      guard let whole = floor(places: fractionDigits + more)?.quotient else { return nil }
      if whole > 0 { return whole.digitCount - 1 - fractionDigits - more }
    }
    return nil
  }

  /// The magnitude in units of the last of `places` digits after the separator; `nil` beyond 16 digits.
  func rounded(toFractionDigits places: Int, _ rounding: Rounding) -> UInt64? {
    guard let (quotient, rest) = floor(places: places) else { return nil }
    let value = rounding.increments(isNegative: isNegative, isOdd: quotient & 1 != 0, rest) ? quotient + 1 : quotient
    return value < DecimalWord.limit ? value : nil
  }

  private func floor(places: Int) -> (quotient: UInt64, rest: Rest)? {
    places < fractionDigits ? shortened(by: fractionDigits - places) : lengthened(by: places - fractionDigits)
  }

  private func lengthened(by digits: Int) -> (quotient: UInt64, rest: Rest)? {
    guard digits < 20 else { return nil }
    let (scaled, isTooLarge) = numerator.multipliedReportingOverflow(by: UInt128(UInt64.powerOfTen(digits)))
    guard !isTooLarge, let quotient = UInt64(exactly: scaled >> UInt128(shift)) else { return nil }
    let one: UInt128 = 1 << UInt128(shift)
    return (quotient, Rest(scaled & (one - 1), of: one, isExact: true))
  }

  private func shortened(by digits: Int) -> (quotient: UInt64, rest: Rest)? {
    guard digits < 20, let whole = UInt64(exactly: numerator >> UInt128(shift)) else { return nil }
    let unit = UInt64.powerOfTen(digits)
    let (quotient, remainder) = whole.quotientAndRemainder(dividingBy: unit)
    let isExact = numerator & (1 << UInt128(shift) - 1) == 0
    return (quotient, Rest(UInt128(remainder), of: UInt128(unit), isExact: isExact))
  }

  /// What is cut off, compared with half a unit.
  enum Rest {
    case none, belowHalf, half, aboveHalf

    /// `isExact` where nothing follows `part`.
    init(_ part: UInt128, of unit: UInt128, isExact: Bool) {
      let below = unit - part
      self =
        part == 0 && isExact ? .none : part < below ? .belowHalf : part == below && isExact ? .half : .aboveHalf
    }
  }
}

extension Rounding {
  /// Whether a magnitude is rounded away from zero.
  fileprivate func increments(isNegative: Bool, isOdd: Bool, _ rest: NarrowValue.Rest) -> Bool {
    switch (self, rest) {
    case (_, .none), (.towardZero, _), (.nearest, .belowHalf): false
    case (.nearest, .half): isOdd
    case (.nearest, .aboveHalf): true
    case (.down, _): isNegative
    case (.up, _): !isNegative
    }
  }
}

extension UInt64 {
  /// 10 to the power of `exponent`, 0…19.
  static func powerOfTen(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { power, _ in power &* 10 }
  }

  /// How many decimal digits the number has, 0 for zero.
  var digitCount: Int {
    var (count, rest) = (0, self)
    while rest > 0 { (count, rest) = (count + 1, rest / 10) }
    return count
  }
}
