/// `odometer`: numbers as in `numbers`, but each digit is a column that rolls.
///
/// The interpolation is a ``ColumnInterpolation``. Its texts are those of ``NumbersInterpolator``: rounded to the
/// nearest, as by default, they show of each column the digit that shows most of itself, as long as the columns follow
/// the value (`carry` and `auto`).
public struct OdometerInterpolator: TextInterpolator {
  /// How the columns turn together.
  public var mode: ColumnMode
  /// Which way they roll.
  public var direction: ColumnDirection
  /// The characters that numbers are read with.
  public var symbols: NumberSymbols
  /// Which way the values of the texts go that lie between two shown digits.
  public var rounding: Rounding

  /// Creates an odometer, a mechanical one by default.
  public init(
    mode: ColumnMode = .carry, direction: ColumnDirection = .auto, symbols: NumberSymbols = .english,
    rounding: Rounding = .nearest
  ) {
    self.mode = mode
    self.direction = direction
    self.symbols = symbols
    self.rounding = rounding
  }

  /// Pairs the numbers of both texts.
  ///
  /// - Throws: ``NotAnimatable`` naming what differs besides the numbers.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    let (pair, numbers) = try NumberedTextPair.reading(
      from: source, to: target, symbols: symbols, rounding: rounding)
    return OdometerInterpolation(pair, numbers, mode: mode, direction: direction)
  }
}
