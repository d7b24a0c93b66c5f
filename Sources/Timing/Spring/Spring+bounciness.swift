import RealModule

// Facebook POP's parameters, 0…20 both, by way of Origami's tension and friction (POPSpringAnimation 1.0.11).
extension Spring {
  /// Creates a spring of mass 1 from POP's parameters, with POP's defaults.
  ///
  /// - Parameters:
  ///   - bounciness: 0…20; 0 is nearly critical, except at very low speeds.
  ///   - speed: 0…20; far below 0 no spring is left.
  ///   - velocity: Whole distances per second.
  public init(bounciness: Double, speed: Double = 12, velocity: Double = 0) {
    let tension = Origami.tension(speed: speed)
    let friction = Origami.friction(bounciness: bounciness, tension: tension)
    self.init(
      stiffness: 194 + 3.62 * (tension - 30), damping: max(0, 25 + 3 * (friction - 8)), velocity: velocity)
  }

  /// POP's `speed`; outside 0…20 for a spring that POP's sliders cannot reach.
  public var speed: Double {
    Origami.speed(tension: origamiTension)
  }

  /// POP's `bounciness`, or `nil` for a spring that no bounciness gives.
  ///
  /// Below 0 the spring is damped more than POP's sliders allow.
  public var bounciness: Double? {
    let friction = (damping / mass - 25) / 3 + 8
    return Origami.bounciness(friction: friction, tension: origamiTension)
  }

  private var origamiTension: Double { (stiffness / mass - 194) / 3.62 + 30 }
}

/// The units that POP borrowed from Quartz Composer.
private enum Origami {
  static func tension(speed: Double) -> Double {
    0.5 + speed / 1.7 / 20 * (200 - 0.5)
  }

  static func speed(tension: Double) -> Double {
    (tension - 0.5) / (200 - 0.5) * 20 * 1.7
  }

  static func friction(bounciness: Double, tension: Double) -> Double {
    let bounce = bounciness / 1.7 / 20 * 0.8
    let share = 2 * bounce - bounce * bounce
    return share * leastFriction + (1 - share) * frictionWithoutBounce(tension: tension)
  }

  /// The quadratic of ``friction(bounciness:tension:)`` solved for its smaller root.
  static func bounciness(friction: Double, tension: Double) -> Double? {
    let remaining = (friction - leastFriction) / (frictionWithoutBounce(tension: tension) - leastFriction)
    guard remaining >= 0 && remaining.isFinite else { return nil }
    return (1 - Double.sqrt(remaining)) / 0.8 * 20 * 1.7
  }

  private static let leastFriction = 0.01

  /// The friction at which a spring of this tension just does not bounce, fitted in three parts that do not quite meet.
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
