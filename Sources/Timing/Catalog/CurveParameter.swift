/// One number that a curve can be given.
public struct CurveParameter: Hashable, Sendable {
  /// The name, as written before the colon.
  public let name: String
  /// The value where none is given; `nil` asks for one.
  public let defaultValue: Double?
  /// The values that make sense, both ends finite.
  public let range: ClosedRange<Double>
  /// Whether it is in seconds and may carry a unit: `0.5`, `500ms`, `0.5s`.
  public let isTime: Bool

  /// Creates a parameter.
  public init(_ name: String, _ defaultValue: Double?, in range: ClosedRange<Double>, isTime: Bool = false) {
    self.name = name
    self.defaultValue = defaultValue
    self.range = range
    self.isTime = isTime
  }
}
