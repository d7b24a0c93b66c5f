/// How one of the two labels of a transition looks.
public struct LabelState: Equatable, Sendable {
  /// From 0, invisible, to 1.
  public var opacity: Double
  /// The size about the label's centre: 1 at rest, never below 0.
  public var scale: Double
  /// Degrees clockwise about the label's centre.
  public var rotation: Double
  /// Label heights to the right.
  public var offsetX: Double
  /// Label heights downward.
  public var offsetY: Double

  /// Creates a state, at rest where nothing else is said.
  ///
  /// - Parameters:
  ///   - opacity: 0…1.
  ///   - scale: 1 at rest.
  ///   - rotation: Degrees clockwise.
  ///   - offsetX: Label heights to the right.
  ///   - offsetY: Label heights downward.
  public init(
    opacity: Double = 1, scale: Double = 1, rotation: Double = 0, offsetX: Double = 0, offsetY: Double = 0
  ) {
    self.opacity = opacity
    self.scale = scale
    self.rotation = rotation
    self.offsetX = offsetX
    self.offsetY = offsetY
  }
}
