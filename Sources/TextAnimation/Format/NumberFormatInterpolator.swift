internal import TextBytes

/// Two numbers, written in one format: how a locale drives an animation.
public struct NumberFormatInterpolator: TextInterpolator {
  /// How every number is written.
  public var format: NumberFormat
  /// The characters that both numbers are read with.
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
    let source = try ExactDecimal(parsing: source, symbols: symbols)
    let target = try ExactDecimal(parsing: target, symbols: symbols)
    return FormattedInterpolation(range: format.range(from: source, to: target), format: format)
  }
}

private struct FormattedInterpolation: ValueInterpolation {
  let range: DecimalRange
  let format: NumberFormat

  var threshold: Double { range.threshold }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    format.write(range, at: progress, to: &text)
  }

  func writeValue(at progress: Double, to text: inout UTF8Buffer) {
    range.writePlain(at: progress, to: &text)
  }
}
