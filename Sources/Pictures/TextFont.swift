/// The font of a picture.
public struct TextFont: Hashable, Sendable {
  /// Families with commas between them; the first that is there is taken.
  public var families: String
  /// Pixels.
  public var size: Double
  /// From 100, thin, to 1000.
  public var weight: Int

  /// Creates a font.
  public init(families: String, size: Double, weight: Int) {
    self.families = families
    self.size = size
    self.weight = weight
  }
}
