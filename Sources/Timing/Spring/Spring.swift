import RealModule

/// A mass on a damped spring that is released at the source and comes to rest on the target.
///
/// Positions follow the closed form in true seconds, so any moment costs the same and nothing accumulates. Unlike
/// CASpringAnimation's default, a spring may be overdamped.
///
/// A duration shorter than the spring needs cuts it off: it runs in true time until the end, where it jumps to its
/// target. A longer one shows it at rest.
public struct Spring: TimingCurve, Hashable {
  /// The mass, above 0.
  public let mass: Double
  /// The stiffness k, above 0: the force per distance.
  public let stiffness: Double
  /// The damping c, at least 0: the force per velocity.
  public let damping: Double
  /// The velocity at the start, in whole distances per second; positive is toward the target.
  public let initialVelocity: Double

  let motion: DampedMotion

  /// Creates a spring from its physics, with CASpringAnimation's defaults.
  ///
  /// - Parameters:
  ///   - mass: Above 0.
  ///   - stiffness: Above 0.
  ///   - damping: At least 0.
  ///   - velocity: Whole distances per second; positive is toward the target.
  public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10, velocity: Double = 0) {
    precondition(mass > 0 && stiffness > 0 && damping >= 0, "a spring needs mass, stiffness and damping")
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    initialVelocity = velocity
    motion = DampedMotion(
      frequency: .sqrt(stiffness / mass),
      dampingRatio: damping / (2 * .sqrt(stiffness * mass)),
      offset: -1, velocity: velocity)
  }

  /// Creates a spring of mass 1 from its undamped frequency in radians a second and its damping ratio.
  public init(frequency: Double, dampingRatio: Double, velocity: Double = 0) {
    self.init(
      stiffness: frequency * frequency, damping: 2 * dampingRatio * frequency, velocity: velocity)
  }

  /// The undamped frequency ω₀ in radians a second.
  public var frequency: Double { motion.frequency }

  /// The damping ratio ζ: underdamped below 1, so that the spring overshoots; overdamped above.
  public var dampingRatio: Double { motion.dampingRatio }
}

// MARK: - Time

extension Spring {
  /// Seconds after which an undamped spring is not computed any further: a sine of such an angle has no digits left.
  private static let horizon = 1e9

  /// The position `seconds` after the start, never cut: 0 is the source and 1 the target.
  public func position(at seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    return 1 + motion.offset(at: min(seconds, Self.horizon))
  }

  /// The velocity `seconds` after the start, never cut, in whole distances a second.
  public func velocity(at seconds: Double) -> Double {
    motion.velocity(at: min(max(0, seconds), Self.horizon))
  }

  /// The position in true time before `duration`, and 1 from then on.
  public func position(at seconds: Double, duration: Double) -> Double {
    seconds >= duration ? 1 : position(at: seconds)
  }

  /// The velocity in true time before `duration`, and 0 from then on.
  public func velocity(at seconds: Double, duration: Double) -> Double {
    seconds >= duration ? 0 : velocity(at: seconds)
  }
}

extension Spring {
  /// The turns of an underdamped spring, up to the hundred thousandth.
  public func turns(duration: Double) -> [Double] {
    guard let interval = motion.turningInterval, let first = motion.firstTurningPoint else { return [] }
    return Array(stride(from: first, to: duration, by: interval).prefix(100_000))
  }
}

// MARK: - Rest

extension Spring {
  /// Seconds until the spring stays within `threshold`, a fraction of the distance, of its target.
  ///
  /// The moment is found between two turning points, to the last digit: an envelope alone would be up to half a period late.
  /// An undamped spring never settles. A threshold that is not above 0 counts as the smallest number.
  public func settlingDuration(within threshold: Double) -> Double? {
    motion.settlingTime(within: threshold > 0 ? threshold : .leastNormalMagnitude)
  }
}

extension Spring: CustomStringConvertible {
  /// A text that gives the same motion from rest, with the names of its arguments.
  public var description: String {
    "spring(mass: \(mass.shortest), stiffness: \(stiffness.shortest), damping: \(damping.shortest))"
  }
}

// SwiftUI's parameters: one oscillation's duration and how far it bounces, or the older response and damping fraction.
extension Spring {
  /// Creates a spring from its perceptual duration, as SwiftUI does.
  ///
  /// - Parameters:
  ///   - duration: The period of the undamped oscillation in seconds, above 0.
  ///   - bounce: 0 is critically damped, 1 undamped, below 0 overdamped; outside −0.99…1 the nearer end counts.
  ///   - velocity: Whole distances per second.
  public init(duration: Double, bounce: Double = 0, velocity: Double = 0) {
    let bounce = bounce.clamped(to: -0.99...1)
    self.init(
      frequency: 2 * .pi / duration,
      dampingRatio: bounce < 0 ? 1 / (1 + bounce) : 1 - bounce,
      velocity: velocity)
  }

  /// Creates a spring from its response and damping fraction, as SwiftUI does.
  ///
  /// - Parameters:
  ///   - response: The period of the undamped oscillation in seconds, above 0.
  ///   - dampingFraction: The damping ratio, at least 0.
  ///   - velocity: Whole distances per second.
  public init(response: Double, dampingFraction: Double = 0.825, velocity: Double = 0) {
    self.init(frequency: 2 * .pi / response, dampingRatio: dampingFraction, velocity: velocity)
  }
}

// Facebook POP's parameters, 0…20 both, by way of Origami's tension and friction (POPSpringAnimation 1.0.11).
extension Spring {
  /// Creates a spring of mass 1 from POP's parameters, with POP's defaults.
  ///
  /// - Parameters:
  ///   - bounciness: 0…20; 0 is nearly critical, except at very low speeds.
  ///   - speed: 0…20; far below 0 the spring has no stiffness left.
  ///   - velocity: Whole distances per second.
  public init(bounciness: Double, speed: Double = 12, velocity: Double = 0) {
    let tension = Self.tension(speed: speed)
    let friction = Self.friction(bounciness: bounciness, tension: tension)
    self.init(
      stiffness: 194 + 3.62 * (tension - 30), damping: max(0, 25 + 3 * (friction - 8)), velocity: velocity)
  }
}

// The units that POP borrowed from Quartz Composer.
extension Spring {
  private static func tension(speed: Double) -> Double {
    0.5 + speed / 1.7 / 20 * (200 - 0.5)
  }

  private static func friction(bounciness: Double, tension: Double) -> Double {
    let bounce = bounciness / 1.7 / 20 * 0.8
    let share = 2 * bounce - bounce * bounce
    return share * leastFriction + (1 - share) * frictionWithoutBounce(tension: tension)
  }

  private static let leastFriction = 0.01

  /// The friction that damps a spring of this tension critically, fitted in three pieces with small gaps between them.
  private static func frictionWithoutBounce(tension: Double) -> Double {
    let (cubic, square, linear, constant) =
      if tension <= 18 {
        (0.0007, -0.031, 0.64, 1.28)
      } else if tension <= 44 {
        (0.000044, -0.006, 0.36, 2.0)
      } else {
        (0.00000045, -0.000332, 0.1078, 5.84)
      }
    return ((cubic * tension + square) * tension + linear) * tension + constant
  }
}

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
