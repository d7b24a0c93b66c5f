public import TextBytes

/// `number`: both texts start with a number, which counts, and the rest is the same, canonically equal as Unicode has it.
///
/// This is animated-ui-label's interpolation, but decimals, grouping and signs are kept.
public struct NumberInterpolator: TextInterpolator {
  /// The characters that numbers are read with.
  public var symbols: NumberSymbols
  /// How values between two shown digits are rounded.
  public var rounding: Rounding

  /// Creates an interpolator, for English numbers by default.
  public init(symbols: NumberSymbols = .english, rounding: Rounding = .halfExpand) {
    self.symbols = symbols
    self.rounding = rounding
  }

  /// Pairs the leading numbers of both texts.
  ///
  /// - Throws: ``NotAnimatable`` if a text starts with something else, or the rest differs.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    var meter = Meter(limit: .max)
    return try prepare(from: source, to: target, spending: &meter)
  }

  /// The same, spending what it takes.
  ///
  /// - Throws: What ``prepare(from:to:)`` throws.
  public func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    let source = NumberedText(source, symbols: symbols, readsQuantities: true, limit: 1, spending: &meter)
    guard source.startsWithNumber else {
      throw NotAnimatable(reason: "the source does not start with a number")
    }
    let target = NumberedText(target, symbols: symbols, readsQuantities: true, limit: 1, spending: &meter)
    guard target.startsWithNumber else {
      throw NotAnimatable(reason: "the target does not start with a number")
    }
    let pair = NumberedTextPair(source, target, spending: &meter)
    return try pair.interpolation(rounding: rounding, spending: &meter)
  }
}
