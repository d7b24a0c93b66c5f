import RealModule

/// A spring that finds its own frequency, so that it has settled when its duration is over: UIView's
/// `animate(withDuration:usingSpringWithDamping:initialSpringVelocity:)`.
///
/// UIKit's own rule is unpublished; by this one (also Motion's `findSpring`) the envelope of the oscillation comes down to
/// a thousandth of the distance at the end. The factor of the sine is taken for its amplitude.
public struct FittedSpring: TimingCurve, Hashable {
  /// The damping ratio, 0.01…1; from 1 on the spring does not overshoot.
  public let dampingRatio: Double
  /// The velocity at the start, in whole distances per second; positive is toward the target.
  public let initialVelocity: Double

  /// What is left of the distance when the duration is over.
  public static let remainder = 0.001

  /// Creates a spring for any duration; a ratio outside 0.01…1 counts as the nearer end.
  public init(dampingRatio: Double, velocity: Double = 0) {
    self.dampingRatio = dampingRatio.clamped(to: 0.01...1)
    initialVelocity = velocity
  }

  /// The spring for a duration of `seconds`, at least a millisecond.
  public func spring(lasting seconds: Double) -> Spring {
    Spring(
      frequency: frequency(lasting: seconds.clamped(to: 0.001...1e6)), dampingRatio: dampingRatio,
      velocity: initialVelocity)
  }

  /// The position on the spring for this duration.
  ///
  /// It is solved anew at each call: ``TimingCurve/fitted(to:)`` does it once.
  public func position(at seconds: Double, duration: Double) -> Double {
    spring(lasting: duration).position(at: seconds, duration: duration)
  }

  /// The velocity on the spring for this duration.
  public func velocity(at seconds: Double, duration: Double) -> Double {
    spring(lasting: duration).velocity(at: seconds, duration: duration)
  }

  /// Always `nil`: the duration is given, and the spring follows.
  public func settlingDuration(within threshold: Double) -> Double? { nil }

  /// The spring for this duration.
  public func fitted(to duration: Double) -> any TimingCurve { spring(lasting: duration) }
}

// MARK: - Solving

extension FittedSpring {
  /// The greatest frequency at which the envelope passes the remainder at the end.
  private func frequency(lasting seconds: Double) -> Double {
    let peak = peakFrequency(lasting: seconds)
    guard excess(at: peak, lasting: seconds) > 0 else {
      // With so high an initial velocity no envelope is large enough: the decay alone decides.
      return -.log(Self.remainder) / (dampingRatio * seconds)
    }
    var low = peak
    var high = max(2 * peak, 1 / seconds)
    while excess(at: high, lasting: seconds) > 0 { (low, high) = (high, 2 * high) }
    while true {
      let middle = low + (high - low) / 2
      guard middle > low && middle < high else { return middle }
      if excess(at: middle, lasting: seconds) > 0 { low = middle } else { high = middle }
    }
  }

  /// How far the envelope is above the remainder at the end.
  private func excess(at frequency: Double, lasting seconds: Double) -> Double {
    let decay = frequency * dampingRatio
    guard dampingRatio < 1 else {
      return .exp(-frequency * seconds) * ((frequency - initialVelocity) * seconds + 1) - Self.remainder
    }
    let damped = frequency * .sqrt((1 - dampingRatio) * (1 + dampingRatio))
    return .exp(-decay * seconds) * (decay - initialVelocity) / damped - Self.remainder
  }

  /// The frequency at which the envelope is largest; above it, it only falls.
  private func peakFrequency(lasting seconds: Double) -> Double {
    let smallest = 1e-9 / seconds
    guard initialVelocity > 0 else { return smallest }
    guard dampingRatio < 1 else { return max(initialVelocity, smallest) }
    let push = dampingRatio * seconds * initialVelocity
    return (push + .sqrt(push * push + 4 * push)) / (2 * dampingRatio * dampingRatio * seconds)
  }
}
