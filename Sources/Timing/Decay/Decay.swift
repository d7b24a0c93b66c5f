import RealModule

/// A thing pushed once and slowed by friction: POPDecayAnimation.
///
/// It goes wherever its velocity takes it, so the target follows from the source: `from + distance(after: duration)`.
///
/// Distances are POP's, which adds up whole milliseconds: (v/1000)·d·(1 − dⁿ)/(1 − d) after n milliseconds, taken here
/// at fractions of one too. The continuous integral has the same shape and is longer by a thousandth at d = 0.998;
/// POP's number is the one that its users know.
public struct Decay: TimingCurve, Hashable {
  /// The velocity at the start, in value units per second.
  public let initialVelocity: Double
  /// The factor by which the velocity shrinks every millisecond, between 0 and 1; POP uses 0.998.
  public let deceleration: Double

  /// Creates a decay.
  public init(velocity: Double, deceleration: Double = 0.998) {
    precondition(deceleration > 0 && deceleration < 1, "a decay needs a deceleration between 0 and 1")
    initialVelocity = velocity
    self.deceleration = deceleration
  }

  /// The distance travelled after `seconds`, in value units.
  public func distance(after seconds: Double) -> Double {
    -limit * .expMinusOne(rate * max(0, seconds))
  }

  /// The distance that it approaches and never reaches, in value units.
  public var limit: Double {
    initialVelocity / 1000 * deceleration / (1 - deceleration)
  }

  /// Seconds until the velocity is below 5 thresholds a second, POP's end of a decay.
  ///
  /// The threshold is in value units: POP's default is 1; half of the last digit shown, for a number.
  public func duration(threshold: Double) -> Double {
    let share = 5 * threshold / abs(initialVelocity)
    return share > 0 && share < 1 ? .log(share) / rate : 0
  }

  /// The decay rate per second, below 0.
  private var rate: Double { 1000 * .log(deceleration) }
}

extension Decay {
  /// The share of the distance travelled in `duration`: it ends at 1 without a jump.
  public func position(at seconds: Double, duration: Double) -> Double {
    if seconds >= duration { return 1 }
    guard seconds > 0 else { return 0 }
    return .expMinusOne(rate * seconds) / .expMinusOne(rate * duration)
  }

  /// The derivative of the share travelled.
  public func velocity(at seconds: Double, duration: Double) -> Double {
    guard duration > 0 else { return 0 }
    let seconds = min(max(0, seconds), duration)
    return (rate * .exp(rate * seconds) / .expMinusOne(rate * duration)).finite
  }

  /// Seconds until what is left to ``limit`` is `threshold` of it.
  public func settlingDuration(within threshold: Double) -> Double? {
    let threshold = threshold > 0 ? threshold : .leastNormalMagnitude
    return threshold < 1 ? .log(threshold) / rate : 0
  }
}
