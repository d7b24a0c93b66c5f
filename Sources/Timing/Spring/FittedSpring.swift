import RealModule

/// UIView's spring: a damping ratio and a duration, from which the frequency follows.
///
/// The frequency is the one at which a thousandth of the distance is left when the duration is over
/// (`animate(withDuration:usingSpringWithDamping:initialSpringVelocity:)`).
public struct FittedSpring: TimingCurve, Equatable {
  /// 0…1; more counts as 1.
  public let dampingRatio: Double
  /// Whole distances per second.
  public let initialVelocity: Double

  /// Creates a spring that waits for its duration.
  public init(dampingRatio: Double, velocity: Double = 0) {
    self.dampingRatio = min(max(dampingRatio, 0.01), 1)
    initialVelocity = velocity
  }

  /// The spring that has arrived after this duration.
  public func spring(duration: Double) -> Spring {
    let frequency = frequency(duration: min(max(duration, 0.01), 10))
    return Spring(
      stiffness: frequency * frequency, damping: 2 * dampingRatio * frequency, velocity: initialVelocity)
  }

  /// The spring itself, so that its frequency is found once and not for each frame.
  public func fitted(to duration: Double) -> any TimingCurve { spring(duration: duration) }

  /// The position of the spring that fits.
  public func position(at seconds: Double, duration: Double) -> Double {
    spring(duration: duration).position(at: seconds, duration: duration)
  }

  /// The velocity of the spring that fits.
  public func velocity(at seconds: Double, duration: Double) -> Double {
    spring(duration: duration).velocity(at: seconds, duration: duration)
  }

  /// Always `nil`: it needs a duration.
  public func settlingDuration(within threshold: Double) -> Double? { nil }

  /// Solves remainder(ω) = 0.001 by Newton's method from 5/duration.
  private func frequency(duration: Double) -> Double {
    var frequency = 5 / duration
    for _ in 0..<12 {
      let value = remainder(frequency, duration) - 0.001
      let delta = frequency * 1e-6
      let slope = (remainder(frequency + delta, duration) - remainder(frequency - delta, duration)) / (2 * delta)
      let next = frequency - value / slope
      guard next.isFinite, next > 0 else { return frequency }
      frequency = next
    }
    return frequency
  }

  private func remainder(_ frequency: Double, _ duration: Double) -> Double {
    let decay = Double.exp(-dampingRatio * frequency * duration)
    if dampingRatio >= 1 { return decay * ((frequency - initialVelocity) * duration + 1) }
    let damped = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
    return (dampingRatio * frequency - initialVelocity) / damped * decay
  }
}
