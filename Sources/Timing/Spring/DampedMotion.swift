import RealModule

/// The solution of x″ + 2ζω₀x′ + ω₀²x = 0, where x is what is left to the target.
struct DampedMotion: Hashable, Sendable {
  let frequency: Double
  let dampingRatio: Double
  let initialOffset: Double
  let initialVelocity: Double
  let form: Form

  /// The three shapes the solution has, each with what one evaluation needs.
  enum Form: Hashable {
    /// ζ < 1: e^(−σt)·(x₀ cos ωt + b sin ωt).
    case swinging(decay: Double, frequency: Double, sine: Double)
    /// ζ = 1: (x₀ + bt)·e^(−σt).
    case critical(decay: Double, slope: Double)
    /// ζ > 1: c₁e^(r₁t) + c₂e^(r₂t); hyperbolic functions would overflow.
    case creeping(slow: Exponential, fast: Exponential)
  }

  struct Exponential: Hashable {
    var rate: Double
    var factor: Double
  }

  /// Solves for a frequency ω₀ above 0 and a damping ratio ζ of at least 0.
  ///
  /// Within 1e-10 of ζ = 1 the critical form stands in: there it is right to 1e-10, and the two others still are to
  /// 1e-10 just outside. At 1e-6, which is often used, it would be off by 3e-7.
  init(frequency: Double, dampingRatio: Double, offset: Double, velocity: Double) {
    self.frequency = frequency
    self.dampingRatio = dampingRatio
    initialOffset = offset
    initialVelocity = velocity
    let decay = frequency * dampingRatio
    let root = Double.sqrt(abs((1 - dampingRatio) * (1 + dampingRatio)))
    if abs(dampingRatio - 1) < 1e-10 {
      form = .critical(decay: frequency, slope: velocity + frequency * offset)
    } else if dampingRatio < 1 {
      let damped = frequency * root
      form = .swinging(decay: decay, frequency: damped, sine: (velocity + decay * offset) / damped)
    } else {
      // The slow rate by the product of both, because the difference would cancel.
      let fast = -frequency * (dampingRatio + root)
      let slow = -frequency / (dampingRatio + root)
      let factor = (velocity - fast * offset) / (slow - fast)
      form = .creeping(
        slow: Exponential(rate: slow, factor: factor), fast: Exponential(rate: fast, factor: offset - factor))
    }
  }

  func offset(at seconds: Double) -> Double {
    switch form {
    case .swinging(let decay, let frequency, let sine):
      let angle = frequency * seconds
      return .exp(-decay * seconds) * (initialOffset * .cos(angle) + sine * .sin(angle))
    case .critical(let decay, let slope):
      return .exp(-decay * seconds) * (initialOffset + slope * seconds)
    case .creeping(let slow, let fast):
      return slow.factor * .exp(slow.rate * seconds) + fast.factor * .exp(fast.rate * seconds)
    }
  }

  func velocity(at seconds: Double) -> Double {
    switch form {
    case .swinging(let decay, let frequency, let sine):
      let angle = frequency * seconds
      let cosine = initialVelocity * .cos(angle)
      return .exp(-decay * seconds) * (cosine - (decay * sine + frequency * initialOffset) * .sin(angle))
    case .critical(let decay, let slope):
      return .exp(-decay * seconds) * (initialVelocity - decay * slope * seconds)
    case .creeping(let slow, let fast):
      return slow.factor * slow.rate * .exp(slow.rate * seconds) + fast.factor * fast.rate * .exp(fast.rate * seconds)
    }
  }
}
