internal import TextBytes

/// Two numbers, written by a printf text: UICountingLabel's `format`.
public struct FormatInterpolator: TextInterpolator {
  /// The text with its conversion.
  public var format: PrintfFormat
  /// Which way values go that lie between two shown digits.
  public var rounding: Rounding
  /// The characters that both numbers are read with.
  public var symbols: NumberSymbols

  /// Creates an interpolator; without a `rounding`, integers are truncated as the seed does, and fractions are rounded.
  public init(format: PrintfFormat, rounding: Rounding? = nil, symbols: NumberSymbols = .english) {
    self.format = format
    self.rounding = rounding ?? (format.isInteger ? .towardZero : .nearest)
    self.symbols = symbols
  }

  /// Reads both numbers; an empty text is zero.
  ///
  /// - Throws: ``NotAnimatable`` if a text is not a number.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    let source = try ExactDecimal(parsing: source, symbols: symbols)
    let target = try ExactDecimal(parsing: target, symbols: symbols)
    let range = DecimalRange(
      from: source, to: target, fractionDigits: format.fractionDigits(showing: target), rounding: rounding)
    let decimal = AnimatedNumber(after: "", range, format: format.decimalFormat(rounding: rounding), clock: nil)
    return PrintfInterpolation(
      format: format, decimal: decimal, range: range, narrow: NarrowRange(from: source, to: target))
  }
}

private struct PrintfInterpolation: ValueInterpolation {
  let format: PrintfFormat
  /// The number as `%d` and `%f` write it.
  let decimal: AnimatedNumber
  let range: DecimalRange
  let narrow: NarrowRange?

  var threshold: Double { range.threshold }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    text.append(format.prefix)
    let start = text.count
    if !writeQuickly(at: progress, to: &text) {
      format.write(range.value(at: progress), rounding: range.rounding, to: &text)
    }
    format.pad(from: start, in: &text)
    text.append(format.suffix)
  }

  /// Appends the number if a few machine words hold it.
  ///
  /// - Returns: Whether they do.
  private func writeQuickly(at progress: Double, to text: inout UTF8Buffer) -> Bool {
    switch format.conversion {
    case .decimal, .fixed:
      decimal.write(at: progress, to: &text)
      return true
    case .hexadecimal, .octal:
      guard let integer = range.steps(at: progress) else { return false }
      format.write(integer: integer, to: &text)
      return true
    case .exponent, .general:
      guard let value = narrow?.value(at: progress) else { return false }
      return format.write(value, rounding: range.rounding, to: &text)
    }
  }

  func writeValue(at progress: Double, to text: inout UTF8Buffer) {
    range.writePlain(at: progress, to: &text)
  }
}

extension PrintfInterpolation: SteppedInterpolation {
  /// The powers of ten of `%e` and `%g` come and go without end near zero.
  var steps: (@Sendable (Double) -> Int)? {
    switch format.conversion {
    case .exponent, .general: nil
    case .decimal, .hexadecimal, .octal, .fixed: range.steps
    }
  }
}

extension PrintfInterpolation: MultiplesInterpolation {
  func rounded(toMultiplesOf factor: ExactDecimal) -> any TextInterpolation {
    let range = range.rounded(toMultiplesOf: factor, fractionDigits: range.fractionDigits)
    let decimal = AnimatedNumber(after: "", range, format: decimal.format, clock: nil)
    return PrintfInterpolation(format: format, decimal: decimal, range: range, narrow: nil)
  }
}
