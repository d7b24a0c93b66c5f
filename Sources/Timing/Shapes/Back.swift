/// A cubic that first pulls back: Penner's back.
public struct Back: EasingShape {
  /// How far it pulls back, at least 0; 1.70158 is a tenth of the distance.
  public let overshoot: Double

  /// Penner's own overshoot, a tenth of the distance.
  public static let standardOvershoot = 1.70158

  /// Creates a cubic that pulls back.
  public init(overshoot: Double = standardOvershoot) {
    self.overshoot = overshoot
  }

  /// The same overshoot for in-out, which Penner scales by 1.525 because each half shows only half of it.
  public var scaledForInOut: Back { Back(overshoot: overshoot * 1.525) }

  /// t²((s + 1)t − s).
  public func value(at time: Double) -> Double {
    time * time * ((overshoot + 1) * time - overshoot)
  }

  /// The derivative.
  public func slope(at time: Double) -> Double {
    time * (3 * (overshoot + 1) * time - 2 * overshoot)
  }
}
