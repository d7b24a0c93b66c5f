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
    case underdamped(decay: Double, frequency: Double, sine: Double)
    /// ζ = 1: (x₀ + bt)·e^(−σt).
    case criticallyDamped(decay: Double, slope: Double)
    /// ζ > 1: c₁e^(r₁t) + c₂e^(r₂t); hyperbolic functions would overflow.
    case overdamped(slow: Exponential, fast: Exponential)
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
      form = .criticallyDamped(decay: frequency, slope: velocity + frequency * offset)
    } else if dampingRatio < 1 {
      let damped = frequency * root
      form = .underdamped(decay: decay, frequency: damped, sine: (velocity + decay * offset) / damped)
    } else {
      // The slow rate by the product of both, because the difference would cancel.
      let fast = -frequency * (dampingRatio + root)
      let slow = -frequency / (dampingRatio + root)
      let factor = (velocity - fast * offset) / (slow - fast)
      form = .overdamped(
        slow: Exponential(rate: slow, factor: factor), fast: Exponential(rate: fast, factor: offset - factor))
    }
  }

  func offset(at seconds: Double) -> Double {
    switch form {
    case .underdamped(let decay, let frequency, let sine):
      let angle = frequency * seconds
      return .exp(-decay * seconds) * (initialOffset * .cos(angle) + sine * .sin(angle))
    case .criticallyDamped(let decay, let slope):
      return .exp(-decay * seconds) * (initialOffset + slope * seconds)
    case .overdamped(let slow, let fast):
      return slow.factor * .exp(slow.rate * seconds) + fast.factor * .exp(fast.rate * seconds)
    }
  }

  func velocity(at seconds: Double) -> Double {
    switch form {
    case .underdamped(let decay, let frequency, let sine):
      let angle = frequency * seconds
      let cosine = initialVelocity * .cos(angle)
      return .exp(-decay * seconds) * (cosine - (decay * sine + frequency * initialOffset) * .sin(angle))
    case .criticallyDamped(let decay, let slope):
      return .exp(-decay * seconds) * (initialVelocity - decay * slope * seconds)
    case .overdamped(let slow, let fast):
      return slow.factor * slow.rate * .exp(slow.rate * seconds) + fast.factor * fast.rate * .exp(fast.rate * seconds)
    }
  }
}

// MARK: - Turning points

// Where the motion turns, which bounds everything between: from one turn to the next it only rises or only falls.
extension DampedMotion {
  /// The first moment after the start at which the velocity is 0, or `nil` where it turns nowhere.
  var firstTurningPoint: Double? {
    let moment: Double
    switch form {
    case .underdamped(let decay, let frequency, let sine):
      let angle = Double.atan2(y: initialVelocity, x: decay * sine + frequency * initialOffset)
      moment = (angle > 0 ? angle : angle + .pi) / frequency
    case .criticallyDamped(let decay, let slope):
      moment = initialVelocity / (decay * slope)
    case .overdamped(let slow, let fast):
      let ratio = -(fast.factor * fast.rate) / (slow.factor * slow.rate)
      moment = ratio > 0 ? .log(ratio) / (slow.rate - fast.rate) : 0
    }
    return moment > 0 && moment.isFinite ? moment : nil
  }

  /// The time from one turn to the next, or `nil` where there is one at most.
  var turningInterval: Double? {
    guard case .underdamped(_, let frequency, _) = form else { return nil }
    return .pi / frequency
  }

  /// The first moment from which on the offset stays within `threshold`, above 0; infinite where there is none.
  func settlingTime(within threshold: Double) -> Double {
    let lastTurn = lastTurningPoint(reaching: threshold)
    guard lastTurn != nil || abs(initialOffset) > threshold else { return 0 }
    guard lastTurn != .infinity else { return .infinity }
    let start = lastTurn ?? 0
    let side: Double = offset(at: start) < 0 ? -1 : 1
    var low = start
    var high = nextTurningPoint(after: lastTurn) ?? start
    // Without another turn the offset only shrinks: double the time until it is small enough.
    while side * offset(at: high) > threshold {
      guard high < 1e12 else { return .infinity }
      low = high
      high = start + max(2 * (high - start), 1 / frequency)
    }
    return bisect(low, high) { side * offset(at: $0) > threshold }
  }

  private func nextTurningPoint(after turn: Double?) -> Double? {
    guard let turn else { return firstTurningPoint }
    return turningInterval.map { turn + $0 }
  }

  /// The last turn whose offset exceeds `threshold`, infinite where that never ends.
  private func lastTurningPoint(reaching threshold: Double) -> Double? {
    guard let first = firstTurningPoint else { return nil }
    let reach = abs(offset(at: first))
    guard reach > threshold else { return nil }
    guard let interval = turningInterval, case .underdamped(let decay, _, _) = form else { return first }
    // Each turn is smaller than the one before by the same factor.
    let count = (.log(reach / threshold) / (decay * interval)).rounded(.down)
    guard count < 1e12 else { return .infinity }
    let last = first + count * interval
    // The logarithm may round past the turn that is just as large as the threshold.
    return abs(offset(at: last)) > threshold ? last : last - interval
  }

  private func bisect(_ start: Double, _ end: Double, while isEarly: (Double) -> Bool) -> Double {
    var (low, high) = (start, end)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low && middle < high else { return high }
      if isEarly(middle) { low = middle } else { high = middle }
    }
  }
}
