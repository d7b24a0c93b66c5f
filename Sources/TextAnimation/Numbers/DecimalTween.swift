internal import TextBytes

/// Two numbers and everything between and beyond them, exact: `v = source + p·distance`.
struct DecimalTween: Sendable {
  let source: Decimal
  let distance: Decimal
  /// The digits shown after the separator, where the value is rounded; fewer than none where it is rounded before it.
  let places: Int
  let rounding: Rounding
  /// What every value but the two ends is a multiple of.
  let factor: Decimal?
  /// Source and distance in units of the last digit that they or the shown number have.
  private let origin: BigInteger
  private let way: BigInteger
  /// Whether both numbers are shown in up to 16 digits.
  let isShort: Bool
  /// How many of those digits are not shown.
  private let hiddenPlaces: Int
  /// The most digits after the separator in whose units the error of a progress is far below one.
  private let tolerantPlaces: Int
  /// The same in a double's arithmetic.
  let near: NearTween

  init(from source: Decimal, to target: Decimal, places: Int, rounding: Rounding, factor: Decimal? = nil) {
    self.source = source
    self.places = places
    self.rounding = rounding
    self.factor = factor
    let ownPlaces = max(source.places, target.places)
    let finest = max(places, ownPlaces, factor?.places ?? 0)
    hiddenPlaces = finest - places
    origin = source.units(places: finest)
    let end = target.units(places: finest)
    way = end - origin
    distance = finest == ownPlaces ? Decimal(way, places: finest) : target - source
    isShort =
      origin.isBelow(DecimalWord.limit, power: finest - places)
      && end.isBelow(DecimalWord.limit, power: finest - places)
    tolerantPlaces = finest + ProgressError.digits - way.digitCount
    near = factor == nil && hiddenPlaces == 0 ? NearTween(from: origin, way, rounding) : .unknown
  }

  var target: Decimal { source + distance }

  /// About the bytes that it keeps beside itself: its four numbers, where machine words are too short.
  var byteCount: Int { exactDigits == 0 ? 0 : 128 + exactDigits }

  /// The same numbers, and multiples of `factor` between them, shown with other digits.
  func rounded(toMultiplesOf factor: Decimal, places: Int) -> DecimalTween {
    DecimalTween(from: source, to: target, places: places, rounding: rounding, factor: factor)
  }
}

// MARK: - The value at a progress

extension DecimalTween {
  /// The value at a progress, in units of the digit at `places` or in multiples of so many; what is not finite counts as
  /// zero.
  ///
  /// A value within the error of the progress of a whole number or of a half is that.
  func sample(at progress: Double, places: Int, multiplesOf factor: UInt64 = 1) -> Sample {
    guard progress != 0, progress != 1, progress.isFinite, places <= tolerantPlaces else {
      return exactSample(at: progress, places: places).divided(by: factor)
    }
    let before = exactSample(at: progress - ProgressError.limit, places: places).divided(by: factor)
    let behind = exactSample(at: progress + ProgressError.limit, places: places).divided(by: factor)
    return way.isNegative ? Sample(between: behind, and: before) : Sample(between: before, and: behind)
  }

  /// The value at a progress in units that are 10^`places` times smaller than the last digit shown; whole where that
  /// digit is.
  func fineSample(at progress: Double, places: Int) -> Sample {
    sample(at: progress, places: self.places).multiplied(byPowerOfTen: places)
      ?? exactSample(at: progress, places: self.places + places)
  }

  /// The value at exactly this progress, in units of the digit at `places`.
  private func exactSample(at progress: Double, places: Int) -> Sample {
    let excess = places - self.places - hiddenPlaces
    let part = DyadicFraction(progress)
    guard excess > 0 else { return Sample(part, of: way, from: origin).divided(byPowerOfTen: -excess) }
    return Sample(
      part, of: way.multiplied(by: 10, power: excess), from: origin.multiplied(by: 10, power: excess))
  }

  /// The value at a progress in units of the last digit shown, rounded.
  func units(at progress: Double) -> BigInteger { units(at: progress, places: places) }

  /// The same with other digits.
  func units(at progress: Double, places: Int) -> BigInteger {
    guard let multiple = multiple(at: progress) else { return sample(at: progress, places: places).rounded(rounding) }
    return multiple.units(places: places, rounding)
  }

  /// The value at a progress where it is kept to multiples.
  func multiple(at progress: Double) -> Decimal? {
    guard let factor, progress != 0, progress != 1 else { return nil }
    return Decimal(multipleCount(at: progress, of: factor) * factor.word, places: factor.places)
  }

  private func multipleCount(at progress: Double, of factor: Decimal) -> BigInteger {
    sample(at: progress, places: factor.places, multiplesOf: factor.word).rounded(rounding)
  }
}

extension Decimal {
  /// The units of a factor (``isFactor``).
  fileprivate var word: UInt64 { UInt64(units.word ?? 1) }
}

// MARK: - What else there is to know

extension DecimalTween {
  /// Half of the last digit shown, as a fraction of the distance; infinite where nothing changes.
  ///
  /// With a ``factor`` that the target is a multiple of it is half of that.
  var threshold: Double {
    if let factor, target.sample(places: factor.places).divided(by: factor.word).rest == .none {
      return max(0.5 * factor.approximation / abs(distance.approximation), .leastNormalMagnitude)
    }
    return max(0.5 / abs(distance.shifted(by: places).approximation), .leastNormalMagnitude)
  }

  /// The digits of both numbers where one takes more than two machine words, or a ``factor`` has all of them looked at.
  var exactDigits: Int {
    if factor == nil, hiddenPlaces == 0, origin.digitCount <= 38, (origin + way).digitCount <= 38 { return 0 }
    return origin.digitCount + way.digitCount
  }

  /// The digits to which a way is told that is not shown with more.
  private static let toldDigits = 15

  /// Appends the value before it is rounded, in plain digits without zeros at the end: `-1234.5`.
  ///
  /// Both ends are exact. Between them a way has ``toldDigits`` digits, more than a progress is right to, and rounding
  /// them gives what is shown.
  func writeExact(at progress: Double, to text: inout UTF8Buffer) {
    let excess = hiddenPlaces + max(Self.toldDigits - way.digitCount, 0)
    let units = fineSample(at: progress, places: excess).rounded(.halfEven)
    NumberTemplate.writePlain(units, places: places + excess, minimumPlaces: 0, to: &text)
  }

  /// Appends the value as it is rounded where it is shown, but in plain digits: `-1234.50`.
  func writePlain(at progress: Double, to text: inout UTF8Buffer) {
    let places = max(places, 0)
    NumberTemplate.writePlain(units(at: progress, places: places), places: places, to: &text)
  }
}

// MARK: - Steps

extension DecimalTween {
  /// Tells which of the shown values stands at a progress, counted up from the source's toward the target's.
  ///
  /// `nil` where the way takes more than a machine word; the numbers may be as long as they like.
  var steps: (@Sendable (Double) -> Int)? {
    if isCountable {
      let (start, near) = (stepUnits(at: 0), near)
      let (nearStart, direction) = (near.units(at: 0), distance.isNegative ? -1 : 1)
      return { progress in
        guard let nearStart, progress.magnitude < 0x1p52, let word = near.units(at: progress) else {
          return step(at: progress, from: start)
        }
        return direction * Int(word - nearStart)
      }
    }
    // On so long a way every progress has its own text.
    guard threshold < 1e-15 else { return nil }
    return { Int(min(max($0 * 0x1p52, -0x1p60), 0x1p60)) }
  }

  /// Whether the steps can be counted in few instructions.
  private var isCountable: Bool {
    guard hiddenPlaces <= 9, way.isBelow(DecimalWord.limit) else { return false }
    guard let factor else { return origin.isBelow(DecimalWord.limit) || way.isBelow(1_000_000_000_000) }
    return origin.isBelow(DecimalWord.limit) && factor.units(places: places + hiddenPlaces).isBelow(DecimalWord.limit)
  }

  /// Beyond this the count stands still: two counts and the way between them are whole numbers.
  static let stepLimit = 1 << 60

  private func step(at progress: Double, from start: BigInteger) -> Int {
    guard progress.magnitude < 0x1p52 else { return (progress < 0) ? -Self.stepLimit : Self.stepLimit }
    let difference = stepUnits(at: progress) - start
    let steps = distance.isNegative ? -difference : difference
    guard let word = steps.word else { return steps.isNegative ? -Self.stepLimit : Self.stepLimit }
    return Int(min(max(word, -Int128(Self.stepLimit)), Int128(Self.stepLimit)))
  }

  /// The value at a progress in multiples or in units of the last digit shown, as it is rounded.
  private func stepUnits(at progress: Double) -> BigInteger {
    factor.map { multipleCount(at: progress, of: $0) } ?? sample(at: progress, places: places).rounded(rounding)
  }
}

extension BigInteger {
  /// Whether the magnitude is below `limit`·10^`exponent`, at least where that has 36 digits at most.
  fileprivate func isBelow(_ limit: UInt64, power exponent: Int = 0) -> Bool {
    guard let word else { return false }
    return word.magnitude < UInt128(limit) * UInt128(UInt64.powerOfTen(min(exponent, 19)))
  }
}
