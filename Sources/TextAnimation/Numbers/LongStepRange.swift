/// Two numbers and all between and beyond them, in units of the last digit shown, where they fit two machine words.
struct LongStepRange: Sendable {
  private let origin: Int128
  private let distance: Int128
  private let rounding: Rounding

  /// Takes numbers of at most 38 digits; `nil` for longer ones, for such as ``StepRange`` holds, and for multiples.
  init?(_ range: borrowing DecimalRange) {
    let places = range.fractionDigits + range.decimalShift
    guard range.narrow == nil, range.factor == nil, let origin = range.source.wide(places: places),
      let end = (range.source + range.distance).wide(places: places)
    else { return nil }
    let (distance, isTooLong) = end.subtractingReportingOverflow(origin)
    guard !isTooLong else { return nil }
    (self.origin, self.distance, rounding) = (origin, distance, range.rounding)
  }

  /// The value in units of the last digit shown, or `nil` if it takes more than 38 digits.
  func steps(at progress: Double) -> Int128? {
    let fraction = progress.significandBitPattern
    let significand = progress.exponentBitPattern == 0 ? fraction : fraction | 1 << 52
    let shift = 1075 - max(Int(progress.exponentBitPattern), 1)
    guard let (way, rest) = Self.shifted(LongProduct(distance.magnitude, significand), by: shift) else { return nil }
    let isDown = (progress < 0) != (distance < 0)
    let (sum, isTooLong) = origin.addingReportingOverflow(isDown ? -way : way)
    guard !isTooLong, sum.magnitude < LongDigits.first else { return nil }
    let floor = isDown && rest != .none ? sum - 1 : sum
    let value = rounding.carries(from: floor, isDown ? rest.opposite : rest) ? floor + 1 : floor
    return value.magnitude < LongDigits.first ? value : nil
  }

  /// The whole number that is left of `product` / 2^`shift`, and what is cut off; `nil` beyond 2¹²⁶.
  private static func shifted(_ product: LongProduct, by shift: Int) -> (whole: Int128, rest: Remainder)? {
    guard shift > 0 else { return nil }
    if shift <= 64 {
      let (more, bits) = (64 - shift, UInt128(shift))
      guard product.high.leadingZeroBitCount > more + 1 else { return nil }
      let whole = product.high &<< UInt128(more) | UInt128(product.low) &>> bits
      let unit: UInt128 = 1 &<< bits
      return (Int128(whole), Remainder(UInt128(product.low) & (unit - 1), of: unit, isExact: true))
    }
    // All products are below half of 2^(64 + 120).
    let bits = UInt128(min(shift - 64, 120))
    let unit: UInt128 = 1 &<< bits
    return (
      Int128(product.high &>> bits), Remainder(product.high & (unit - 1), of: unit, isExact: product.low == 0)
    )
  }
}

/// `high`·2⁶⁴ + `low`.
private struct LongProduct {
  let high: UInt128
  let low: UInt64

  /// Multiplies a number below 2¹²⁷ with one below 2⁵³.
  @inline(__always)
  init(_ number: UInt128, _ factor: UInt64) {
    let lower = UInt128(UInt64(truncatingIfNeeded: number)) &* UInt128(factor)
    high = (number &>> 64) &* UInt128(factor) &+ lower &>> 64
    low = UInt64(truncatingIfNeeded: lower)
  }
}

extension Rounding {
  /// Whether a value that lies `rest` above `floor` goes up to the next whole number.
  fileprivate func carries(from floor: Int128, _ rest: Remainder) -> Bool {
    switch self {
    case .nearest: rest == .aboveHalf || rest == .half && floor & 1 != 0
    case .towardZero: floor < 0 && rest != .none
    case .down: false
    case .up: rest != .none
    }
  }
}
