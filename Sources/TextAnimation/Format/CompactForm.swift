internal import TextBytes

/// How a number is written by its size: 999, 1.2K, 12K, 1.2M.
///
/// The size is that of the rounded number, so 999,500 is 1M.
struct CompactForm: SizedForm {
  /// How numbers of each size are written, from 10⁰ on; larger ones are written as the last.
  let steps: [NumberTemplate.Step]
  let digits: SizedDigits
  /// The power of ten that a value is multiplied with before its size counts: 2 for percent.
  let decimalShift: Int
  /// The most digits after the separator that one of two numbers needs, in its unit.
  private var fractionLimit = NumberLimits.writtenDigits
  /// The size of the smaller of two numbers below one; no digits are asked of smaller ones.
  private var lowestSize = 0

  fileprivate init(steps: [NumberTemplate.Step], digits: SizedDigits, decimalShift: Int) {
    self.steps = steps
    self.digits = digits.clamped
    self.decimalShift = decimalShift
  }
}

/// Which digits of a number are shown, where that depends on its size.
public enum SizedDigits: Sendable {
  /// Two significant digits below 100 and whole numbers above, as CLDR's compact notation has it.
  case compact
  /// So many digits after the separator.
  case fraction(ClosedRange<Int>)
  /// So many significant digits.
  case significant(ClosedRange<Int>)

  fileprivate var clamped: SizedDigits {
    switch self {
    case .compact: self
    case .fraction(let range): .fraction(range.clamped(to: 0...NumberLimits.writtenDigits))
    case .significant(let range): .significant(range.clamped(to: 1...NumberLimits.writtenDigits))
    }
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
  ///   - digits: Which digits are shown.
  ///   - decimalShift: The power of ten that a value is multiplied with before its size counts: 2 for percent.
  public convenience init(first: Step, rest: [Step], digits: SizedDigits = .compact, decimalShift: Int = 0) {
    let form = CompactForm(steps: [first] + rest, digits: digits, decimalShift: decimalShift)
    self.init(form: form, affixes: first.template.affixes)
  }
}

// MARK: - Sizes

extension CompactForm {
  private func step(at exponent: Int) -> NumberTemplate.Step { steps[exponent.clamped(to: 0...steps.count - 1)] }

  /// The digits after the separator that are shown of a number of some size, in its unit; fewer than none where the last
  /// stands before it.
  private func shownPlaces(at exponent: Int) -> Int {
    let ones = step(at: exponent).unit - exponent - 1
    switch digits {
    case .compact: return (2 + ones).clamped(to: 0...fractionLimit)
    case .fraction(let range): return range.upperBound
    case .significant(let range):
      let asked = range.lowerBound + step(at: exponent).unit - max(exponent, lowestSize) - 1
      return min(range.upperBound + ones, max(fractionLimit, asked))
    }
  }

  /// The fewest digits that are left where those at the end are zeros.
  private func leastPlaces(at exponent: Int, of places: Int) -> Int {
    switch digits {
    case .compact: 0
    case .fraction(let range): range.lowerBound
    case .significant(let range):
      // Without units nothing else tells numbers apart, and no digit is to come and go.
      steps.count == 1
        ? places : (range.lowerBound + step(at: exponent).unit - exponent - 1).clamped(to: 0...max(places, 0))
    }
  }

  var positionCount: Int { 10 }

  func places(showing target: Decimal) -> Int? { places(at: target.isZero ? -decimalShift : target.exponent - 1) }

  /// The digits before the unit is left out.
  func places(at exponent: Int) -> Int {
    let size = exponent + decimalShift
    return shownPlaces(at: size) - step(at: size).unit + decimalShift
  }

  /// Where the places no longer depend on the size.
  func lowestExponent(from source: Decimal, to target: Decimal) -> Int? {
    switch digits {
    case .compact: return 1 - fractionLimit - decimalShift
    case .fraction(let range): return range.upperBound <= 9 ? -decimalShift : nil
    case .significant(let range):
      let most = max(fractionLimit, range.lowerBound - 1 - lowestSize)
      return most <= 9 ? min(lowestSize, range.upperBound - 1 - most) - decimalShift : nil
    }
  }

  /// None gets more digits than one of the two needs.
  func limited(showing source: Decimal, _ target: Decimal, _ rounding: Rounding) -> any Form {
    var form = self
    let ends = [source, target].map { $0.sized(rounding, places: places) }
    switch digits {
    case .compact: form.fractionLimit = max(ends.map { shownPlaces(at: size(of: $0)) }.max() ?? 1, 1)
    case .fraction: break
    case .significant:
      form.fractionLimit = ends.map { significantPlaces(of: $0) }.max() ?? 0
      form.lowestSize = ends.reduce(0) { min($0, size(of: $1)) }
    }
    return form
  }

  /// The digits after the separator that a rounded number needs in its unit.
  private func significantPlaces(of number: SizedNumber) -> Int {
    let unit = step(at: size(of: number)).unit
    return number.units.significantPlaces(of: number.places - number.zeros - decimalShift + unit)
  }

  /// The power of ten of a number where it is shown.
  private func size(of number: SizedNumber) -> Int { number.exponent.map { $0 + decimalShift } ?? 0 }
}

// MARK: - Writing

extension CompactForm {
  func write(_ animated: AnimatedNumber, at progress: Double, to text: inout UTF8Buffer) {
    let number = animated.tween.sized(at: progress, places: places)
    let size = size(of: number)
    let (step, shown) = (step(at: size), shownPlaces(at: size))
    let (zeros, places) = (number.zeros + max(-shown, 0), max(shown, 0))
    let template = exception(of: number.units, zeros: zeros, places, in: step) ?? step.template
    template.write(
      number.units, zeros: zeros, fractionDigits: max(leastPlaces(at: size, of: shown), 0)...places, to: &text)
  }

  /// The exception for a number where no digit but 0 stands after the separator; its last nine digits tell.
  private func exception(
    of units: Int128, zeros: Int, _ places: Int, in step: NumberTemplate.Step
  ) -> NumberTemplate? {
    guard !step.exceptions.isEmpty else { return nil }
    let digits = zeros > places ? Int128(units.magnitude.divided(by: .powerOfTen(18)).remainder) : units
    let whole = Sample(floor: digits).magnitude.multiplied(byPowerOfTen: min(zeros - places, 9))
    guard whole.isWhole else { return nil }
    return step.exceptions[Int(truncatingIfNeeded: whole.floor.magnitude.divided(by: 1_000_000_000).remainder)]
  }

  /// Appends the number that is shown, in plain digits: 1200000 for 1.2M.
  func writePlain(_ tween: Tween, at progress: Double, to text: inout UTF8Buffer) {
    let number = tween.sized(at: progress, places: places)
    let size = size(of: number)
    let isTrimmed = leastPlaces(at: size, of: shownPlaces(at: size)) < shownPlaces(at: size)
    number.writePlain(minimumPlaces: isTrimmed ? 0 : nil, to: &text)
  }
}
