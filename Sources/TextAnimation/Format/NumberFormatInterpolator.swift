internal import TextBytes

/// Two numbers, written in one format: how a locale drives an animation.
public struct NumberFormatInterpolator: TextInterpolator {
  /// How every number is written; where it leaves the count of fraction digits open, the two numbers decide.
  public var format: NumberFormat
  /// The characters that a number which is no plain decimal is read with.
  public var symbols: NumberSymbols

  /// Creates an interpolator; the numbers themselves are read in English by default.
  public init(format: NumberFormat, symbols: NumberSymbols = .english) {
    self.format = format
    self.symbols = symbols
  }

  /// Reads both numbers; an empty text is zero.
  ///
  /// - Throws: ``NotAnimatable`` if a text is not a number.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    let source = try ExactDecimal(reading: source, symbols: symbols)
    let target = try ExactDecimal(reading: target, symbols: symbols)
    return FormattedInterpolation(from: source, to: target, format: format)
  }
}

extension ExactDecimal {
  /// Reads `1234.5` as the plain decimal it is, and what is none by the symbols, without regard to bidi marks.
  ///
  /// - Throws: ``NotAnimatable`` if it is no number either way.
  init(reading text: String, symbols: NumberSymbols) throws(NotAnimatable) {
    let plain = NumberSymbols(decimalSeparators: ["."], groupingSeparators: [])
    if let value = try? ExactDecimal(parsing: text, symbols: plain) {
      self = value
    } else {
      try self.init(parsing: text.filter { !"\u{061C}\u{200E}\u{200F}".contains($0) }, symbols: symbols)
    }
  }
}

private struct FormattedInterpolation: ValueInterpolation {
  private let number: AnimatedNumber
  /// The format before the numbers decided how many fraction digits it has.
  private let open: NumberFormat

  init(from source: ExactDecimal, to target: ExactDecimal, format open: NumberFormat, factor: ExactDecimal? = nil) {
    self.open = open
    let format = open.fixed(showing: source, target, factor ?? target)
    let range = DecimalRange(
      from: source, to: target, fractionDigits: format.maximumFractionDigits, decimalShift: format.decimalShift,
      rounding: format.rounding, factor: factor)
    number = AnimatedNumber(after: "", range, format: format, clock: nil)
  }

  var threshold: Double { number.range.threshold }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    number.write(at: progress, to: &text)
  }

  func writeValue(at progress: Double, to text: inout UTF8Buffer) {
    number.range.writePlain(at: progress, to: &text)
  }
}

extension FormattedInterpolation: SteppedInterpolation {
  var steps: (@Sendable (Double) -> Int)? { number.range.steps }
}

extension FormattedInterpolation: MultiplesInterpolation {
  func rounded(toMultiplesOf factor: ExactDecimal) -> any TextInterpolation {
    let range = number.range
    return FormattedInterpolation(from: range.source, to: range.source + range.distance, format: open, factor: factor)
  }
}
