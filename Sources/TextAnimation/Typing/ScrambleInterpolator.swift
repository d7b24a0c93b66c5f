/// Dissolves the source into random characters from left to right, which then settle into the target.
///
/// Random, but not by chance: a character depends only on the seed, its place and the slot of the progress, so that any
/// frame can be computed alone and comes out the same on every node. Every pair of texts can be scrambled.
public struct ScrambleInterpolator: TextInterpolator {
  /// Chooses the random characters.
  public var seed: UInt64
  /// The characters to draw from; none draws from the script and case of each character.
  public var alphabet: String

  /// Creates a scrambler.
  ///
  /// - Parameters:
  ///   - seed: Another number, other characters.
  ///   - alphabet: Characters to draw from instead of each one's own script.
  public init(seed: UInt64 = 0, alphabet: String = "") {
    self.seed = seed
    self.alphabet = alphabet
  }

  /// Cuts both texts into clusters and finds what may stand in for each.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    ScrambleInterpolation(from: source, to: target, seed: seed, alphabet: alphabet)
  }
}
