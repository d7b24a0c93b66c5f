import RealModule

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
    let tension = Origami.tension(speed: speed)
    let friction = Origami.friction(bounciness: bounciness, tension: tension)
    self.init(
      stiffness: 194 + 3.62 * (tension - 30), damping: max(0, 25 + 3 * (friction - 8)), velocity: velocity)
  }
}

/// The units that POP borrowed from Quartz Composer.
private enum Origami {
  static func tension(speed: Double) -> Double {
    0.5 + speed / 1.7 / 20 * (200 - 0.5)
  }

  static func friction(bounciness: Double, tension: Double) -> Double {
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
