/// Removes characters back to what both texts begin with, then types the rest of the target.
///
/// The removal is typed.js's "smart backspace"; steps are grapheme clusters, so an emoji family or a letter with its
/// accents comes and goes as one. Every pair of texts can be typed.
public struct TypewriterInterpolator: TextInterpolator {
  /// Creates a typewriter.
  public init() {}

  /// Cuts both texts into clusters and finds what they begin with in common.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    TypewriterInterpolation(source: Graphemes(source), target: Graphemes(target))
  }
}
