public import TextBytes

/// How a number is written by its size: 999, 1.2K, 12K, 1.2M.
///
/// Without a count of fraction digits it shows two significant digits below 100 and whole numbers above, as CLDR's
/// compact notation does. The size is that of the rounded number, so 999,500 is 1M.
public struct CompactNumberFormat: Equatable, Sendable {
  /// How numbers of each size are written, from 10⁰ on; larger ones are written as the last.
  let steps: [Step]
  /// Digits after the separator, always; `nil` for two significant digits.
  let fractionDigits: Int?
  /// The power of ten that a value is multiplied with before its size counts: 2 for percent.
  let decimalShift: Int
  /// Which way a value is rounded.
  public var rounding: Rounding
  /// The most digits after the separator that numbers below one get.
  private var fractionLimit = NumberLimits.formatDigits

  /// How numbers of one power of ten are written.
  public struct Step: Equatable, Sendable {
    let unit: Int
    let format: NumberFormat
    let exceptions: [Int: NumberFormat]

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - unit: The power of ten that is left out: 3 for thousands.
    ///   - format: The affixes and digits; its count of fraction digits and its shift say nothing here.
    ///   - exceptions: The formats of whole numbers that the language puts into another plural.
    public init(unit: Int, format: NumberFormat, exceptions: [Int: NumberFormat] = [:]) {
      self.unit = unit
      self.format = format
      self.exceptions = exceptions
    }
  }

  /// Creates a format of one step at least: `first`, for numbers below ten.
  public init(
    first: Step, rest: [Step], fractionDigits: Int? = nil, decimalShift: Int = 0, rounding: Rounding = .nearest
  ) {
    steps = [first] + rest
    self.fractionDigits = fractionDigits.map { min(max($0, 0), NumberLimits.formatDigits) }
    self.decimalShift = decimalShift
    self.rounding = rounding
  }
}

// MARK: - Writing

extension CompactNumberFormat {
  /// Appends one number.
  public func write(_ value: ExactDecimal, to text: inout UTF8Buffer) {
    let shown = shown(value)
    let format = shown.whole.flatMap { shown.step.exceptions[$0] } ?? shown.step.format
    var digits = shown.digits
    digits.round(toFractionDigits: shown.places, integerDigits: format.minimumIntegerDigits, rounding)
    let affixes = digits.isZero ? format.zero : digits.isNegative ? format.negative : format.positive
    text.append(affixes.prefix)
    format.layout.write(digits, fractionDigits: (fractionDigits ?? 0)...shown.places, to: &text)
    text.append(affixes.suffix)
  }

  /// The same where a few machine words suffice; otherwise nothing is appended.
  ///
  /// - Returns: Whether they did.
  func write(_ value: NarrowValue, to text: inout UTF8Buffer) -> Bool {
    guard let shown = shown(value) else { return false }
    let (step, places, digits) = (shown.step, shown.places, shown.digits)
    let format = whole(digits, places, in: step).flatMap { step.exceptions[$0] } ?? step.format
    let minimum = places + format.minimumIntegerDigits
    guard minimum <= 16 else { return false }
    let affixes = digits == 0 ? format.zero : value.isNegative ? format.negative : format.positive
    text.append(affixes.prefix)
    format.layout.write(
      NarrowDigits(digits, minimum: minimum), fractionDigits: (fractionDigits ?? 0)...places, to: &text)
    text.append(affixes.suffix)
    return true
  }

  /// Appends the number that is shown, in plain digits: 1200000 for 1.2M.
  func writePlain(_ value: ExactDecimal, to text: inout UTF8Buffer) {
    let shown = shown(value)
    let shift = shown.step.unit - decimalShift
    let rounded = ExactDecimal(
      isNegative: shown.digits.isNegative, magnitude: Magnitude(digits: shown.digits.digits),
      fractionDigits: shown.places)
    let places = max(shown.places - shift, 0)
    NumberFormat(minimumFractionDigits: fractionDigits == nil ? 0 : places, maximumFractionDigits: places)
      .write(rounded.shifted(by: shift), to: &text)
  }

  /// The format for the numbers between two: those below one get no more digits than one of the two needs.
  func limited(showing source: ExactDecimal, _ target: ExactDecimal) -> CompactNumberFormat {
    var format = self
    format.fractionLimit = max(shown(source).places, shown(target).places, 1)
    return format
  }

  /// The digits after the separator of the number itself that its neighbours below are told apart by.
  func fractionDigits(near value: ExactDecimal) -> Int {
    let exponent = value.isZero ? 0 : value.exponent + decimalShift - 1
    return places(at: exponent) - step(at: exponent).unit + decimalShift
  }
}

// MARK: - Sizes

extension CompactNumberFormat {
  /// A number rounded as it is shown.
  private struct Shown {
    let step: Step
    let digits: WideDigits
    let places: Int

    /// The number where no digit but 0 stands after the separator.
    var whole: Int? {
      guard !step.exceptions.isEmpty, digits.digits.suffix(places).allSatisfy({ $0 == 0 }) else { return nil }
      return digits.digits.dropLast(places).suffix(9).reduce(0) { $0 * 10 + Int($1) }
    }

    /// The power of ten of its first digit.
    var exponent: Int {
      digits.digits.count - digits.digits.prefix { $0 == 0 }.count - places - 1 + step.unit
    }
  }

  private func shown(_ value: ExactDecimal) -> Shown {
    let exponent = value.isZero ? 0 : value.exponent + decimalShift
    let shown = shown(value, at: exponent)
    return shown.digits.isZero || shown.exponent == exponent ? shown : self.shown(value, at: shown.exponent)
  }

  private func shown(_ value: ExactDecimal, at exponent: Int) -> Shown {
    let step = step(at: exponent)
    let places = places(at: exponent)
    var digits = WideDigits(value.shifted(by: decimalShift - step.unit))
    digits.round(toFractionDigits: places, rounding)
    return Shown(step: step, digits: digits, places: places)
  }

  private func step(at exponent: Int) -> Step {
    steps[min(max(exponent, 0), steps.count - 1)]
  }

  private func places(at exponent: Int) -> Int {
    fractionDigits ?? min(max(1 - exponent + step(at: exponent).unit, 0), fractionLimit)
  }
}

// MARK: - Sizes in a few machine words

extension CompactNumberFormat {
  private typealias NarrowShown = (step: Step, places: Int, digits: UInt64)

  private func shown(_ value: NarrowValue) -> NarrowShown? {
    guard let first = value.exponent else { return nil }
    let exponent = value.isZero ? 0 : first + decimalShift
    guard let shown = shown(value, at: exponent) else { return nil }
    let rounded = shown.digits.digitCount - shown.places - 1 + shown.step.unit
    return shown.digits == 0 || rounded == exponent ? shown : self.shown(value, at: rounded)
  }

  private func shown(_ value: NarrowValue, at exponent: Int) -> NarrowShown? {
    let step = step(at: exponent)
    let places = places(at: exponent)
    return value.rounded(toFractionDigits: places + decimalShift - step.unit, rounding).map { (step, places, $0) }
  }

  /// The number where no digit but 0 stands after the separator, its last nine digits.
  private func whole(_ digits: UInt64, _ places: Int, in step: Step) -> Int? {
    guard !step.exceptions.isEmpty, places < 20 else { return nil }
    let (whole, fraction) = digits.quotientAndRemainder(dividingBy: .powerOfTen(places))
    return fraction == 0 ? Int(whole % 1_000_000_000) : nil
  }
}
