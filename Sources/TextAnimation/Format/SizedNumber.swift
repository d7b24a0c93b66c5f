internal import TextBytes

/// A value rounded as its size asks.
struct SizedNumber {
  /// The power of ten of the first digit, that of the rounded number: 3 for 999.5 as 1000; `nil` for zero.
  let exponent: Int?
  /// The digits after the separator, fewer than none where the last digit shown stands before it.
  let places: Int
  /// The number in units of the last digit shown.
  let units: BigInteger

  /// Rounds to the places of the value's size, and again where that makes it larger.
  ///
  /// - Parameters:
  ///   - finest: The places that are looked at first.
  ///   - rounding: Which way the value is rounded.
  ///   - places: The digits after the separator by size; larger numbers never get more.
  ///   - sample: The value in units of the digit at some places.
  init(finest: Int, _ rounding: Rounding, places: (Int) -> Int, sample: (Int) -> Sample) {
    let exact = Self.exponent(finest: finest, of: sample)
    let coarse = places(exact ?? 0)
    let rounded = sample(coarse).rounded(rounding)
    exponent = rounded.isZero ? exact : rounded.digitCount - 1 - coarse
    self.places = places(exponent ?? 0)
    units = self.places == coarse ? rounded : sample(self.places).rounded(rounding)
  }

  /// The size of the value itself, found in ever more digits where it is small.
  private static func exponent(finest: Int, of sample: (Int) -> Sample) -> Int? {
    var (places, more) = (finest, 18)
    var whole = sample(places).magnitude
    while whole.floor.isZero {
      guard whole.rest != .none else { return nil }
      places += more
      more *= 2
      whole = sample(places).magnitude
    }
    return whole.floor.digitCount - 1 - places
  }
}

extension SizedNumber {
  /// Appends the number in plain digits, with all digits after the separator that it was rounded to, or as many as are not
  /// zero and `minimumPlaces` at least.
  func writePlain(minimumPlaces: Int? = nil, to text: inout UTF8Buffer) {
    let shown = max(places, 0)
    NumberTemplate.writePlain(
      Decimal(units, places: places).units(places: shown), places: shown, minimumPlaces: minimumPlaces, to: &text)
  }
}

extension DecimalTween {
  /// The value at a progress, rounded to places by its size.
  func sized(at progress: Double, places: (Int) -> Int) -> SizedNumber {
    guard let multiple = multiple(at: progress) else {
      return SizedNumber(finest: finest, rounding, places: places) { sample(at: progress, places: $0) }
    }
    return multiple.sized(rounding, places: places)
  }

  /// The digits after the separator that source and target have.
  private var finest: Int { max(source.places, distance.places) }

  /// Tells which of the shown values stands at a progress, counted up from zero, toward the target's.
  ///
  /// Below `lowest` all sizes have the same places.
  func sizedSteps(from lowest: Int, places: @escaping @Sendable (Int) -> Int) -> (@Sendable (Double) -> Int)? {
    guard [source, target].allSatisfy({ $0.units(places: finest).digitCount <= 16 }) else { return nil }
    let direction = distance.isNegative ? -1 : 1
    return { [self] progress in
      guard progress.magnitude < 0x1p52 else { return progress < 0 ? -1 << 60 : 1 << 60 }
      return direction * sized(at: progress) { places(max($0, lowest)) }.step(from: lowest)
    }
  }
}

extension Decimal {
  /// The number, rounded to places by its size.
  func sized(_ rounding: Rounding, places: (Int) -> Int) -> SizedNumber {
    SizedNumber(finest: self.places, rounding, places: places) { sample(places: $0) }
  }
}

extension SizedNumber {
  /// The size of the rounded number above its digits, so that the step never falls while the number grows.
  fileprivate func step(from lowest: Int) -> Int {
    guard let exponent else { return 0 }
    // Digits are below 2⁵⁴; a number of more is far beyond both ends.
    let digits = units.magnitude.word.map { min($0, 10_000_000_000_000_000) } ?? 10_000_000_000_000_000
    let size = digits < 10_000_000_000_000_000 ? (exponent - lowest).clamped(to: 0...31) : 31
    let step = size << 54 + Int(digits)
    return units.isNegative ? -step : step
  }
}
