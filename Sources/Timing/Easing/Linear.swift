/// Constant speed: the keyword `linear` of CSS, where progress is its own easing, outside 0…1 too.
public struct Linear: Easing, Hashable {
  /// Creates the identity.
  public init() {}

  /// The fraction itself.
  public func progress(at fraction: Double) -> Double { fraction.finite }

  /// Always 1.
  public func slope(at fraction: Double) -> Double { 1 }
}

extension Linear: PiecewiseMonotone {
  /// None.
  public func turningPoints(duration: Double) -> [Double] { [] }
}
