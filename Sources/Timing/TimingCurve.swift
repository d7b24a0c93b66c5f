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
  /// - Parameter threshold: A fraction of the whole distance, above 0: ``Settling/visibleShare``, or less.
  /// - Returns: Infinity for a motion that never settles; `nil` for a curve without a time of its own, which needs a
  ///   duration.
  func settlingDuration(within threshold: Double) -> Double?

  /// Moments between which the curve turns once at most, in seconds and in order, for one that may turn many times in a
  /// blink; by default none.
  func turns(duration: Double) -> [Double]

  /// The curve as one over progress; by default it is none.
  var easing: (any Easing)? { get }

  /// This curve made ready for one duration, for one that has to solve something first; by default it is the curve itself.
  func fitted(to duration: Double) -> any TimingCurve
}

/// When a motion counts as settled.
public enum Settling {
  /// The share of the whole distance that is too small to be seen.
  public static let visibleShare = 0.001

  /// The least share that matters: 1 plus less is 1 in double precision.
  public static let leastShare = 0x1p-54
}

extension TimingCurve {
  /// None.
  public func turns(duration: Double) -> [Double] { [] }

  /// None.
  public var easing: (any Easing)? { nil }

  /// The curve itself.
  public func fitted(to duration: Double) -> any TimingCurve { self }
}

extension Double {
  /// The nearest finite number: infinity becomes the greatest, NaN becomes 0.
  var finite: Double {
    if isFinite { return self }
    if isNaN { return 0 }
    return self < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
  }

  /// The nearest number within `range`; NaN becomes its lower end.
  func clamped(to range: ClosedRange<Double>) -> Double {
    // `max` of the standard library returns its first argument where the other is NaN.
    Swift.min(Swift.max(range.lowerBound, self), range.upperBound)
  }

  /// The nearest number within 0…1; NaN becomes 0.
  package var clampedToUnit: Double { self > 0 ? Swift.min(self, 1) : 0 }

  /// The shortest text that reads back as the same number, without a fraction where it has none.
  package var shortest: String {
    let text = "\(self == 0 ? 0 : self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
