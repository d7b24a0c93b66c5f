internal import TextBytes

/// Two numbers, written by their size in every frame: 980, 1K, 1.2K.
public struct CompactNumberFormatInterpolator: TextInterpolator {
  /// How every number is written.
  public var format: CompactNumberFormat
  /// The characters that a number which is no plain decimal is read with.
  public var symbols: NumberSymbols

  /// Creates an interpolator; the numbers themselves are read in English by default.
  public init(format: CompactNumberFormat, symbols: NumberSymbols = .english) {
    self.format = format
    self.symbols = symbols
  }

  /// Reads both numbers; an empty text is zero.
  ///
  /// - Throws: ``NotAnimatable`` if a text is not a number.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    let source = try ExactDecimal(reading: source, symbols: symbols)
    let target = try ExactDecimal(reading: target, symbols: symbols)
    let format = format.limited(showing: source, target)
    let range = DecimalRange(
      from: source, to: target, fractionDigits: format.fractionDigits(near: target), rounding: format.rounding)
    return CompactInterpolation(range: range, narrow: NarrowRange(from: source, to: target), format: format)
  }
}

private struct CompactInterpolation: ValueInterpolation {
  let range: DecimalRange
  let narrow: NarrowRange?
  let format: CompactNumberFormat

  var threshold: Double { range.threshold }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    if let value = narrow?.value(at: progress), format.write(value, to: &text) { return }
    format.write(range.value(at: progress), to: &text)
  }

  func writeValue(at progress: Double, to text: inout UTF8Buffer) {
    format.writePlain(range.value(at: progress), to: &text)
  }
}

extension CompactInterpolation: MultiplesInterpolation {
  func rounded(toMultiplesOf factor: ExactDecimal) -> any TextInterpolation {
    CompactInterpolation(
      range: range.rounded(toMultiplesOf: factor, fractionDigits: range.fractionDigits), narrow: nil, format: format)
  }
}
