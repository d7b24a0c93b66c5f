import RealModule

// SwiftUI's parameters: one swing's duration and how far it bounces, or the older response and damping fraction.
extension Spring {
  /// Creates a spring from its perceptual duration, as SwiftUI does.
  ///
  /// - Parameters:
  ///   - duration: Seconds of one undamped swing, above 0.
  ///   - bounce: 0 is critical, 1 undamped, and below 0 it creeps; outside −0.99…1 the nearer end counts.
  ///   - velocity: Whole distances per second.
  public init(duration: Double, bounce: Double = 0, velocity: Double = 0) {
    let bounce = bounce.clamped(to: -0.99...1)
    self.init(
      frequency: 2 * .pi / duration,
      dampingRatio: bounce < 0 ? 1 / (1 + bounce) : 1 - bounce,
      velocity: velocity)
  }

  /// Creates a spring from its response and damping fraction, as SwiftUI does.
  ///
  /// - Parameters:
  ///   - response: Seconds of one undamped swing, above 0.
  ///   - dampingFraction: The damping ratio, at least 0.
  ///   - velocity: Whole distances per second.
  public init(response: Double, dampingFraction: Double = 0.825, velocity: Double = 0) {
    self.init(frequency: 2 * .pi / response, dampingRatio: dampingFraction, velocity: velocity)
  }

  /// SwiftUI's `smooth`: no bounce but `extraBounce`.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
    Spring(duration: duration, bounce: extraBounce)
  }

  /// SwiftUI's `snappy`: a bounce of 0.15 and `extraBounce`.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
    Spring(duration: duration, bounce: 0.15 + extraBounce)
  }

  /// SwiftUI's `bouncy`: a bounce of 0.3 and `extraBounce`.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Spring {
    Spring(duration: duration, bounce: 0.3 + extraBounce)
  }

  /// Seconds of one undamped swing: SwiftUI's `duration` and `response`, CASpringAnimation's `perceptualDuration`.
  public var perceptualDuration: Double { 2 * .pi / frequency }

  /// SwiftUI's `bounce`: above −1, 0 where the spring is critical, 1 where it is undamped.
  public var bounce: Double { dampingRatio > 1 ? 1 / dampingRatio - 1 : 1 - dampingRatio }

  /// SwiftUI's `response`, the same as ``perceptualDuration``.
  public var response: Double { perceptualDuration }

  /// SwiftUI's `dampingFraction`, the same as ``dampingRatio``.
  public var dampingFraction: Double { dampingRatio }
}
