/// A way of writing numbers: by their digits or by their size.
public protocol NumberNotation: Sendable {
  /// Two numbers and all between them, written in this way.
  func interpolation(from source: ExactDecimal, to target: ExactDecimal) -> any ValueInterpolation
}
