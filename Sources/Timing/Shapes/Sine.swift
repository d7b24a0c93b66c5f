import RealModule

/// A quarter of a cosine.
public struct Sine: EasingShape {
  /// Creates the quarter wave.
  public init() {}

  /// 1 − cos(πt/2), as a square, which keeps its digits near 0.
  public func value(at time: Double) -> Double {
    let half = Double.sin(.pi / 4 * time)
    return 2 * half * half
  }

  /// The derivative.
  public func slope(at time: Double) -> Double {
    .pi / 2 * .sin(.pi / 2 * time)
  }
}
