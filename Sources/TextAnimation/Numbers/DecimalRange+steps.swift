extension DecimalRange {
  /// Tells which of the shown values stands at a progress, counted up from the source's toward the target's.
  ///
  /// `nil` where that takes more than a few machine words; the numbers may be as long as they like.
  var steps: (@Sendable (Double) -> Int)? {
    if let counter = StepCounter(self) { return { counter.count(at: $0) } }
    // On so long a way every progress has its own text.
    guard threshold < 1e-15 else { return nil }
    return { Int(min(max($0 * 0x1p52, -0x1p60), 0x1p60)) }
  }
}

/// The values of a range as whole numbers of what is shown, in machine words.
struct StepCounter: Sendable {
  /// The source, the way and one shown step, in units of the last digit that any of them has.
  private let origin: Int64
  private let distance: Int64
  private let step: Int64
  private let rounding: Rounding
  /// Where the count begins.
  private var start: Int128 = 0

  /// Beyond this the count stands still.
  private static let limit = 1 << 60

  init?(_ range: DecimalRange) {
    let shown = range.fractionDigits + range.decimalShift
    let places = max(
      shown, range.source.fractionDigits, range.distance.fractionDigits, range.factor?.fractionDigits ?? 0)
    guard places - shown <= 9, let distance = range.distance.narrow(places: places),
      let step = range.factor.map({ $0.narrow(places: places) }) ?? Self.power(places - shown),
      let origin = range.source.narrow(places: places) ?? Self.standIn(for: range, places: places, distance)
    else { return nil }
    (self.origin, self.distance, self.step, rounding) = (origin, distance, step, range.rounding)
    start = self.shown(at: 0)
  }

  /// Whole steps from the source to the value at `progress`.
  func count(at progress: Double) -> Int {
    guard progress.magnitude < 0x1p52 else { return (progress < 0) ? -Self.limit : Self.limit }
    let steps = shown(at: progress) - start
    return Int((distance < 0 ? -steps : steps).clamped(to: -Int128(Self.limit)...Int128(Self.limit)))
  }

  /// The value at `progress` in steps, as it is rounded: exact, since a double is significand·2^−shift.
  private func shown(at progress: Double) -> Int128 {
    let exponent = max(Int(progress.exponentBitPattern), 1)
    let fraction = Int64(progress.significandBitPattern)
    let significand = progress.exponentBitPattern == 0 ? fraction : fraction | 1 << 52
    var product = Int128(progress < 0 ? -significand : significand) * Int128(distance)
    var shift = 1075 - exponent
    if shift > 60 {
      // What is lost is far less than half a step, but not nothing.
      let lost = Int128(shift - 60)
      let isExact = lost < 120 && product & ((1 << lost) - 1) == 0
      product = product >> lost | (isExact || product == 0 ? 0 : 1)
      shift = 60
    }
    let value = Int128(origin) + product >> Int128(shift)
    let floor = step == 1 ? value : value.floorDivided(by: Int128(step))
    let rest = product & ((1 << Int128(shift)) - 1)
    let remainder = (value - floor * Int128(step)) << Int128(shift) + rest
    return rounding.carries(from: floor, remainder: 2 * remainder, half: Int128(step) << Int128(shift))
      ? floor + 1 : floor
  }

  private static func power(_ exponent: Int) -> Int64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// A shorter number that is rounded as the source is everywhere on a short way: the end of its digits behind a one.
  private static func standIn(for range: DecimalRange, places: Int, _ distance: Int64) -> Int64? {
    guard range.factor == nil, distance.magnitude < 1_000_000_000_000 else { return nil }
    let zeros = repeatElement(UInt8(0), count: places - range.source.fractionDigits)
    let digits = (range.source.magnitude.digits + zeros).suffix(15)
    let end = digits.reduce(1 as Int64) { $0 * 10 + Int64($1) }
    return range.source.isNegative ? -end : end
  }
}

extension Int128 {
  fileprivate func floorDivided(by divisor: Int128) -> Int128 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  fileprivate func clamped(to limits: ClosedRange<Int128>) -> Int128 {
    Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound)
  }
}
