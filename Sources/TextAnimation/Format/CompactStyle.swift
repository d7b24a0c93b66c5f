internal import TextBytes

/// How a number is written by its size: 999, 1.2K, 12K, 1.2M.
///
/// Without a count of fraction digits it shows two significant digits below 100 and whole numbers above, as CLDR's
/// compact notation does. The size is that of the rounded number, so 999,500 is 1M.
struct CompactStyle: Sendable {
  /// How numbers of each size are written, from 10⁰ on; larger ones are written as the last.
  let steps: [NumberTemplate.Step]
  /// Digits after the separator, always; `nil` for two significant digits.
  let fractionDigits: Int?
  /// The power of ten that a value is multiplied with before its size counts: 2 for percent.
  let decimalShift: Int
  /// The most digits after the separator that numbers below one get.
  private var fractionLimit = NumberLimits.formatDigits

  fileprivate init(steps: [NumberTemplate.Step], fractionDigits: Int?, decimalShift: Int) {
    self.steps = steps
    self.fractionDigits = fractionDigits.map { $0.clamped(to: 0...NumberLimits.formatDigits) }
    self.decimalShift = decimalShift
  }
}

extension NumberTemplate {
  /// How numbers of one power of ten are written.
  public struct Step: Sendable {
    let unit: Int
    let template: NumberTemplate
    let exceptions: [Int: NumberTemplate]

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - unit: The power of ten that is left out: 3 for thousands.
    ///   - template: The affixes and digits; its count of fraction digits and its shift say nothing here.
    ///   - exceptions: The templates of whole numbers that the language puts into another plural.
    public init(unit: Int, template: NumberTemplate, exceptions: [Int: NumberTemplate] = [:]) {
      self.unit = unit
      self.template = template
      self.exceptions = exceptions
    }
  }

  /// Creates a template for numbers that are written by their size.
  ///
  /// - Parameters:
  ///   - first: How numbers below ten are written.
  ///   - rest: How those of each further power of ten are; larger ones are written as the last.
  ///   - fractionDigits: Digits after the separator, always; `nil` for two significant digits.
  ///   - decimalShift: The power of ten that a value is multiplied with before its size counts: 2 for percent.
  public convenience init(first: Step, rest: [Step], fractionDigits: Int? = nil, decimalShift: Int = 0) {
    let style = CompactStyle(steps: [first] + rest, fractionDigits: fractionDigits, decimalShift: decimalShift)
    self.init(style: .compact(style), affixes: first.template.affixes)
  }
}

// MARK: - Sizes

extension CompactStyle {
  private func step(at exponent: Int) -> NumberTemplate.Step { steps[exponent.clamped(to: 0...steps.count - 1)] }

  /// The digits after the separator that are shown of a number of some size, in its unit.
  private func shownPlaces(at exponent: Int) -> Int {
    fractionDigits ?? (1 - exponent + step(at: exponent).unit).clamped(to: 0...fractionLimit)
  }

  /// The digits after the separator that a number gets whose first digit stands for 10^`exponent`, before its unit is
  /// left out.
  func places(at exponent: Int) -> Int {
    let size = exponent + decimalShift
    return shownPlaces(at: size) - step(at: size).unit + decimalShift
  }

  /// Where the places no longer depend on the size; `nil` where there are too many texts to be counted.
  var lowestExponent: Int? {
    guard fractionDigits ?? 0 <= 9 else { return nil }
    return (fractionDigits == nil ? 1 - fractionLimit : 0) - decimalShift
  }

  /// The style for the numbers between two: those below one get no more digits than one of the two needs.
  func limited(showing source: Decimal, _ target: Decimal, _ rounding: Rounding) -> CompactStyle {
    var style = self
    let sizes = [source, target].map { size(of: $0.sized(rounding, places: places)) }
    style.fractionLimit = max(sizes.map(shownPlaces).max() ?? 1, 1)
    return style
  }

  /// The power of ten of a number where it is shown.
  private func size(of number: SizedNumber) -> Int { number.exponent.map { $0 + decimalShift } ?? 0 }
}

// MARK: - Writing

extension CompactStyle {
  /// Appends one number.
  func write(_ number: SizedNumber, to text: inout UTF8Buffer) {
    let size = size(of: number)
    let (step, places) = (step(at: size), shownPlaces(at: size))
    let template = exception(of: number.units, places, in: step) ?? step.template
    template.write(number.units, fractionDigits: (fractionDigits ?? 0)...places, to: &text)
  }

  /// The exception for a number where no digit but 0 stands after the separator; its last nine digits tell.
  private func exception(of units: BigInteger, _ places: Int, in step: NumberTemplate.Step) -> NumberTemplate? {
    guard !step.exceptions.isEmpty else { return nil }
    let whole = Sample(floor: units.isNegative ? -units : units).divided(byPowerOfTen: places)
    return whole.rest == .none ? step.exceptions[Int(whole.floor.dividedDown(by: 1_000_000_000).remainder)] : nil
  }

  /// Appends the number that is shown, in plain digits: 1200000 for 1.2M.
  func writePlain(_ number: SizedNumber, to text: inout UTF8Buffer) {
    number.writePlain(minimumPlaces: fractionDigits == nil ? 0 : nil, to: &text)
  }
}
