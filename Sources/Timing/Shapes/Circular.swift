/// A quarter of a circle: Penner's circ.
public struct Circular: EasingShape {
  /// Creates the quarter circle.
  public init() {}

  /// 1 − √(1 − t²), as a quotient, which keeps its digits near 0.
  public func value(at time: Double) -> Double {
    time * time / (1 + root(at: time))
  }

  /// The derivative, infinite at 1.
  public func slope(at time: Double) -> Double {
    time / root(at: time)
  }

  private func root(at time: Double) -> Double {
    ((1 - time) * (1 + time)).squareRoot()
  }
}
