import RealModule

/// An oscillation whose amplitude doubles every tenth of the time: Penner's elastic.
///
/// Like ``Exponential`` it jumps at its start by about a thousandth of its amplitude.
public struct Elastic: EasingShape {
  /// The amplitude at the end, at least 1: with less it could not reach its end.
  public let amplitude: Double
  /// The period as a fraction of the duration, above 0; Penner uses 0.3, and 0.45 for in-out.
  public let period: Double

  private let phase: Double
  private let frequency: Double

  /// Creates an oscillation; an `amplitude` below 1 counts as 1.
  public init(amplitude: Double = 1, period: Double = 0.3) {
    self.amplitude = max(amplitude, 1)
    self.period = period
    phase = .asin(1 / self.amplitude)
    frequency = 2 * .pi / period
  }

  /// a·2^(10t − 10)·sin((1 − t)·2π/p + asin(1/a)).
  public func value(at time: Double) -> Double {
    amplitude * .exp2(10 * time - 10) * .sin(angle(at: time))
  }

  /// The derivative.
  public func slope(at time: Double) -> Double {
    let angle = angle(at: time)
    return amplitude * .exp2(10 * time - 10) * (Self.growth * .sin(angle) - frequency * .cos(angle))
  }

  private static let growth = 10 * Double.log(2)

  private func angle(at time: Double) -> Double {
    (1 - time) * frequency + phase
  }
}
