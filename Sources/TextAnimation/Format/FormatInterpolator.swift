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
    return PrintfInterpolation(
      format: format, decimalFormat: format.decimalFormat(rounding: rounding),
      range: DecimalRange(
        from: source, to: target, fractionDigits: format.fractionDigits(showing: target), rounding: rounding))
  }
}

private struct PrintfInterpolation: ValueInterpolation {
  let format: PrintfFormat
  let decimalFormat: NumberFormat
  let range: DecimalRange

  var threshold: Double { range.threshold }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    text.append(format.prefix)
    let start = text.count
    switch format.conversion {
    case .decimal, .fixed: decimalFormat.write(range, at: progress, to: &text)
    default: format.write(range.value(at: progress), rounding: range.rounding, to: &text)
    }
    format.pad(from: start, in: &text)
    text.append(format.suffix)
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
    PrintfInterpolation(
      format: format, decimalFormat: decimalFormat,
      range: range.rounded(toMultiplesOf: factor, fractionDigits: range.fractionDigits))
  }
}
