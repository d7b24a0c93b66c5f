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
  /// What every value but the two ends is a multiple of.
  let factor: ExactDecimal?
  /// Both numbers in units of the last digit shown, where they fit one machine word.
  let narrow: StepRange?

  init(
    from source: ExactDecimal, to target: ExactDecimal, fractionDigits: Int, decimalShift: Int = 0,
    rounding: Rounding, factor: ExactDecimal? = nil
  ) {
    self.source = source
    self.fractionDigits = fractionDigits
    self.decimalShift = decimalShift
    self.rounding = rounding
    self.factor = factor
    let places = fractionDigits + decimalShift
    guard factor == nil, let origin = source.narrow(places: places), let end = target.narrow(places: places) else {
      distance = target - source
      narrow = nil
      return
    }
    narrow = StepRange(origin: origin, distance: end - origin)
    distance =
      places == max(source.fractionDigits, target.fractionDigits)
      ? ExactDecimal(end - origin, fractionDigits: places) : target - source
  }

  /// Half of the last digit shown, as a fraction of the distance; infinite where nothing changes.
  ///
  /// With a ``factor`` that the target is a multiple of it is half of that.
  var threshold: Double {
    if let factor, (target.rounded(toMultipleOf: factor, .down) - target).isZero {
      return max(0.5 * factor.approximation / abs(distance.approximation), .leastNormalMagnitude)
    }
    let shown =
      narrow.map { Double($0.distance) } ?? distance.shifted(by: fractionDigits + decimalShift).approximation
    return max(0.5 / abs(shown), .leastNormalMagnitude)
  }

  private var target: ExactDecimal { source + distance }

  /// The digits of both numbers where one takes more than two machine words, or a ``factor`` has all of them looked at.
  var exactDigits: Int {
    if narrow != nil { return 0 }
    let places = fractionDigits + decimalShift
    if factor == nil, source.wide(places: places) != nil, target.wide(places: places) != nil { return 0 }
    return source.magnitude.digits.count + distance.magnitude.digits.count
  }

  /// Appends the value as it is rounded where it is shown, but in plain digits: `-1234.50`.
  func writePlain(at progress: Double, to text: inout UTF8Buffer) {
    let places = max(fractionDigits + decimalShift, 0)
    NumberFormat.plain(fractionDigits: places, rounding: rounding).write(value(at: progress), to: &text)
  }

  /// The value, unrounded but for the ``factor``.
  func value(at progress: Double) -> ExactDecimal {
    let value = source + distance * ExactDecimal(progress)
    guard let factor, progress != 0, progress != 1 else { return value }
    return value.rounded(toMultipleOf: factor, rounding)
  }
}

// MARK: - In one machine word

extension DecimalRange {
  /// The value in units of the last digit shown, or `nil` if it takes more than 16 digits.
  @inline(__always)
  func steps(at progress: Double) -> Int64? {
    narrow?.steps(at: progress, rounding)
  }

  /// The number of up to sixteen digits nearest to a value that ``steps(at:)`` refuses.
  func nearestSteps(at progress: Double) -> Int64 {
    let limit = Int64(DecimalWord.limit) - 1
    let places = fractionDigits + decimalShift
    let value = value(at: progress).rounded(toFractionDigits: places, rounding)
    return value.narrow(places: places) ?? (value.isNegative ? -limit : limit)
  }
}
