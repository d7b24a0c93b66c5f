package import Interpolation
import TextBytes

/// Two numbers and everything between and beyond them, exact to the 38th digit: `v = source + p·(target − source)`.
package struct Tween: Sendable {
  package let source: Decimal
  package let target: Decimal
  /// The digits behind the separator where the value is rounded; fewer than none where it is rounded before it.
  package let places: Int
  /// The zeros that are shown behind these digits, which would be more than a number may have.
  package let zeros: Int
  package let rounding: Rounding
  /// What every value but the two ends is a multiple of.
  package let factor: Decimal?
  /// The way in units of the last digit that both numbers, the factor and the shown number have.
  private let way: Way
  private let finest: Int
  /// Whether both numbers are shown in up to 16 digits.
  let isShort: Bool
  let near: NearTween

  package init(
    from source: Decimal, to target: Decimal, places asked: Int, rounding: Rounding, factor: Decimal? = nil
  ) throws(NotAnimatable) {
    let own = max(source.places, target.places, factor?.places ?? 0)
    guard own <= NumberLimits.writtenDigits else { throw .tooLong }
    guard var origin = source.units(places: own), var end = target.units(places: own) else { throw .tooFarApart }
    finest = asked > own ? min(asked, own + Way(from: origin, to: end).room) : own
    if finest > own {
      origin = origin.multiplied(byPowerOfTen: finest - own) ?? origin
      end = end.multiplied(byPowerOfTen: finest - own) ?? end
    }
    way = Way(from: origin, to: end)
    (self.source, self.target, self.rounding, self.factor) = (source, target, rounding, factor)
    places = min(asked, finest)
    zeros = asked - places
    let limit = UInt128(DecimalWord.limit) &* UInt128(UInt64.powerOfTen(finest - places))
    isShort = zeros == 0 && origin.magnitude < limit && end.magnitude < limit
    near = factor == nil && finest == asked ? NearTween(way, rounding) : .unknown
  }

  var isFalling: Bool { way.isFalling }

  var mostPlaces: Int { finest + way.room }

  package var distance: Decimal? { target.subtracting(source) }

  func rounded(toMultiplesOf factor: Decimal, morePlaces: Int) throws(NotAnimatable) -> Tween {
    try Tween(from: source, to: target, places: places + zeros + morePlaces, rounding: rounding, factor: factor)
  }

  // MARK: - The value at a progress

  package func units(at progress: Double) -> Int128 { value(at: progress, places: places).rounded(rounding) }

  /// The value at a progress, kept to multiples of the ``factor``, in units of the digit at `places` or in multiples of so
  /// many; what is not finite counts as zero.
  func value(at progress: Double, places: Int, multiplesOf unit: UInt64 = 1) -> Sample {
    guard let factor, progress != 0, progress != 1 else {
      return sample(at: progress, places: places, multiplesOf: unit)
    }
    let word = factor.word
    let limit = Int128(truncatingIfNeeded: NumberLimits.units)
    let count = multipleCount(at: progress, of: factor)
    let multiple = Sample(floor: count.multiplied(by: word) ?? (count < 0 ? 0 &- limit : limit))
    return multiple.multiplied(byPowerOfTen: places - factor.places).divided(by: unit)
  }

  private func multipleCount(at progress: Double, of factor: Decimal) -> Int128 {
    sample(at: progress, places: factor.places, multiplesOf: factor.word).rounded(rounding)
  }

  /// The value at a progress; one within the error of the progress of a whole number or of a half is that.
  package func sample(at progress: Double, places: Int, multiplesOf unit: UInt64 = 1) -> Sample {
    way.sample(at: progress, digits: places - finest, multiplesOf: unit)
  }
}

extension Decimal {
  fileprivate var word: UInt64 { UInt64(truncatingIfNeeded: units) }
}

extension Double {
  func multiplied(byPowerOfTen exponent: Int) -> Double {
    var (product, rest) = (self, exponent)
    while rest < 0, product != 0 {
      (product, rest) = (product / Double(UInt64.powerOfTen(-rest)), min(rest + 19, 0))
    }
    return rest > 0 ? product * Double(UInt64.powerOfTen(rest)) : product
  }
}

// MARK: - What else there is to know

extension Tween {
  /// Half of the last digit shown, as a fraction of the distance; infinite where nothing changes.
  ///
  /// With a ``factor`` that the target is a multiple of it is half of that.
  package var threshold: Double {
    let step = factor.flatMap { isMultiple(target, of: $0) ? $0 : nil }
    let unit = finest - (step == nil ? places : 0)
    let length =
      Decimal(Int128(truncatingIfNeeded: way.length), places: unit)?.approximation
      ?? way.length.approximation.multiplied(byPowerOfTen: -unit)
    return max(0.5 * (step?.approximation ?? 1) / length, .leastNormalMagnitude)
  }

  private func isMultiple(_ number: Decimal, of factor: Decimal) -> Bool {
    number.units(places: factor.places).map { Sample(floor: $0).divided(by: factor.word).isWhole } ?? false
  }

  /// The digits to which a way is told that is not shown with more.
  private static let toldDigits = 15

  /// Appends the value before it is rounded, in plain digits without zeros at the end: `-1234.5`.
  ///
  /// Both ends are exact. Between them a way has ``toldDigits`` digits, more than a progress is right to, and rounding
  /// them gives what is shown.
  func writeExact(at progress: Double, to text: inout UTF8Buffer) {
    let told = min(finest + max(Self.toldDigits - way.length.digitCount, 0), mostPlaces)
    let shown = sample(at: progress, places: places)
    let value =
      shown.isWholeOrHalf
      ? shown.multiplied(byPowerOfTen: told - places) : way.exactSample(at: progress, digits: told - finest)
    NumberTemplate.writePlain(value.rounded(.halfEven), places: told, minimumPlaces: 0, to: &text)
  }

  /// Appends the value as it is rounded where it is shown, but in plain digits: `-1234.50`.
  func writePlain(at progress: Double, to text: inout UTF8Buffer) {
    let shown = max(places, 0)
    NumberTemplate.writePlain(
      value(at: progress, places: shown).rounded(rounding), zeros: zeros, places: shown + zeros, to: &text)
  }

  // MARK: - Steps

  /// Tells which of the shown values stands at a progress, counted up from the source's toward the target's.
  ///
  /// `nil` where the way takes more than a machine word; the numbers may be as long as they like.
  var steps: (@Sendable (Double) -> Int)? {
    if isCountable {
      let (start, near) = (stepUnits(at: 0), near)
      let (nearStart, direction) = (near.units(at: 0), isFalling ? -1 : 1)
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
    let word = UInt128(DecimalWord.limit)
    guard finest - places <= 9, way.length < word else { return false }
    guard let factor else { return way.origin.magnitude < word || way.length < 1_000_000_000_000 }
    return way.origin.magnitude < word && factor.units(places: finest).map { $0.magnitude < word } ?? false
  }

  /// Beyond this the count stands still: two counts and the way between them are whole numbers.
  static let stepLimit = 1 << 60

  private func step(at progress: Double, from start: Int128) -> Int {
    guard progress.magnitude < 0x1p52 else { return progress < 0 ? -Self.stepLimit : Self.stepLimit }
    // A countable way times 2⁵² is far below 2¹²⁷.
    let difference = stepUnits(at: progress) &- start
    let limit = Int128(Self.stepLimit)
    return Int(min(max(isFalling ? 0 &- difference : difference, 0 &- limit), limit))
  }

  private func stepUnits(at progress: Double) -> Int128 {
    factor.map { multipleCount(at: progress, of: $0) } ?? sample(at: progress, places: places).rounded(rounding)
  }
}

// MARK: - Near

/// A way between two whole numbers in a double's own arithmetic.
///
/// It takes a dozen instructions, where the exact way takes hundreds.
struct NearTween: Sendable {
  private let origin: Int64
  /// Not a number where the exact way has to be taken.
  private let way: Double
  private let rounding: Rounding
  private let isToNearest: Bool
  /// Twice what the error of a progress amounts to.
  private let margin: Double
  /// How far from a whole number a product surely is on the same side of the half.
  private let reach: Double

  static let unknown = NearTween(origin: 0, way: .nan, .halfExpand)

  private init(origin: Int64, way: Double, _ rounding: Rounding) {
    self.origin = origin
    self.way = way
    self.rounding = rounding
    isToNearest = rounding.isToNearest
    margin = 2 * abs(way) * ProgressError.limit
    // Products below 2⁴¹ are wrong by less than 2⁻¹².
    reach = 0.5 - 0x1p-12 - margin
  }

  /// Takes a way that a double can follow; any other is ``unknown``.
  fileprivate init(_ way: Way, _ rounding: Rounding) {
    guard way.origin.magnitude < UInt128(DecimalWord.limit), way.length < 1 << 41 else {
      self = .unknown
      return
    }
    let length = Double(Int64(truncatingIfNeeded: way.length))
    self.init(origin: Int64(truncatingIfNeeded: way.origin), way: way.isFalling ? -length : length, rounding)
  }

  /// The value at a progress; `nil` where a double may err or it has more than 16 digits.
  @inline(__always)
  func units(at progress: Double) -> Int64? {
    // Adding 3 · 2⁵¹ leaves the nearest whole number in the lowest bits.
    let product = progress * way
    let shifted = product + 0x1.8p52
    let excess = product - (shifted - 0x1.8p52)
    guard abs(product) < 0x1p41, abs(excess) < reach else { return nil }
    var word = origin &+ Int64(bitPattern: shifted.bitPattern &- (0x1.8p52).bitPattern)
    if !isToNearest, excess != 0 {
      guard let directed = directed(word, excess, progress) else { return nil }
      word = directed
    }
    return word.magnitude < DecimalWord.limit ? word : nil
  }

  /// The same for a rounding that asks on which side of a whole number the value lies, or whether it is that number but
  /// for the error of the progress.
  @inline(__always)
  private func directed(_ nearest: Int64, _ excess: Double, _ progress: Double) -> Int64? {
    guard abs(progress) < 8 else { return nil }
    if abs(excess) < margin / 4 { return nearest }
    guard abs(excess) > margin else { return nil }
    let floor = excess < 0 ? nearest &- 1 : nearest
    let goesUp = rounding.goesUp(fromHalf: excess < 0 ? 1 : -1, isNegative: floor < 0, isOdd: floor & 1 != 0)
    return goesUp ? floor &+ 1 : floor
  }
}
