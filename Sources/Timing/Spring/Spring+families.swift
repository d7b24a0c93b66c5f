import RealModule

// MARK: - Duration and bounce (SwiftUI)

extension Spring {
  /// SwiftUI's spring, also `CASpringAnimation(perceptualDuration:bounce:)`.
  ///
  /// - Parameters:
  ///   - duration: The perceived duration in seconds, above 0.
  ///   - bounce: −1…1: 0 is critical, 1 swings for ever, below 0 it creeps; −1 itself would never move.
  ///   - velocity: Whole distances per second.
  public init(duration: Double, bounce: Double, velocity: Double = 0) {
    let frequency = 2 * .pi / duration
    let ratio = bounce >= 0 ? 1 - bounce : 1 / max(1 + bounce, 1e-3)
    self.init(stiffness: frequency * frequency, damping: 2 * ratio * frequency, velocity: velocity)
  }

  /// The perceived duration: 2π/ω₀ seconds.
  public var perceptualDuration: Double { 2 * .pi / undampedFrequency }

  /// The bounce that gives this damping ratio.
  public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }
}

// MARK: - Response and damping fraction (SwiftUI, older)

extension Spring {
  /// SwiftUI's `spring(response:dampingFraction:)`.
  ///
  /// - Parameters:
  ///   - response: The period of the undamped spring in seconds, above 0.
  ///   - dampingFraction: The damping ratio, 0 or more.
  ///   - velocity: Whole distances per second.
  public init(response: Double, dampingFraction: Double, velocity: Double = 0) {
    let frequency = 2 * .pi / response
    self.init(stiffness: frequency * frequency, damping: 2 * dampingFraction * frequency, velocity: velocity)
  }
}

// MARK: - Bounciness and speed (POP)

extension Spring {
  /// POP's spring: `bounciness` and `speed`, each 0…20, by way of Origami's tension and friction.
  public init(bounciness: Double, speed: Double, velocity: Double = 0) {
    let bounce = bounciness / 1.7 / 20 * 0.8
    let tension = 0.5 + speed / 1.7 / 20 * (200 - 0.5)
    let mix = 2 * bounce - bounce * bounce
    let friction = mix * 0.01 + (1 - mix) * Self.noBounceFriction(tension)
    self.init(stiffness: 194 + 3.62 * (tension - 30), damping: 25 + 3 * (friction - 8), velocity: velocity)
  }

  /// The bounciness and speed that give this stiffness and damping at mass 1; `nil` where none do.
  public var bouncinessAndSpeed: (bounciness: Double, speed: Double)? {
    let tension = 30 + (stiffness / mass - 194) / 3.62
    let friction = 8 + (damping / mass - 25) / 3
    let none = Self.noBounceFriction(tension)
    // (none − 0.01)·b² + 2(0.01 − none)·b + (none − friction) = 0, the smaller root.
    let discriminant = 1 - (none - friction) / (none - 0.01)
    guard none > 0.01, discriminant >= 0 else { return nil }
    let bounce = 1 - discriminant.squareRoot()
    return (20 * 1.7 / 0.8 * bounce, 20 * 1.7 / 199.5 * (tension - 0.5))
  }

  /// The friction at which Origami's spring of this tension just does not bounce.
  private static func noBounceFriction(_ tension: Double) -> Double {
    switch tension {
    case ...18: ((0.0007 * tension - 0.031) * tension + 0.64) * tension + 1.28
    case ...44: ((0.000044 * tension - 0.006) * tension + 0.36) * tension + 2
    default: ((0.00000045 * tension - 0.000332) * tension + 0.1078) * tension + 5.84
    }
  }
}
