/// Which end of a line, or its middle, stays in place when the line grows: where glyphs are counted from.
public enum TextAlignment: String, CaseIterable, Sendable {
  /// The left end.
  case left
  /// The middle.
  case center
  /// The right end.
  case right

  /// Where a line of so many cells begins.
  func start(ofLine cells: Int) -> Double {
    switch self {
    case .left: 0
    case .center: -Double(cells) / 2
    case .right: -Double(cells)
    }
  }
}
