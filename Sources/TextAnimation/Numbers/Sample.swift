/// A value as a whole number of units, and how far it lies above that.
struct Sample {
  /// The largest whole number that is not above the value.
  let floor: BigInteger
  private(set) var rest = Remainder.none

  init(floor: BigInteger, rest: Remainder = .none) {
    self.floor = floor
    self.rest = rest
  }

  /// The value that lies a part of a way from an origin.
  init(_ part: DyadicFraction, of way: BigInteger, from origin: BigInteger) {
    let (distance, rest) = part.magnitude(of: way)
    if part.isNegative == way.isNegative {
      self.init(floor: origin + distance, rest: rest)
    } else {
      self.init(floor: origin - distance - .word(rest == .none ? 0 : 1), rest: rest.opposite)
    }
  }
}

/// What a progress may be wrong by: it is a quotient of doubles, and 0.7 is not quite 7 / 10.
enum ProgressError {
  /// 64 units in the last place of a progress from ½ to 1, as some passes of an animation add up.
  static let limit = 0x1p-47

  /// The most digits that a distance may have in steps, so that the error is less than a tenth of one.
  static let digits = 13
}

extension Sample {
  /// A value that lies between two: the whole number or the half that lies between them, too, where there is one.
  ///
  /// Rounding down would else show 2 for the 2.9999999999999996 of a progress that ought to give 3.
  init(between low: Sample, and high: Sample) {
    if low.rest == .none || low.floor != high.floor {
      self.init(floor: high.floor)
    } else {
      self.init(floor: low.floor, rest: low.rest == high.rest ? low.rest : .half)
    }
  }

  /// The value in units a power of ten smaller, where it is a whole number or a half.
  func multiplied(byPowerOfTen exponent: Int) -> Sample? {
    let whole = floor.multiplied(by: 10, power: exponent)
    switch rest {
    case .none: return Sample(floor: whole)
    case .half where exponent > 0: return Sample(floor: whole + .word(5).multiplied(by: 10, power: exponent - 1))
    case .half, .belowHalf, .aboveHalf: return nil
    }
  }

  /// The whole number that is shown.
  func rounded(_ rounding: Rounding) -> BigInteger {
    rounding.goesUp(rest, isNegative: floor.isNegative, isOdd: floor.isOdd) ? floor + .word(1) : floor
  }

  /// The value in units that are `divisor` times as large.
  func divided(by divisor: UInt64) -> Sample {
    guard divisor > 1 else { return self }
    let (quotient, remainder) = floor.dividedDown(by: divisor)
    return Sample(floor: quotient, rest: Remainder(UInt128(remainder), of: UInt128(divisor), more: rest))
  }

  /// The value in units that are 10^`exponent` times as large.
  func divided(byPowerOfTen exponent: Int) -> Sample {
    var sample = self
    var rest = exponent
    while rest > 0 {
      sample = sample.divided(by: .powerOfTen(min(rest, 18)))
      rest -= 18
    }
    return sample
  }

  /// Without regard to the sign: the largest whole number that is not above the magnitude, and what it leaves.
  var magnitude: Sample {
    guard floor.isNegative else { return self }
    return Sample(floor: -floor - .word(rest == .none ? 0 : 1), rest: rest.opposite)
  }

  var isZero: Bool { floor.isZero && rest == .none }
}

/// A double as what it is: ±`significand` / 2^`shift`; the one place where one is taken apart.
struct DyadicFraction {
  let isNegative: Bool
  /// Odd, or zero.
  let significand: UInt64
  let shift: Int

  /// What is not finite counts as zero.
  @inline(__always)
  init(_ value: Double) {
    let exponent = Int(truncatingIfNeeded: value.bitPattern &>> 52) & 0x7FF
    let bits = value.significandBitPattern | (exponent > 0 ? 1 << 52 : 0)
    let zeros = bits.trailingZeroBitCount
    guard exponent < 0x7FF, bits > 0 else {
      (isNegative, significand, shift) = (false, 0, 0)
      return
    }
    isNegative = value < 0
    significand = bits &>> UInt64(truncatingIfNeeded: zeros)
    shift = 1075 &- max(exponent, 1) &- zeros
  }

  /// The whole part of this part of a number, and how much is cut off, both without regard to signs.
  @inline(__always)
  func magnitude(of number: BigInteger) -> (whole: BigInteger, rest: Remainder) {
    guard case .word(let word) = number, shift >= 0 else { return longMagnitude(of: number) }
    // 127 bits times 53 are two words: `upper`·2⁶⁴ + `low`.
    let lower = UInt128(UInt64(truncatingIfNeeded: word.magnitude)) &* UInt128(significand)
    let upper = (word.magnitude &>> 64) &* UInt128(significand) &+ lower &>> 64
    let low = UInt64(truncatingIfNeeded: lower)
    if shift > 64 {
      let unit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: min(shift - 64, 120))
      let rest = Remainder(upper & (unit &- 1), of: unit, more: low == 0 ? .none : .belowHalf)
      return (.word(Int128(upper &>> UInt128(truncatingIfNeeded: min(shift - 64, 120)))), rest)
    }
    guard upper.leadingZeroBitCount > 65 - shift else { return longMagnitude(of: number) }
    let whole = upper &<< UInt128(truncatingIfNeeded: 64 - shift) | UInt128(low) >> UInt128(shift)
    let unit: UInt128 = 1 &<< UInt128(truncatingIfNeeded: shift)
    return (.word(Int128(whole)), Remainder(UInt128(low) & (unit &- 1), of: unit))
  }

  private func longMagnitude(of number: BigInteger) -> (whole: BigInteger, rest: Remainder) {
    let product = number * significand
    guard shift > 0 else { return (product.multiplied(by: 2, power: -shift).absolute, .none) }
    let (quotient, rest) = product.magnitude.shifted(by: shift)
    return (BigInteger(isNegative: false, quotient), rest)
  }
}

extension BigInteger {
  fileprivate var absolute: BigInteger { isNegative ? -self : self }
}
