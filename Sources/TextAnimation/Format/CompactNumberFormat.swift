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

// MARK: - Sizes

extension CompactNumberFormat {
  /// Where the step stands for numbers of a size.
  @inline(__always)
  func index(at exponent: Int) -> Int { min(max(exponent, 0), steps.count &- 1) }

  /// The digits after the separator that are shown.
  @inline(__always)
  func places(at exponent: Int) -> Int {
    fractionDigits ?? min(max(1 &- exponent &+ steps[index(at: exponent)].unit, 0), fractionLimit)
  }

  /// The format for the numbers between two: those below one get no more digits than one of the two needs.
  func limited(showing source: ExactDecimal, _ target: ExactDecimal) -> CompactNumberFormat {
    var format = self
    format.fractionLimit = max(shown(source).places, shown(target).places, 1)
    return format
  }
}

extension CompactNumberFormat: SizedFormat {
  func fractionDigits(at exponent: Int) -> Int {
    let size = exponent &+ decimalShift
    return places(at: size) &- steps[index(at: size)].unit &+ decimalShift
  }

  func lowestExponent(from source: ExactDecimal, to target: ExactDecimal) -> Int? {
    guard fractionDigits ?? 0 <= 9 else { return nil }
    return (fractionDigits == nil ? 1 - fractionLimit : 0) - decimalShift
  }
}
