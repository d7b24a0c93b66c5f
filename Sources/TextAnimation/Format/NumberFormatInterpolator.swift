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
  /// Two plain decimals such as `1234.5` are what they are. Where one is written in another way, the other is taken to be
  /// written so too if it can be: beside `1.234,5` a `2.000` is two thousand.
  /// - Throws: ``NotAnimatable`` if a text is not a number.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    if let source = ExactDecimal(plain: source), let target = ExactDecimal(plain: target) {
      return format.interpolation(from: source, to: target)
    }
    return format.interpolation(
      from: try ExactDecimal(reading: source, symbols: symbols),
      to: try ExactDecimal(reading: target, symbols: symbols))
  }
}

extension ExactDecimal {
  /// A decimal with a point and without groups, or `nil`.
  fileprivate init?(plain text: String) {
    let plain = NumberSymbols(decimalSeparators: ["."], groupingSeparators: [])
    guard let value = try? ExactDecimal(parsing: text, symbols: plain) else { return nil }
    self = value
  }

  /// Reads by the symbols, without regard to bidi marks, and what cannot be read so as a plain decimal.
  ///
  /// - Throws: ``NotAnimatable`` if it is no number either way.
  fileprivate init(reading text: String, symbols: NumberSymbols) throws(NotAnimatable) {
    do throws(NotAnimatable) {
      try self.init(parsing: text.filter { !"\u{061C}\u{200E}\u{200F}".contains($0) }, symbols: symbols)
    } catch {
      guard let value = ExactDecimal(plain: text) else { throw error }
      self = value
    }
  }
}
