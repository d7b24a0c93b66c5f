import RealModule

extension Spring {
  /// The longest a spring is followed, in seconds: one without damping never rests.
  public static let maximumSettlingDuration = 60.0

  /// The earliest moment after which the spring stays within `threshold` of its target.
  ///
  /// An envelope gives a moment that is late enough, and from there the last excursion is looked for backward.
  /// - Returns: Seconds, at most ``maximumSettlingDuration``.
  public func settlingDuration(within threshold: Double) -> Double? {
    let threshold = max(threshold, 1e-12)
    guard threshold.isFinite, envelope(at: 0) > threshold || abs(displacement(at: 0)) > threshold else { return 0 }
    let limit = Self.maximumSettlingDuration
    guard envelope(at: limit) < threshold else { return limit }
    var (low, high) = (0.0, limit)
    while high - low > 1e-6 {
      let middle = (low + high) / 2
      if envelope(at: middle) < threshold { high = middle } else { low = middle }
    }
    return lastExcursion(beyond: threshold, before: high)
  }

  /// The first moment of the stretch before `end` in which the displacement stays within the threshold.
  private func lastExcursion(beyond threshold: Double, before end: Double) -> Double {
    let step = min(1 / max(undampedFrequency, 1e-3), end) / 32
    var late = end
    for _ in 0..<4096 where late > 0 {
      let early = max(late - step, 0)
      if abs(displacement(at: early)) > threshold { return bisect(early, late, threshold) }
      late = early
    }
    return late
  }

  private func bisect(_ outside: Double, _ inside: Double, _ threshold: Double) -> Double {
    var (low, high) = (outside, inside)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if abs(displacement(at: middle)) > threshold { low = middle } else { high = middle }
    }
    return high
  }

  /// A bound on the displacement from a moment on; it falls for ever.
  private func envelope(at seconds: Double) -> Double {
    let slowest = isOscillating ? decayRate : stiffness / mass / (decayRate + angular)
    // A term t·e^(−rt) grows until 1/r, so its peak stands for everything before.
    let reach = min(1 / angular, max(seconds, 1 / slowest))
    return (1 + abs(initialVelocity - decayRate) * reach) * Double.exp(-slowest * seconds)
  }
}
