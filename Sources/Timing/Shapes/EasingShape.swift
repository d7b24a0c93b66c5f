/// The `in` form of a family of easings: slow first, from 0 at 0 to 1 at 1.
///
/// Out and in-out are the same shape seen from the other end, so a family is one formula (``Directed``).
public protocol EasingShape: Hashable, Sendable {
  /// The height at `time`, inside 0…1.
  func value(at time: Double) -> Double

  /// The derivative of ``value(at:)``.
  func slope(at time: Double) -> Double

  /// The times strictly inside 0…1 at which the height turns back; none by default.
  var turningTimes: [Double] { get }
}

extension EasingShape {
  /// None.
  public var turningTimes: [Double] { [] }
}
