/// A ball that is let fall, seen backward: Penner's bounce; UICountingLabel's too.
///
/// The seed's easeInBounce starts at 1 and ends at −1 by a slip of the pen; this is the mirror of its easeOutBounce.
public struct Bounce: EasingShape {
  /// Creates the bounce.
  public init() {}

  /// The falling ball at the remaining time, upside down.
  public func value(at time: Double) -> Double {
    let arc = Self.arc(at: 1 - time)
    let distance = 1 - time - arc.middle
    return 1 - (arc.height + Self.gravity * distance * distance)
  }

  /// The derivative; at a bounce that of the later arc.
  public func slope(at time: Double) -> Double {
    2 * Self.gravity * (1 - time - Self.arc(at: 1 - time).middle)
  }

  /// The bounces and the crests between them.
  public var turningTimes: [Double] {
    [0.5, 1, 2, 3, 5, 7].map { $0 / 11 }
  }

  private static let gravity = 7.5625

  /// The parabola that the ball is on: where its vertex stands and how far it has come there.
  private static func arc(at time: Double) -> (middle: Double, height: Double) {
    if time < 4.0 / 11 { return (0, 0) }
    if time < 8.0 / 11 { return (6.0 / 11, 0.75) }
    if time < 10.0 / 11 { return (9.0 / 11, 0.9375) }
    return (10.5 / 11, 0.984375)
  }
}
