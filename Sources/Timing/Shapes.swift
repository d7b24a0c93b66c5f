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

/// An oscillation whose amplitude doubles every tenth of the time: Penner's elastic.
///
/// Like ``Exponential`` it jumps at its start by about a thousandth of its amplitude.
public struct Elastic: EasingShape {
  /// The amplitude at the end, at least 1: with less it could not reach its end.
  public let amplitude: Double
  /// The period as a fraction of the duration, above 0; Penner uses 0.3, and 0.45 for in-out.
  public let period: Double

  private let phase: Double
  private let frequency: Double

  /// Creates an oscillation; an `amplitude` below 1 counts as 1.
  public init(amplitude: Double = 1, period: Double = 0.3) {
    self.amplitude = max(amplitude, 1)
    self.period = period
    phase = .asin(1 / self.amplitude)
    frequency = 2 * .pi / period
  }

  /// a·2^(10t − 10)·sin((1 − t)·2π/p + asin(1/a)).
  public func value(at time: Double) -> Double {
    amplitude * .exp2(10 * time - 10) * .sin(angle(at: time))
  }

  /// The derivative.
  public func slope(at time: Double) -> Double {
    let angle = angle(at: time)
    return amplitude * .exp2(10 * time - 10) * (Self.growth * .sin(angle) - frequency * .cos(angle))
  }

  private static let growth = 10 * Double.log(2)

  private func angle(at time: Double) -> Double {
    (1 - time) * frequency + phase
  }
}

/// A power of time: Penner's quad to quint, and UICountingLabel's modes with their rate.
public struct Power: EasingShape {
  /// The power, above 0; UICountingLabel's rate is 3.
  public let exponent: Double

  /// Creates a power of time.
  public init(_ exponent: Double) {
    self.exponent = exponent
  }

  /// `time` to the power, by products where it is a small whole number.
  public func value(at time: Double) -> Double {
    switch exponent {
    case 1: time
    case 2: time * time
    case 3: time * time * time
    case 4: (time * time) * (time * time)
    case 5: (time * time) * (time * time) * time
    default: .pow(time, exponent)
    }
  }

  /// The derivative, infinite at 0 for a power below 1.
  public func slope(at time: Double) -> Double {
    exponent * (exponent == 1 ? 1 : .pow(time, exponent - 1))
  }
}

/// The `in` form of a family of easings: slow first, from 0 at 0 to 1 at 1.
///
/// Out and in-out are the same shape seen from the other end, so a family is one formula (``Directed``).
public protocol EasingShape: Hashable, Sendable {
  /// The height at `time`, inside 0…1.
  func value(at time: Double) -> Double

  /// The derivative of ``value(at:)``.
  func slope(at time: Double) -> Double
}

/// A shape run forward, backward, or forward and then backward: Penner's in, out and in-out.
public struct Directed<Shape: EasingShape>: Easing, Hashable {
  /// The shape, in its `in` form.
  public let shape: Shape
  /// How the shape is run.
  public let direction: EasingDirection

  /// Creates an easing from a shape.
  public init(_ shape: Shape, _ direction: EasingDirection) {
    self.shape = shape
    self.direction = direction
  }

  /// The height at `fraction`; beyond 0…1 the nearer end.
  public func progress(at fraction: Double) -> Double {
    guard fraction > 0 else { return 0 }
    guard fraction < 1 else { return 1 }
    switch direction {
    case .in: return shape.value(at: fraction)
    case .out: return 1 - shape.value(at: 1 - fraction)
    case .inOut where fraction < 0.5: return shape.value(at: 2 * fraction) / 2
    case .inOut: return 1 - shape.value(at: 2 - 2 * fraction) / 2
    }
  }

  /// The gradient at `fraction`; beyond 0…1 that of the nearer end.
  public func slope(at fraction: Double) -> Double {
    let fraction = fraction.clamped(to: 0...1)
    switch direction {
    case .in: return shape.slope(at: fraction).finite
    case .out: return shape.slope(at: 1 - fraction).finite
    case .inOut where fraction < 0.5: return shape.slope(at: 2 * fraction).finite
    case .inOut: return shape.slope(at: 2 - 2 * fraction).finite
    }
  }
}

/// How a shape is run.
public enum EasingDirection: String, CaseIterable, Hashable, Sendable {
  /// Slow first.
  case `in`
  /// Slow last: the `in` form backward.
  case out
  /// Slow at both ends: the `in` form to the middle, then backward.
  case inOut
}

/// A curve that runs some times as fast as another: whatever takes that one a second takes this one `1/factor`.
public struct HastenedCurve: TimingCurve {
  private let curve: any TimingCurve
  private let factor: Double

  /// Hastens a curve.
  ///
  /// - Parameters:
  ///   - curve: The curve.
  ///   - factor: How many times as fast it runs, above 0.
  public init(_ curve: any TimingCurve, by factor: Double) {
    self.curve = curve
    self.factor = factor
  }

  /// The other curve's position at the time that it has taken for as much.
  public func position(at seconds: Double, duration: Double) -> Double {
    curve.position(at: seconds * factor, duration: duration * factor)
  }

  /// The other curve's velocity, as many times as high.
  public func velocity(at seconds: Double, duration: Double) -> Double {
    factor * curve.velocity(at: seconds * factor, duration: duration * factor)
  }

  /// The other curve's, in less time.
  public func settlingDuration(within threshold: Double) -> Double? {
    curve.settlingDuration(within: threshold).map { $0 / factor }
  }

  /// The other curve's, in less time.
  public func turns(duration: Double) -> [Double] { curve.turns(duration: duration * factor).map { $0 / factor } }

  /// The other curve made ready for the duration that it has.
  public func fitted(to duration: Double) -> any TimingCurve {
    HastenedCurve(curve.fitted(to: duration * factor), by: factor)
  }
}
