/// How far an animation has come at each moment: 0 is the source, 1 the target.
///
/// A curve is a pure function of time; asking for any moment costs the same as asking for the next one. It may leave
/// 0…1 in between (overshoot), but it starts at 0 and ends at 1 exactly.
///
/// Two kinds exist: an ``Easing`` stretches to whatever duration it is given, and a physical motion (a spring, a decay)
/// runs in true seconds and knows by itself when it has come to rest.
public protocol TimingCurve: Sendable {
  /// The position `seconds` after the start of an animation that lasts `duration` seconds.
  ///
  /// - Parameters:
  ///   - seconds: 0…`duration`; outside, the nearest end counts.
  ///   - duration: Seconds, above 0.
  /// - Returns: 0 at the source, 1 at the target, finite.
  func position(at seconds: Double, duration: Double) -> Double

  /// The derivative of ``position(at:duration:)``: whole distances per second.
  func velocity(at seconds: Double, duration: Double) -> Double

  /// Seconds until the position stays within `threshold` of its end for good.
  ///
  /// - Parameter threshold: A fraction of the whole distance, above 0: half of the last digit shown, for a number.
  /// - Returns: `nil` for a curve without a time of its own, which needs a duration.
  func settlingDuration(within threshold: Double) -> Double?
}

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
