/// A curve over progress: `duration` only stretches it.
public protocol Easing: TimingCurve {
  /// The eased progress at `fraction` of the duration.
  ///
  /// - Parameter fraction: 0…1.
  /// - Returns: 0 at 0 and 1 at 1 exactly, finite everywhere. Only CSS `steps()` and `linear()` may say otherwise at their
  ///   ends; ``TimingCurve/position(at:duration:)`` still starts at 0 and ends at 1.
  func progress(at fraction: Double) -> Double

  /// The derivative of ``progress(at:)``.
  func slope(at fraction: Double) -> Double
}

// An easing over seconds. The ends are pinned here: CSS lets `step-start` begin at 1 and `linear(1, 0)` end at 0, but an
// animation shows its source before it starts and its target once it is over.
extension Easing {
  /// The eased progress at `seconds` of `duration`, 0 up to the start and 1 from the end on.
  public func position(at seconds: Double, duration: Double) -> Double {
    if seconds >= duration { return 1 }
    guard seconds > 0 else { return 0 }
    return progress(at: seconds / duration)
  }

  /// The slope at `seconds` of `duration`, stretched to it.
  public func velocity(at seconds: Double, duration: Double) -> Double {
    guard duration > 0 else { return 0 }
    return (slope(at: (seconds / duration).clamped(to: 0...1)) / duration).finite
  }

  /// Always `nil`: an easing has no time of its own.
  public func settlingDuration(within threshold: Double) -> Double? { nil }

  /// A difference quotient, for an easing without a formula of its own.
  public func slope(at fraction: Double) -> Double {
    let low = max(fraction - 1e-6, 0)
    let high = min(fraction + 1e-6, 1)
    return (progress(at: high) - progress(at: low)) / (high - low)
  }
}

/// Constant speed: the keyword `linear` of CSS, where progress is its own easing, outside 0…1 too.
public struct Linear: Easing, Hashable {
  /// Creates the identity.
  public init() {}

  /// The fraction itself.
  public func progress(at fraction: Double) -> Double { fraction.finite }

  /// Always 1.
  public func slope(at fraction: Double) -> Double { 1 }
}
