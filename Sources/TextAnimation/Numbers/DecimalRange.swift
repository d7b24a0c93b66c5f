internal import TextBytes

/// Two numbers and everything between and beyond them, exact: `v = from + p·(to − from)`.
struct DecimalRange: Sendable {
  let source: ExactDecimal
  let distance: ExactDecimal
  /// The digits shown after the separator.
  let fractionDigits: Int
  /// The power of ten that a value is multiplied with where it is shown.
  let decimalShift: Int
  let rounding: Rounding
  /// Both numbers in units of the last digit shown, where they fit one machine word.
  private let steps: Steps?

  private struct Steps {
    let origin: Int64
    let distance: Int64
  }

  init(
    from source: ExactDecimal, to target: ExactDecimal, fractionDigits: Int, decimalShift: Int = 0,
    rounding: Rounding
  ) {
    self.source = source
    distance = target - source
    self.fractionDigits = fractionDigits
    self.decimalShift = decimalShift
    self.rounding = rounding
    let places = fractionDigits + decimalShift
    steps =
      if let origin = source.narrow(places: places), let end = target.narrow(places: places) {
        Steps(origin: origin, distance: end - origin)
      } else {
        nil
      }
  }

  /// Half of the last digit shown, as a fraction of the distance; infinite where nothing changes.
  var threshold: Double {
    max(0.5 / abs(distance.shifted(by: fractionDigits + decimalShift).approximation), .leastNormalMagnitude)
  }

  /// Appends the value as it is rounded where it is shown, but in plain digits: `-1234.50`.
  func writePlain(at progress: Double, to text: inout UTF8Buffer) {
    let places = max(fractionDigits + decimalShift, 0)
    NumberFormat.plain(fractionDigits: places, rounding: rounding).write(value(at: progress), to: &text)
  }

  /// The unrounded value.
  func value(at progress: Double) -> ExactDecimal {
    source + distance * ExactDecimal(progress)
  }
}

// MARK: - In one machine word

extension DecimalRange {
  /// The value in units of the last digit shown, or `nil` if it takes more than 16 digits.
  ///
  /// A double is significand·2^−shift, so one product, one shift and one comparison are exact.
  @inline(__always)
  func steps(at progress: Double) -> Int64? {
    guard let steps else { return nil }
    let exponent = Int(progress.exponentBitPattern)
    let fraction = Int64(progress.significandBitPattern)
    let significand = exponent == 0 ? fraction : fraction | 1 << 52
    var shift = 1075 - max(exponent, 1)
    guard shift > 0 else { return nil }
    var product = Int128(progress.sign == .minus ? -significand : significand) &* Int128(steps.distance)
    if shift > 120 {
      // Far less than half of the last digit: a quarter rounds the same.
      product = product.signum()
      shift = 2
    }
    let half: Int128 = 1 &<< Int128(shift &- 1)
    let floor = Int128(steps.origin) &+ product &>> Int128(shift)
    let remainder = product & (half &<< 1 &- 1)
    let value = rounding.carries(from: floor, remainder: remainder, half: half) ? floor &+ 1 : floor
    return value.magnitude < UInt128(DecimalWord.limit) ? Int64(value) : nil
  }

  /// The sixteen-digit number nearest to a value that ``steps(at:)`` refuses.
  func farthestSteps(at progress: Double) -> Int64 {
    let limit = Int64(DecimalWord.limit) - 1
    return value(at: progress).isNegative ? -limit : limit
  }
}
