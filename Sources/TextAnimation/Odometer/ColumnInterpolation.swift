/// An interpolation that also knows how far each digit has rolled.
public protocol ColumnInterpolation: TextInterpolation {
  /// The pieces of the text at `progress`, any finite number, from left to right.
  ///
  /// At 0 and at 1 they are the caller's texts, character for character, at rest.
  func columns(at progress: Double) -> [Column]
}
