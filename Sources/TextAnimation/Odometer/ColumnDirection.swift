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
