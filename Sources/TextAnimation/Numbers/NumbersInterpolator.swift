/// `numbers`: numbers anywhere in the texts count, everything between them must be identical.
///
/// Numbers pair in order, and a number that both texts write the same stays as it is. Grouping, decimals, leading zeros,
/// plus and digits follow the two texts: what either shows is kept in every frame. Parentheses are literal unless only
/// one of the texts has them directly around a number: then that number is negative, as accountants write it.
public struct NumbersInterpolator: TextInterpolator {
  /// The characters that numbers are read with.
  public var symbols: NumberSymbols
  /// Which way values go that lie between two shown digits.
  public var rounding: Rounding

  /// Creates an interpolator, for English numbers by default.
  public init(symbols: NumberSymbols = .english, rounding: Rounding = .nearest) {
    self.symbols = symbols
    self.rounding = rounding
  }

  /// Pairs the numbers of both texts.
  ///
  /// - Throws: ``NotAnimatable`` naming what differs besides the numbers.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    try NumberedTextPair.reading(from: source, to: target, symbols: symbols, rounding: rounding).interpolation
  }
}

extension NumberedTextPair {
  /// Two texts and what is made of them.
  typealias Reading = (pair: NumberedTextPair, interpolation: NumbersInterpolation)

  /// Reads times as seconds, and where that fails as the separate numbers they also are: `16:10` → `16:99`.
  static func reading(
    from source: String, to target: String, symbols: NumberSymbols, rounding: Rounding
  ) throws(NotAnimatable) -> Reading {
    try reading(
      NumberedText(source, symbols: symbols, readsClocks: true, limit: .max),
      NumberedText(target, symbols: symbols, readsClocks: true, limit: .max), symbols: symbols, rounding: rounding)
  }

  /// The same for two texts whose times have been read.
  static func reading(
    _ source: NumberedText, _ target: NumberedText, symbols: NumberSymbols, rounding: Rounding
  ) throws(NotAnimatable) -> Reading {
    do throws(NotAnimatable) {
      let pair = try NumberedTextPair(source, target)
      return (pair, try pair.interpolation(symbols: symbols, rounding: rounding))
    } catch {
      guard source.hasClocks || target.hasClocks else { throw error }
      let pair = try NumberedTextPair(source.withoutClocks, target.withoutClocks)
      return (pair, try pair.interpolation(symbols: symbols, rounding: rounding))
    }
  }
}
