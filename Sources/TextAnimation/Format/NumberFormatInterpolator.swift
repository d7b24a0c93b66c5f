/// Two numbers, written in one notation: how a locale drives an animation.
public struct NumberFormatInterpolator: TextInterpolator {
  /// How every number is written.
  public var format: any NumberNotation
  /// The characters that a number which is no plain decimal is read with.
  public var symbols: NumberSymbols

  /// Creates an interpolator; the numbers themselves are read in English by default.
  public init(format: any NumberNotation, symbols: NumberSymbols = .english) {
    self.format = format
    self.symbols = symbols
  }

  /// Reads both numbers; an empty text is zero.
  ///
  /// - Throws: ``NotAnimatable`` if a text is not a number.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    let source = try ExactDecimal(reading: source, symbols: symbols)
    let target = try ExactDecimal(reading: target, symbols: symbols)
    return format.interpolation(from: source, to: target)
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
