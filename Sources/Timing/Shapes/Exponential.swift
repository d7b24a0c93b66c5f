import RealModule

/// A doubling every tenth of the time: Penner's expo.
///
/// It approaches 2⁻¹⁰ toward its start, so it jumps there by less than a thousandth, as Penner's and easings.net's do;
/// d3 stretches the curve instead, and then differs everywhere.
public struct Exponential: EasingShape {
  /// Creates the exponential.
  public init() {}

  /// 2^(10t − 10).
  public func value(at time: Double) -> Double {
    .exp2(10 * time - 10)
  }

  /// The derivative.
  public func slope(at time: Double) -> Double {
    10 * .log(2) * value(at: time)
  }
}
