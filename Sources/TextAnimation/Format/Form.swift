internal import TextBytes

/// How the value of a number becomes bytes where that is more than a count of digits, which a template without a form
/// writes itself.
protocol Form: Sendable {
  /// What writing a number takes, in positions of a curve of some 50 ns.
  var positionCount: Int { get }

  /// What is counted.
  var unit: NumberUnit { get }

  /// Whether a minus stands in front of a number below zero, which is then written without its sign.
  var isSigned: Bool { get }

  /// The digits after the separator of the value that is rounded, where these depend on its size or its unit.
  func places(showing target: Decimal) -> Int?

  /// The same form for the numbers between two.
  func limited(showing source: Decimal, _ target: Decimal, _ rounding: Rounding) -> any Form

  /// Appends the number at a progress with all that stands around it.
  func write(_ number: AnimatedNumber, at progress: Double, to text: inout UTF8Buffer)

  /// Appends the number as it is rounded where it is shown, but in plain digits: `-1234.50`.
  func writePlain(_ tween: Tween, at progress: Double, to text: inout UTF8Buffer)

  /// Tells which of the shown numbers stands at a progress, as a whole number that never falls; `nil` where that takes too
  /// long.
  func steps(_ tween: Tween) -> (@Sendable (Double) -> Int)?

  /// Whether the steps pass over no whole number.
  var countsEvenly: Bool { get }
}

extension Form {
  var unit: NumberUnit { .one }

  var isSigned: Bool { true }

  func places(showing target: Decimal) -> Int? { nil }

  func limited(showing source: Decimal, _ target: Decimal, _ rounding: Rounding) -> any Form { self }

  func writePlain(_ tween: Tween, at progress: Double, to text: inout UTF8Buffer) {
    tween.writePlain(at: progress, to: &text)
  }

  func steps(_ tween: Tween) -> (@Sendable (Double) -> Int)? { tween.steps }

  var countsEvenly: Bool { true }
}

/// What a number counts: only distances in one unit can be added.
enum NumberUnit: Equatable, Sendable {
  /// The number as it is written; what stands behind it in the text is not looked at.
  case one
  /// Days, or so many parts of them, of the calendar.
  case calendar(partsOfDay: Int64)
  /// So many parts of a day since midnight.
  case timeOfDay(partsOfDay: Int64)
  /// Seconds of a clock, or minutes where it shows none.
  case clock
  /// One of so many equal parts.
  case fraction(denominator: UInt64)
  /// A unit of measure, by its size in the smallest of its family.
  case measure(MeasureUnit.Family, size: UInt64)
}

/// How a whole number of units is written as something else than one run of digits: a time, a date, a fraction.
protocol UnitsForm: Form {
  /// Appends a number in units of the last of so many digits after the separator, at most ``UnitsLimit/largest``.
  func write(_ units: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer)
}

extension UnitsForm {
  var positionCount: Int { 6 }

  func write(_ number: AnimatedNumber, at progress: Double, to text: inout UTF8Buffer) {
    let units = number.near.units(at: progress).map { Int128($0) } ?? number.tween.units(at: progress)
    number.template.write(sign: units, to: &text) {
      let shown = UnitsLimit.clamped(units)
      write(
        isSigned ? abs(shown) : shown, fractionDigits: number.fractionDigits, number.template.layout, to: &$0)
    }
  }
}

/// The bound of numbers that are written by a ``UnitsForm``.
enum UnitsLimit {
  /// The largest number of units that is shown; those beyond stand still.
  static let largest: Int64 = 4_000_000_000_000_000_000

  static func clamped(_ units: Int128) -> Int64 {
    Int64(truncatingIfNeeded: min(max(units, Int128(-largest)), Int128(largest)))
  }
}

extension DigitLayout {
  /// Appends a number, and a fraction of so many digits behind the separator.
  func append(_ units: UInt64, fractionDigits: Int, minimumDigits: Int, to text: inout UTF8Buffer) {
    let (whole, fraction) = units.quotientAndRemainder(dividingBy: .powerOfTen(fractionDigits))
    digitSet.append(whole, minimumDigits: minimumDigits, to: &text)
    guard fractionDigits > 0 else { return }
    text.append(decimalSeparator)
    digitSet.append(fraction, minimumDigits: fractionDigits, to: &text)
  }
}

extension Int64 {
  /// The largest whole number that is not above the quotient, and what remains.
  func dividedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// A form of which the size of a number decides how many digits are shown: the value is rounded to the places of its size,
/// and again where that makes it larger.
protocol SizedForm: Form {
  /// The digits after the separator of a number whose first digit stands for 10^`exponent`, fewer than none where the last
  /// stands before it; larger numbers never get more.
  func places(at exponent: Int) -> Int

  /// The power of ten from which on the texts between two numbers can be counted, or `nil` where they are too many.
  func lowestExponent(from source: Decimal, to target: Decimal) -> Int?
}

extension SizedForm {
  func writePlain(_ tween: Tween, at progress: Double, to text: inout UTF8Buffer) {
    tween.sized(at: progress, places: places).writePlain(to: &text)
  }

  func steps(_ tween: Tween) -> (@Sendable (Double) -> Int)? {
    if tween.factor != nil { return tween.steps }
    return lowestExponent(from: tween.source, to: tween.target)
      .flatMap { tween.sizedSteps(from: $0, places: places) }
  }

  var countsEvenly: Bool { false }
}

/// A value rounded as its size asks.
struct SizedNumber {
  /// The power of ten of the first digit, that of the rounded number: 3 for 999.5 as 1000; `nil` for zero.
  let exponent: Int?
  /// The digits after the separator, fewer than none where the last digit shown stands before it.
  let places: Int
  /// The number in units of the last digit shown, but for the ``zeros`` that follow.
  let units: Int128
  /// The zeros at the end that are shown since more digits would be more than a number may have.
  let zeros: Int

  /// Rounds to the places of the value's size, and again where that makes it larger.
  init(
    finest: (first: Int, most: Int), _ rounding: Rounding, places: (Int) -> Int, sample: (Int) -> Sample
  ) {
    let exact = Self.exponent(finest: finest, of: sample)
    let coarse = min(places(exact ?? 0), finest.most)
    let rounded = sample(coarse).rounded(rounding)
    exponent = rounded == 0 ? exact : rounded.magnitude.digitCount - 1 - coarse
    self.places = places(exponent ?? 0)
    let own = min(self.places, finest.most)
    zeros = self.places - own
    units = own == coarse ? rounded : sample(own).rounded(rounding)
  }

  /// The size of the value itself, found in all digits where it is small.
  private static func exponent(finest: (first: Int, most: Int), of sample: (Int) -> Sample) -> Int? {
    for places in [finest.first, finest.most] {
      let whole = sample(places).magnitude
      if whole.floor != 0 { return whole.floor.magnitude.digitCount - 1 - places }
      if whole.isWhole { return nil }
    }
    return nil
  }
}

extension SizedNumber {
  /// Appends the number in plain digits, with all digits after the separator that it was rounded to, or as many as are not
  /// zero and `minimumPlaces` at least.
  func writePlain(minimumPlaces: Int? = nil, to text: inout UTF8Buffer) {
    NumberTemplate.writePlain(
      units, zeros: zeros + max(-places, 0), places: max(places, 0), minimumPlaces: minimumPlaces, to: &text)
  }
}

extension Tween {
  /// The value at a progress, rounded to places by its size.
  func sized(at progress: Double, places: (Int) -> Int) -> SizedNumber {
    let first = factor.map { progress == 0 || progress == 1 ? 0 : $0.places } ?? 0
    let finest = (first: max(source.places, target.places, first), most: mostPlaces)
    return SizedNumber(finest: finest, rounding, places: places) { value(at: progress, places: $0) }
  }

  /// Tells which of the shown values stands at a progress, counted up from zero, toward the target's.
  ///
  /// Below `lowest` all sizes have the same places.
  func sizedSteps(from lowest: Int, places: @escaping @Sendable (Int) -> Int) -> (@Sendable (Double) -> Int)? {
    guard max(source.places, target.places) + 22 <= mostPlaces else { return nil }
    let direction = isFalling ? -1 : 1
    return { [self] progress in
      guard progress.magnitude < 0x1p52 else { return progress < 0 ? -1 << 60 : 1 << 60 }
      return direction * sized(at: progress) { places(max($0, lowest)) }.step(from: lowest)
    }
  }
}

extension Decimal {
  /// The number, rounded to places by its size.
  func sized(_ rounding: Rounding, places: (Int) -> Int) -> SizedNumber {
    let most = self.places + NumberLimits.digits - units.magnitude.digitCount
    return SizedNumber(finest: (self.places, most), rounding, places: places) {
      Sample(floor: units).multiplied(byPowerOfTen: $0 - self.places)
    }
  }
}

extension SizedNumber {
  /// The size of the rounded number above its digits, so that the step never falls while the number grows.
  fileprivate func step(from lowest: Int) -> Int {
    guard let exponent else { return 0 }
    // Digits are below 2⁵⁴; a number of more is far beyond both ends.
    let digits = min(units.magnitude, 10_000_000_000_000_000)
    let size = digits < 10_000_000_000_000_000 ? (exponent - lowest).clamped(to: 0...31) : 31
    let step = size << 54 + Int(truncatingIfNeeded: digits)
    return units < 0 ? -step : step
  }
}
