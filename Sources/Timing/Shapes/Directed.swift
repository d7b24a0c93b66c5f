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
