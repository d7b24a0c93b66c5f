import RealModule

/// A quarter of a sine wave.
public struct SineEasing: Easing {
  /// Creates the easing.
  public init() {}

  /// 1 − cos(πt/2).
  public func progress(at fraction: Double) -> Double {
    fraction >= 1 ? 1 : 1 - Double.cos(fraction * .pi / 2)
  }

  /// π/2 · sin(πt/2).
  public func slope(at fraction: Double) -> Double { .pi / 2 * Double.sin(fraction * .pi / 2) }
}

/// Powers of two over ten doublings.
///
/// The formula is Penner's; it starts at 1/1024, so 0 is a case of its own.
public struct ExponentialEasing: Easing {
  /// Creates the easing.
  public init() {}

  /// 2^(10t − 10), and 0 at 0.
  public func progress(at fraction: Double) -> Double {
    fraction <= 0 ? 0 : Double.exp2(10 * fraction - 10)
  }

  /// Its derivative.
  public func slope(at fraction: Double) -> Double {
    10 * Double.log(2) * Double.exp2(10 * fraction - 10)
  }
}

/// A quarter of a circle.
public struct CircularEasing: Easing {
  /// Creates the easing.
  public init() {}

  /// 1 − √(1 − t²).
  public func progress(at fraction: Double) -> Double {
    1 - max(1 - fraction * fraction, 0).squareRoot()
  }

  /// t/√(1 − t²), which is vertical at the end and limited there.
  public func slope(at fraction: Double) -> Double {
    fraction / max(1 - fraction * fraction, 1e-12).squareRoot()
  }
}

/// Draws back before it goes.
public struct BackEasing: Easing {
  /// How far: 1.70158 is a tenth of the distance.
  public let overshoot: Double

  /// Creates the easing.
  public init(overshoot: Double = 1.70158) {
    self.overshoot = overshoot
  }

  /// t²((s + 1)t − s).
  public func progress(at fraction: Double) -> Double {
    fraction * fraction * ((overshoot + 1) * fraction - overshoot)
  }

  /// Its derivative.
  public func slope(at fraction: Double) -> Double {
    fraction * (3 * (overshoot + 1) * fraction - 2 * overshoot)
  }
}

/// A swing that grows out of nothing.
public struct ElasticEasing: Easing {
  /// How far it swings, at least 1.
  public let amplitude: Double
  /// The length of a swing as a fraction of the duration.
  public let period: Double
  private let shift: Double

  /// Creates the easing.
  public init(amplitude: Double = 1, period: Double = 0.3) {
    self.amplitude = max(amplitude, 1)
    self.period = period
    shift = Double.asin(1 / self.amplitude) * period / (2 * .pi)
  }

  /// a · 2^(10t − 10) · sin((1 − t + s) · 2π/p), and 0 at 0.
  public func progress(at fraction: Double) -> Double {
    guard fraction > 0 else { return 0 }
    guard fraction < 1 else { return 1 }
    return amplitude * Double.exp2(10 * fraction - 10) * Double.sin(angle(at: fraction))
  }

  /// Its derivative.
  public func slope(at fraction: Double) -> Double {
    let swing =
      10 * Double.log(2) * Double.sin(angle(at: fraction)) - 2 * .pi / period * Double.cos(angle(at: fraction))
    return amplitude * Double.exp2(10 * fraction - 10) * swing
  }

  private func angle(at fraction: Double) -> Double { (1 - fraction + shift) * 2 * .pi / period }
}

/// A ball that bounces ever higher, UICountingLabel's `easeOutBounce` seen from its end.
///
/// The seed's own `easeInBounce` starts at 1 and ends at −1; this is the mirror image that was meant.
public struct BounceEasing: Easing {
  /// Creates the easing.
  public init() {}

  /// Four parabolas.
  public func progress(at fraction: Double) -> Double {
    let (centre, height) = Self.arc(1 - fraction)
    let distance = 1 - fraction - centre
    return 1 - (7.5625 * distance * distance + height)
  }

  /// The slope of the parabola.
  public func slope(at fraction: Double) -> Double {
    2 * 7.5625 * (1 - fraction - Self.arc(1 - fraction).centre)
  }

  /// The lowest point of the arc at a time.
  private static func arc(_ time: Double) -> (centre: Double, height: Double) {
    switch time * 11 {
    case ..<4: (0, 0)
    case ..<8: (6.0 / 11, 0.75)
    case ..<10: (9.0 / 11, 0.9375)
    default: (10.5 / 11, 0.984375)
    }
  }
}
