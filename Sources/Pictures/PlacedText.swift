/// A line of text in a picture: where it stands, in pixels, and how it looks.
public struct PlacedText: Equatable, Sendable {
  /// What it says.
  public var text: String
  /// Where the left end of its line is, on the line that letters stand on.
  public var position: Point
  /// From 0, invisible, to 1.
  public var opacity = 1.0
  /// Its size about ``pivot``; 1 at rest.
  public var scale = 1.0
  /// Its turn clockwise about ``pivot``, in radians.
  public var rotation = 0.0
  /// What stays where it is while it grows and turns.
  public var pivot = Point(x: 0, y: 0)
  /// The rows between which it shows; `nil` is all.
  public var window: Window?

  /// A point of a picture, from its upper left corner.
  public struct Point: Equatable, Sendable {
    /// To the right.
    public var x: Double
    /// Down.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
      (self.x, self.y) = (x, y)
    }
  }

  /// The rows between which a text shows.
  public struct Window: Equatable, Sendable {
    /// The first row.
    public var top: Double
    /// The row behind the last.
    public var bottom: Double
    /// The rows that it takes to appear at either end.
    public var soft: Double

    /// Creates a window.
    public init(top: Double, bottom: Double, soft: Double) {
      (self.top, self.bottom, self.soft) = (top, bottom, soft)
    }
  }

  /// Creates a text at rest.
  public init(_ text: String, at position: Point) {
    (self.text, self.position) = (text, position)
  }
}
