/// An interpolation that also knows where each character stands and how it looks.
public protocol GlyphInterpolation: TextInterpolation {
  /// Every visible character at `progress`, any finite number: the source's own at 0 and the target's at 1, at rest.
  func glyphs(at progress: Double) -> [Glyph]
}
