/// How a value between two shown digits is rounded, by the names of `roundingMode` in ECMA-402.
public enum Rounding: String, CaseIterable, Sendable {
  /// To the nearer one; from the exact middle away from zero.
  case halfExpand
  /// To the nearer one; from the exact middle to the even digit, as C's printf does it.
  case halfEven
  /// Toward zero, as UICountingLabel and animated-ui-label do it.
  case trunc
  /// Toward −∞.
  case floor
  /// Toward +∞.
  case ceil
  /// Away from zero.
  case expand
  /// To the nearer one; from the exact middle toward +∞.
  case halfCeil
  /// To the nearer one; from the exact middle toward −∞.
  case halfFloor
  /// To the nearer one; from the exact middle toward zero.
  case halfTrunc

  /// Other names of some of them.
  public static let aliases: KeyValuePairs<String, Rounding> = [
    "nearest": .halfEven, "towardZero": .trunc, "down": .floor, "up": .ceil,
  ]

  /// Finds the rounding that has a name or an alias.
  public init?(named name: String) {
    guard let rounding = Rounding(rawValue: name) ?? Self.aliases.first(where: { $0.key == name })?.value else {
      return nil
    }
    self = rounding
  }

  /// Whether a value that lies between two whole numbers goes up to the higher one: the one place where values are rounded.
  @inline(__always)
  func goesUp(fromHalf side: Int, isNegative: Bool, isOdd: Bool) -> Bool {
    switch self {
    case .halfExpand: side > 0 || side == 0 && !isNegative
    case .halfEven: side > 0 || side == 0 && isOdd
    case .trunc: isNegative
    case .floor: false
    case .ceil: true
    case .expand: !isNegative
    case .halfCeil: side >= 0
    case .halfFloor: side > 0
    case .halfTrunc: side > 0 || side == 0 && isNegative
    }
  }

  var isToNearest: Bool {
    switch self {
    case .halfExpand, .halfEven, .halfCeil, .halfFloor, .halfTrunc: true
    case .trunc, .floor, .ceil, .expand: false
    }
  }
}

/// A value between whole numbers of units: ``floor`` + ``fraction`` / 2⁶⁴, and less than 2⁻⁶⁴ above that where it has more.
package struct Sample {
  /// The largest whole number that is not above the value, within ±``NumberLimits/units``.
  package let floor: Int128
  package let fraction: UInt64
  let hasMore: Bool

  package init(floor: Int128, fraction: UInt64 = 0, hasMore: Bool = false) {
    self.floor = floor
    self.fraction = fraction
    self.hasMore = hasMore
  }

  init(limit isNegative: Bool) {
    let limit = Int128(truncatingIfNeeded: NumberLimits.units)
    self.init(floor: isNegative ? 0 &- limit : limit)
  }

  /// The value that lies a part of a way from its origin; beyond the largest number it stands still.
  init(_ part: DyadicFraction, of way: Way) {
    let isDown = way.isFalling != part.isNegative
    let (whole, fraction, hasMore) = part.product(with: way.length)
    // Below 2 · 10³⁸, more than an Int128 holds.
    let limit = Int128(truncatingIfNeeded: NumberLimits.units)
    let room = UInt128(truncatingIfNeeded: isDown ? limit &+ way.origin : limit &- way.origin)
    guard whole < room else {
      self.init(limit: isDown)
      return
    }
    let step = Int128(truncatingIfNeeded: whole)
    if isDown {
      self.init(below: way.origin &- step, fraction, hasMore)
    } else {
      self.init(floor: way.origin &+ step, fraction: fraction, hasMore: hasMore)
    }
  }

  /// A double behind an origin, in units of the digit at up to 37 places.
  package init(_ value: Double, places: Int, from origin: Int128 = 0) {
    let exact = min(max(places, 0), NumberLimits.digits - 1)
    self = Sample(DyadicFraction(value), of: Way(from: origin, length: .powerOfTen(exact)))
      .multiplied(byPowerOfTen: places - exact)
  }

  /// The value that lies a fraction below a whole number.
  private init(below whole: Int128, _ fraction: UInt64, _ hasMore: Bool) {
    let isWhole = fraction == 0 && !hasMore
    self.init(
      floor: isWhole ? whole : whole &- 1, fraction: hasMore ? ~fraction : 0 &- fraction, hasMore: hasMore)
  }
}

package struct Way: Sendable {
  /// Within ±``NumberLimits/units``.
  let origin: Int128
  /// Below 2 · 10³⁸.
  package let length: UInt128
  let isFalling: Bool

  package init(from origin: Int128, to end: Int128) {
    let isFalling = end < origin
    self.init(
      from: origin, length: UInt128(truncatingIfNeeded: isFalling ? origin &- end : end &- origin), down: isFalling)
  }

  fileprivate init(from origin: Int128, length: UInt128, down isFalling: Bool = false) {
    (self.origin, self.length, self.isFalling) = (origin, length, isFalling)
  }

  var room: Int {
    let step = Int128(truncatingIfNeeded: length)
    let end = isFalling ? origin &- step : origin &+ step
    return NumberLimits.digits - max(origin.magnitude, end.magnitude).digitCount
  }

  /// The value at a progress, in units of so many digits more or fewer, or in multiples of so many; one within the error of
  /// the progress of a whole number or of a half is that.
  package func sample(at progress: Double, digits: Int = 0, multiplesOf unit: UInt64 = 1) -> Sample {
    let sample = exactSample(at: progress, digits: digits).divided(by: unit)
    guard progress != 0, progress != 1, length.digitCount + digits <= ProgressError.digits else { return sample }
    // Far beyond the ends it is lost in the last place of the progress.
    let error = progress.magnitude + ProgressError.limit - progress.magnitude
    let part = (length.approximation * error).multiplied(byPowerOfTen: digits) / Double(unit)
    return part < 0.25 ? sample.nearest(within: UInt64(part * 0x1p64)) : sample
  }

  func exactSample(at progress: Double, digits: Int) -> Sample {
    let part = DyadicFraction(progress)
    let more = digits > 0 ? min(digits, room) : 0
    let way =
      more == 0
      ? self
      : Way(
        from: origin &* Int128(truncatingIfNeeded: UInt128.powerOfTen(more)), length: length &* .powerOfTen(more),
        down: isFalling)
    return Sample(part, of: way).multiplied(byPowerOfTen: digits - more)
  }
}

/// What a progress may be wrong by: it is a quotient of doubles, and 0.7 is not quite 7 / 10.
package enum ProgressError {
  /// 64 units in the last place of a progress from ½ to 1, as some passes of an animation add up.
  package static let limit = 0x1p-47

  /// The most digits that a distance may have in steps, so that the error is less than a tenth of one.
  static let digits = 13
}

extension Sample {
  private static let half: UInt64 = 1 << 63

  var isWhole: Bool { fraction == 0 && !hasMore }

  package var isZero: Bool { floor == 0 && isWhole }

  /// Whether nothing of it is left out when it is multiplied.
  var isWholeOrHalf: Bool { !hasMore && (fraction == 0 || fraction == Self.half) }

  package func rounded(_ rounding: Rounding) -> Int128 {
    guard !isWhole else { return floor }
    let side = fraction < Self.half ? -1 : fraction == Self.half && !hasMore ? 0 : 1
    let goesUp = rounding.goesUp(fromHalf: side, isNegative: floor < 0, isOdd: floor & 1 != 0)
    return goesUp ? min(floor &+ 1, Int128(truncatingIfNeeded: NumberLimits.units)) : floor
  }

  /// The whole number or the half that lies no farther away than `error` / 2⁶⁴, or else the value itself.
  ///
  /// Rounding down would else show 2 for the 2.9999999999999996 of a progress that ought to give 3.
  func nearest(within error: UInt64) -> Sample {
    guard error > 0 else { return self }
    if fraction <= error { return Sample(floor: floor) }
    if 0 &- fraction <= error { return Sample(floor: floor &+ 1) }
    let distance = fraction > Self.half ? fraction &- Self.half : Self.half &- fraction
    return distance <= error ? Sample(floor: floor, fraction: Self.half) : self
  }

  package var magnitude: Sample { floor < 0 ? Sample(below: 0 &- floor, fraction, hasMore) : self }

  func divided(by divisor: UInt64) -> Sample {
    guard divisor > 1 else { return self }
    var (whole, rest) = floor.magnitude.divided(by: divisor)
    if floor < 0, rest > 0 { (whole, rest) = (whole &+ 1, divisor &- rest) }
    let (fraction, more) = divisor.dividingFullWidth((rest, fraction))
    let quotient = Int128(truncatingIfNeeded: whole)
    return Sample(floor: floor < 0 ? 0 &- quotient : quotient, fraction: fraction, hasMore: hasMore || more > 0)
  }

  /// The value times 10 to the power of `exponent`, of which 64 bits behind the point are known; beyond the largest number
  /// it stands still.
  func multiplied(byPowerOfTen exponent: Int) -> Sample {
    var (sample, rest) = (self, exponent)
    while rest < 0, !sample.isZero {
      sample = sample.divided(by: .powerOfTen(-rest))
      rest = min(rest + 19, 0)
    }
    while rest > 0, !sample.isZero {
      let step = min(rest, 19)
      rest -= step
      guard let whole = sample.floor.multiplied(byPowerOfTen: step) else { return Sample(limit: floor < 0) }
      let (high, low) = sample.fraction.multipliedFullWidth(by: .powerOfTen(step))
      sample = Sample(floor: whole &+ Int128(high), fraction: low, hasMore: sample.hasMore)
    }
    return sample
  }
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

  /// The magnitude times a number: the whole part, 64 bits behind the point, and whether more follow; the largest whole part
  /// where it takes more than 128 bits.
  func product(with number: UInt128) -> (whole: UInt128, fraction: UInt64, hasMore: Bool) {
    // 128 bits times 53 are `high` · 2⁶⁴ + `low`.
    let lower = UInt128(UInt64(truncatingIfNeeded: number)) &* UInt128(significand)
    let high = (number &>> 64) &* UInt128(significand) &+ lower &>> 64
    let low = UInt64(truncatingIfNeeded: lower)
    guard shift < 64 else { return Self.fine(high, low, by: shift &- 64) }
    if shift > 0 {
      let up = 64 &- shift
      guard high.leadingZeroBitCount >= up else { return (.max, 0, false) }
      let whole = high &<< UInt128(truncatingIfNeeded: up) | UInt128(low &>> UInt64(truncatingIfNeeded: shift))
      return (whole, low &<< UInt64(truncatingIfNeeded: up), false)
    }
    let product = high &<< 64 | UInt128(low)
    guard high &>> 64 == 0, product.leadingZeroBitCount >= 0 &- shift || product == 0 else { return (.max, 0, false) }
    return (product &<< UInt128(truncatingIfNeeded: 0 &- shift), 0, false)
  }

  /// (`high` · 2⁶⁴ + `low`) / 2^(64 + `shift`).
  private static func fine(_ high: UInt128, _ low: UInt64, by shift: Int) -> (UInt128, UInt64, Bool) {
    guard shift < 192 else { return (0, 0, high != 0 || low != 0) }
    guard shift > 0 else { return (high, low, false) }
    if shift < 64 {
      let up = UInt64(truncatingIfNeeded: 64 &- shift)
      let fraction = UInt64(truncatingIfNeeded: high) &<< up | low &>> UInt64(truncatingIfNeeded: shift)
      return (high &>> UInt128(truncatingIfNeeded: shift), fraction, low &<< up != 0)
    }
    let down = UInt128(truncatingIfNeeded: shift &- 64)
    let hasMore = low != 0 || high & (1 &<< down &- 1) != 0
    let whole = shift < 128 ? high &>> UInt128(truncatingIfNeeded: shift) : 0
    return (whole, UInt64(truncatingIfNeeded: high &>> down), hasMore)
  }
}
