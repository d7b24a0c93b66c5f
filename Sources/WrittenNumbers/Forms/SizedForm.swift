import Interpolation
internal import TextBytes

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

  /// Appends the number in plain digits, with all digits after the separator that it was rounded to, or as many as are not
  /// zero and `minimumPlaces` at least.
  func writePlain(minimumPlaces: Int? = nil, to text: inout UTF8Buffer) {
    NumberTemplate.writePlain(
      units, zeros: zeros + max(-places, 0), places: max(places, 0), minimumPlaces: minimumPlaces, to: &text)
  }
}

extension Tween {
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

// MARK: - 1.2M

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

  func places(at exponent: Int) -> Int {
    let size = exponent + decimalShift
    return shownPlaces(at: size) - step(at: size).unit + decimalShift
  }

  func lowestExponent(from source: Decimal, to target: Decimal) -> Int? {
    switch digits {
    case .compact: return 1 - fractionLimit - decimalShift
    case .fraction(let range): return range.upperBound <= 9 ? -decimalShift : nil
    case .significant(let range):
      let most = max(fractionLimit, range.lowerBound - 1 - lowestSize)
      return most <= 9 ? min(lowestSize, range.upperBound - 1 - most) - decimalShift : nil
    }
  }

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

  // MARK: - Writing

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

  func writePlain(_ tween: Tween, at progress: Double, to text: inout UTF8Buffer) {
    let number = tween.sized(at: progress, places: places)
    let size = size(of: number)
    let isTrimmed = leastPlaces(at: size, of: shownPlaces(at: size)) < shownPlaces(at: size)
    number.writePlain(minimumPlaces: isTrimmed ? 0 : nil, to: &text)
  }
}

// MARK: - 1.2e6

/// How `%e` and `%g` write a number: so many significant digits, and a power of ten where it is needed.
struct ScientificForm: SizedForm {
  let significantDigits: Int
  /// `%g`: without a power of ten where the number is short enough, and without zeros at the end.
  let isGeneral: Bool
  /// `#`: the point always stands, and zeros at the end too.
  let isAlternate: Bool
  /// How the power of ten is written: whether by `E`, whether with a plus, and in how many digits at least.
  let exponent: (isUppercase: Bool, hasPlus: Bool, minimumDigits: Int)

  var positionCount: Int { 4 }

  func places(showing target: Decimal) -> Int? { places(at: target.exponent) }

  func places(at exponent: Int) -> Int { significantDigits - 1 - exponent }

  /// Smaller numbers than a millionth of the larger end are passed over: their powers of ten come and go without end
  /// near zero.
  func lowestExponent(from source: Decimal, to target: Decimal) -> Int? {
    guard significantDigits < 15 else { return nil }
    let largest = [source, target].filter { !$0.isZero }.map(\.exponent).max() ?? 0
    return largest - 6
  }

  func write(_ number: AnimatedNumber, at progress: Double, to text: inout UTF8Buffer) {
    let shown = number.tween.sized(at: progress, places: places)
    number.template.write(sign: shown.units, to: &text) { write(shown, to: &$0) }
  }

  private func write(_ number: SizedNumber, to text: inout UTF8Buffer) {
    let start = text.count
    number.units.magnitude.appendDigits(minimum: significantDigits, zeros: number.zeros, to: &text)
    let exponent = number.exponent ?? 0
    let isPlain = isGeneral && exponent >= -4 && exponent < text.count - start
    guard !isPlain || exponent >= 0 else {
      dropZeros(to: start, in: &text)
      text.insert(repeating: UInt8(ascii: "0"), count: 1 - exponent, at: start)
      text[start + 1] = UInt8(ascii: ".")
      return
    }
    let point = start + 1 + (isPlain ? exponent : 0)
    dropZeros(to: point, in: &text)
    if text.count > point || isAlternate { text.insert(repeating: UInt8(ascii: "."), count: 1, at: point) }
    if !isPlain { writeExponent(exponent, to: &text) }
  }

  /// Leaves out the zeros at the end where `%g` does, those before `start` excepted.
  private func dropZeros(to start: Int, in text: inout UTF8Buffer) {
    guard isGeneral, !isAlternate else { return }
    while text.count > start, text[text.count - 1] == UInt8(ascii: "0") { text.truncate(to: text.count - 1) }
  }

  private func writeExponent(_ exponent: Int, to text: inout UTF8Buffer) {
    text.append(self.exponent.isUppercase ? "E" : "e")
    if exponent < 0 { text.append("-") } else if self.exponent.hasPlus { text.append("+") }
    text.append(decimal: UInt64(exponent.magnitude), minimumDigits: self.exponent.minimumDigits)
  }
}
