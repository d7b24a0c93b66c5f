public import TextBytes

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
    rounding: Rounding = .halfExpand
  ) {
    self.mode = mode
    self.direction = direction
    self.symbols = symbols
    self.rounding = rounding
  }

  /// Pairs the numbers of both texts.
  ///
  /// - Throws: ``NotAnimatable`` naming what differs besides the numbers, or a number that wheels cannot show, as a date.
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
    let source = NumberedText(source, symbols: symbols, readsQuantities: true, spending: &meter)
    let target = NumberedText(target, symbols: symbols, readsQuantities: true, spending: &meter)
    let pair = NumberedTextPair(source, target, inflects: false, spending: &meter)
    let numbers = try pair.interpolation(rounding: rounding, spending: &meter)
    guard var odometer = OdometerInterpolation(numbers, mode: mode, direction: direction) else {
      throw NotAnimatable(reason: "an odometer has wheels for numbers and times only, not for dates, units and words")
    }
    odometer.rest(at: pair)
    return odometer
  }
}

/// How the columns of an odometer turn together.
public enum ColumnMode: String, CaseIterable, Sendable {
  /// As a mechanical counter does it: a column moves only while all to its right pass from 9 to 0.
  case carry
  /// Each column rolls through the number that it and the columns to its left make: all move all the time.
  case continuous
  /// Each column rolls by itself from its old digit to its new one.
  case digit
}

/// Which way the columns of an odometer roll.
///
/// Columns show the magnitude, so the sign of the number plays no part.
public enum ColumnDirection: String, CaseIterable, Sendable {
  /// Up where the magnitude grows, down where it shrinks, both where it passes zero.
  case auto
  /// Always to the next higher digit; beyond the largest number a counter starts again at zero.
  case up
  /// Always to the next lower digit; below zero a counter goes on from its largest number.
  case down
  /// The way with fewer turns, through zero if need be: 9 → 0 → 1.
  case shortest
}

extension ColumnDirection {
  /// How many full turns come on top of the plain distance, of which only two things count.
  ///
  /// - Parameters:
  ///   - sign: The sign of the distance.
  ///   - isFar: Whether the distance is more than half a turn.
  /// - Returns: −1, 0 or 1.
  func turns(sign: Int, isFar: Bool) -> Int {
    switch self {
    case .auto: 0
    case .up: sign < 0 ? 1 : 0
    case .down: sign > 0 ? -1 : 0
    case .shortest: isFar ? -sign : 0
    }
  }
}
