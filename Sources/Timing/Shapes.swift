import RealModule

/// The `in` form of a family of easings: slow first, from 0 at 0 to 1 at 1.
///
/// Out and in-out are the same shape seen from the other end, so a family is one formula (``Directed``).
public enum EasingShape: Hashable, Sendable {
  /// A power of time, above 0: Penner's quad to quint, and UICountingLabel's modes with their rate, usually 3.
  case power(Double)
  /// A quarter of a cosine.
  case sine
  /// A quarter of a circle: Penner's circ.
  case circular
  /// A doubling every tenth of the time: Penner's expo.
  ///
  /// It approaches 2⁻¹⁰ toward its start, so it jumps there by less than a thousandth, as Penner's and easings.net's do;
  /// d3 stretches the curve instead, and then differs everywhere.
  case exponential
  /// A cubic that first pulls back: Penner's back.
  ///
  /// How far, at least 0; 1.70158 is a tenth of the distance. Penner scales it by 1.525 for in-out, where each half shows
  /// only half of it.
  case back(overshoot: Double)
  /// An oscillation whose amplitude doubles every tenth of the time: Penner's elastic.
  ///
  /// The amplitude is that at the end, at least 1: with less it could not reach its end. The period is a fraction of the
  /// duration, above 0; Penner uses 0.3, and 0.45 for in-out. Like `exponential` it jumps at its start by about a
  /// thousandth of its amplitude.
  case elastic(amplitude: Double, period: Double)
  /// A ball that is dropped, seen backward: Penner's bounce, and UICountingLabel's.
  ///
  /// UICountingLabel's easeInBounce starts at 1 and ends at −1 by mistake (`mistakenBounce`); this is the mirror of its
  /// easeOutBounce.
  case bounce
  /// UICountingLabel's easeInBounce as it ships, with its mistake: 1 − easeOutBounce(t) − t, from 1 to −1.
  ///
  /// An animation still shows its source before it starts and its target at its end, so it leaps twice.
  case mistakenBounce

  /// The height at `time`, inside 0…1.
  public func value(at time: Double) -> Double {
    switch self {
    // By products where it is a small whole number.
    case .power(1): return time
    case .power(2): return time * time
    case .power(3): return time * time * time
    case .power(4): return (time * time) * (time * time)
    case .power(5): return (time * time) * (time * time) * time
    case .power(let exponent): return .pow(time, exponent)
    case .sine:
      // 1 − cos(πt/2), as a square, which keeps its digits near 0.
      let half = Double.sin(.pi / 4 * time)
      return 2 * half * half
    // 1 − √(1 − t²), as a quotient, which keeps its digits near 0.
    case .circular: return time * time / (1 + Self.quarterCircle(at: time))
    case .exponential: return .exp2(10 * time - 10)
    case .back(let overshoot): return time * time * ((overshoot + 1) * time - overshoot)
    case .elastic(let amplitude, let period):
      return amplitude * .exp2(10 * time - 10) * .sin(Self.angle(at: time, amplitude, period))
    case .bounce:
      // The falling ball at the remaining time, upside down.
      let arc = Self.arc(at: 1 - time)
      let distance = 1 - time - arc.middle
      return 1 - (arc.height + Self.gravity * distance * distance)
    case .mistakenBounce: return EasingShape.bounce.value(at: 1 - time) - time
    }
  }

  /// The derivative of ``value(at:)``, infinite where the shape is vertical; where two arcs of a bounce meet, that of one.
  public func slope(at time: Double) -> Double {
    switch self {
    case .power(let exponent): return exponent * (exponent == 1 ? 1 : .pow(time, exponent - 1))
    case .sine: return .pi / 2 * .sin(.pi / 2 * time)
    case .circular: return time / Self.quarterCircle(at: time)
    case .exponential: return Self.growth * value(at: time)
    case .back(let overshoot): return time * (3 * (overshoot + 1) * time - 2 * overshoot)
    case .elastic(let amplitude, let period):
      let angle = Self.angle(at: time, amplitude, period)
      let turn = Self.growth * .sin(angle) - 2 * .pi / period * .cos(angle)
      return amplitude * .exp2(10 * time - 10) * turn
    case .bounce: return 2 * Self.gravity * (1 - time - Self.arc(at: 1 - time).middle)
    case .mistakenBounce: return -EasingShape.bounce.slope(at: 1 - time) - 1
    }
  }

  private static let growth = 10 * Double.log(2)

  private static let gravity = 7.5625

  private static func quarterCircle(at time: Double) -> Double {
    ((1 - time) * (1 + time)).squareRoot()
  }

  private static func angle(at time: Double, _ amplitude: Double, _ period: Double) -> Double {
    (1 - time) * (2 * .pi / period) + .asin(1 / amplitude)
  }

  /// The parabola that the dropped ball is on: where its vertex stands and how far it has come there.
  private static func arc(at time: Double) -> (middle: Double, height: Double) {
    if time < 4.0 / 11 { return (0, 0) }
    if time < 8.0 / 11 { return (6.0 / 11, 0.75) }
    if time < 10.0 / 11 { return (9.0 / 11, 0.9375) }
    return (10.5 / 11, 0.984375)
  }
}

/// A shape run forward, backward, or forward and then backward: Penner's in, out and in-out.
public struct Directed: Easing, Hashable {
  /// The shape, in its `in` form.
  public let shape: EasingShape
  /// How the shape is run.
  public let direction: EasingDirection

  /// Creates an easing from a shape.
  public init(_ shape: EasingShape, _ direction: EasingDirection) {
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
