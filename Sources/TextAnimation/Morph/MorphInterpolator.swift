/// Keeps, moves, removes and adds characters, as LTMorphingLabel does.
///
/// Every pair of texts can be morphed; the interpolation is a ``GlyphInterpolation``.
public struct MorphInterpolator: TextInterpolator {
  /// How characters come and go.
  public var effect: MorphEffect

  /// Creates a morph.
  ///
  /// - Parameter effect: How characters come and go.
  public init(effect: MorphEffect = .scale) {
    self.effect = effect
  }

  /// Matches the characters of both texts and lays both out in cells.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    MorphInterpolation(from: source, to: target, effect: effect)
  }
}
