/// One character of a frame with its position and its appearance.
///
/// Places are counted in character cells: `x` to the right from where the lines are aligned (their left ends, middles or
/// right ends), `y` from the first line in label heights downward (a line is one label high, as high as its font size). Scale and rotation happen about the
/// middle of the cell's lower edge, so that one `transform-origin: 50% 100%` draws every effect.
public struct Glyph: Equatable, Sendable {
  /// One grapheme cluster.
  public var text: String
  /// Cells from where the line is aligned to the left edge of the glyph's cell.
  public var x: Double
  /// Label heights from the first line down to the glyph's line, plus what the effect adds.
  public var y: Double
  /// The size as a fraction of the font size: 1 at rest, never below 0.
  public var scale: Double
  /// Degrees clockwise.
  public var rotation: Double
  /// From 0, invisible, to 1.
  public var opacity: Double
  /// Where one that stays comes from and goes to, in cells as `x`: who draws in a font with letters of many widths takes
  /// the places of these in both texts, and goes from one to the other by ``glide(at:)``.
  public var from, to: Double?

  /// Creates a glyph, at rest where nothing else is said.
  ///
  /// - Parameters:
  ///   - text: One grapheme cluster.
  ///   - x: Cells to the right.
  ///   - y: Label heights downward.
  ///   - scale: A fraction of the font size.
  ///   - rotation: Degrees clockwise.
  ///   - opacity: 0…1.
  public init(
    _ text: String, x: Double, y: Double = 0, scale: Double = 1, rotation: Double = 0, opacity: Double = 1
  ) {
    self.text = text
    self.x = x
    self.y = y
    self.scale = scale
    self.rotation = rotation
    self.opacity = opacity
  }
}
