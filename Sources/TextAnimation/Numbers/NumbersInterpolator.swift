/// `numbers`: numbers anywhere in the texts count, everything between them must be identical.
///
/// Numbers pair in order, and a number that both texts write the same stays as it is. Grouping, decimals, leading zeros,
/// plus and digits follow the two texts: what either shows is kept in every frame. Parentheses are literal unless only
/// one of the texts has them directly around a number: then that number is negative, as accountants write it.
public struct NumbersInterpolator: TextInterpolator {
  /// The characters that numbers are read with.
  public var symbols: NumberSymbols
  /// How values between two shown digits are rounded.
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
    try NumberedTextPair.reading(
      from: NumberedText(source, symbols: symbols, readsClocks: true),
      to: NumberedText(target, symbols: symbols, readsClocks: true), rounding: rounding
    ) { $1 }
  }
}
