internal import TextBytes

/// Two numbers, written by a printf text: UICountingLabel's `format`.
public struct FormatInterpolator: TextInterpolator {
  /// The text with its conversion.
  public var format: PrintfFormat
  /// How values between two shown digits are rounded.
  public var rounding: Rounding
  /// The characters that both numbers are read with.
  public var symbols: NumberSymbols
  /// Whose digits and separators are written; `nil` for C's.
  public var locale: NumberTemplate?

  /// Creates an interpolator; without a `rounding`, integers are truncated as the seed does, and fractions are rounded as in C.
  public init(
    format: PrintfFormat, rounding: Rounding? = nil, symbols: NumberSymbols = .english, locale: NumberTemplate? = nil
  ) {
    self.format = format
    self.rounding = rounding ?? (format.isInteger ? .trunc : .halfEven)
    self.symbols = symbols
    self.locale = locale
  }

  /// Reads both numbers; an empty text is zero.
  ///
  /// - Throws: ``NotAnimatable`` if a text is not a number.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    let (source, target) = try Decimal.pair(source, target, symbols)
    return try NumbersInterpolation(
      from: source, to: target, format.template(in: locale), rounding: rounding, before: format.prefix,
      after: format.suffix)
  }
}
