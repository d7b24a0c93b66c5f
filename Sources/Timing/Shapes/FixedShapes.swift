import RealModule

/// A quarter of a cosine.
public struct Sine: EasingShape {
  /// Creates the quarter wave.
  public init() {}

  /// 1 − cos(πt/2), as a square, which keeps its digits near 0.
  public func value(at time: Double) -> Double {
    let half = Double.sin(.pi / 4 * time)
    return 2 * half * half
  }

  /// The derivative.
  public func slope(at time: Double) -> Double {
    .pi / 2 * .sin(.pi / 2 * time)
  }
}

/// A quarter of a circle: Penner's circ.
public struct Circular: EasingShape {
  /// Creates the quarter circle.
  public init() {}

  /// 1 − √(1 − t²), as a quotient, which keeps its digits near 0.
  public func value(at time: Double) -> Double {
    time * time / (1 + root(at: time))
  }

  /// The derivative, infinite at 1.
  public func slope(at time: Double) -> Double {
    time / root(at: time)
  }

  private func root(at time: Double) -> Double {
    ((1 - time) * (1 + time)).squareRoot()
  }
}

/// A doubling every tenth of the time: Penner's expo.
///
/// It approaches 2⁻¹⁰ toward its start, so it jumps there by less than a thousandth, as Penner's and easings.net's do;
/// d3 stretches the curve instead, and then differs everywhere.
public struct Exponential: EasingShape {
  /// Creates the exponential.
  public init() {}

  /// 2^(10t − 10).
  public func value(at time: Double) -> Double {
    .exp2(10 * time - 10)
  }

  /// The derivative.
  public func slope(at time: Double) -> Double {
    10 * .log(2) * value(at: time)
  }
}

/// A ball that is dropped, seen backward: Penner's bounce, and UICountingLabel's.
///
/// UICountingLabel's easeInBounce starts at 1 and ends at −1 by mistake (``MistakenBounce``); this is the mirror of its
/// easeOutBounce.
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

  static let gravity = 7.5625

  /// The parabola that the ball is on: where its vertex stands and how far it has come there.
  private static func arc(at time: Double) -> (middle: Double, height: Double) {
    if time < 4.0 / 11 { return (0, 0) }
    if time < 8.0 / 11 { return (6.0 / 11, 0.75) }
    if time < 10.0 / 11 { return (9.0 / 11, 0.9375) }
    return (10.5 / 11, 0.984375)
  }
}

/// UICountingLabel's easeInBounce as it ships, with its mistake: 1 − easeOutBounce(t) − t, from 1 to −1.
///
/// An animation still shows its source before it starts and its target at its end, so it leaps twice.
public struct MistakenBounce: EasingShape {
  /// Creates the bounce.
  public init() {}

  /// 1 − easeOutBounce(t) − t.
  public func value(at time: Double) -> Double {
    Bounce().value(at: 1 - time) - time
  }

  /// The derivative; at a bounce that of the earlier arc.
  public func slope(at time: Double) -> Double {
    -Bounce().slope(at: 1 - time) - 1
  }
}
