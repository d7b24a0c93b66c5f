import RealModule

/// A damped spring in closed form and true time: any moment costs the same, and no step size spoils it.
///
/// The parameters are those of `CASpringAnimation`; the other families (`duration` and `bounce`, `response` and
/// `dampingFraction`, POP's bounciness and speed) are ways to choose them. Unlike Core Animation's default, a damping
/// above critical is honoured.
public struct Spring: TimingCurve, Equatable {
  /// Mass of the object, above 0.
  public let mass: Double
  /// Force per distance, above 0.
  public let stiffness: Double
  /// Force per velocity, 0 or more; 0 never comes to rest.
  public let damping: Double
  /// Whole distances per second at the start, positive toward the target.
  public let initialVelocity: Double

  /// ω₀√|ζ² − 1|, the frequency of the swing or the gap between the two rates of decay.
  let angular: Double
  /// ζω₀.
  let decayRate: Double
  let isOscillating: Bool

  /// Creates a spring; the defaults are Core Animation's.
  public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10, velocity: Double = 0) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    initialVelocity = velocity
    decayRate = damping / (2 * mass)
    let excess = decayRate * decayRate - stiffness / mass
    angular = abs(excess).squareRoot()
    isOscillating = excess < 0
  }
}

// MARK: - Shape

extension Spring {
  /// Radians per second of the undamped spring, ω₀.
  public var undampedFrequency: Double { (stiffness / mass).squareRoot() }

  /// ζ: below 1 it overshoots, at 1 it arrives fastest without.
  public var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }
}

// MARK: - Motion

extension Spring {
  /// 1 and the distance to it; with a duration that cuts it short, the end is the target.
  public func position(at seconds: Double, duration: Double) -> Double {
    seconds >= duration ? 1 : 1 + displacement(at: max(seconds, 0))
  }

  /// Whole distances per second.
  public func velocity(at seconds: Double, duration: Double) -> Double {
    let seconds = max(seconds, 0)
    let (cosine, sine) = basis(at: seconds)
    return initialVelocity * cosine - (decayRate * initialVelocity - stiffness / mass) * sine
  }

  /// The distance from the target, negative before it.
  func displacement(at seconds: Double) -> Double {
    let (cosine, sine) = basis(at: seconds)
    return (initialVelocity - decayRate) * sine - cosine
  }

  /// e^(−ζω₀t) times cos ωt and sin ωt / ω, or their hyperbolic counterparts; both stay exact where ω goes to 0.
  private func basis(at seconds: Double) -> (cosine: Double, sine: Double) {
    let phase = angular * seconds
    if isOscillating {
      let decay = Double.exp(-decayRate * seconds)
      let sine = phase < 1e-8 ? seconds : Double.sin(phase) / angular
      return (decay * Double.cos(phase), decay * sine)
    }
    // The slower rate as a quotient, because the difference would lose its digits.
    let slow = Double.exp(-stiffness / mass / (decayRate + angular) * seconds)
    let fast = Double.exp(-(decayRate + angular) * seconds)
    let sine = phase < 1e-8 ? seconds * slow : -slow * Double.expMinusOne(-2 * phase) / (2 * angular)
    return ((slow + fast) / 2, sine)
  }
}
