/// No easing: progress as it is (CSS `linear`).
public struct LinearEasing: Easing {
  /// Creates the identity.
  public init() {}

  /// The fraction itself.
  public func progress(at fraction: Double) -> Double { fraction }

  /// Always 1.
  public func slope(at fraction: Double) -> Double { 1 }
}
