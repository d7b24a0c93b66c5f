/// Which end of a line, or its middle, stays in place when the line grows: where glyphs are counted from.
public enum TextAlignment: String, CaseIterable, Sendable {
  /// The left end.
  case left
  /// The middle.
  case center
  /// The right end.
  case right

  /// Names of CSS that mean the same in lines that read from left to right.
  public static let aliases: KeyValuePairs<String, TextAlignment> = ["start": .left, "end": .right]

  /// Finds the alignment that has a name or an alias.
  public init?(named name: String) {
    guard let alignment = TextAlignment(rawValue: name) ?? Self.aliases.first(where: { $0.key == name })?.value else {
      return nil
    }
    self = alignment
  }

  /// Where a line of so many cells begins.
  func start(ofLine cells: Int) -> Double {
    switch self {
    case .left: 0
    case .center: -Double(cells) / 2
    case .right: -Double(cells)
    }
  }
}
