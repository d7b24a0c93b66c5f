/// A cubic Bézier from (0, 0) to (1, 1) (CSS Easing 2 section 2.2, Core Animation's `CAMediaTimingFunction`).
///
/// x is solved by Newton's method and, where that strays, by bisection; the algebraic solution loses digits near, and is
/// wrong at, control points whose cubic term vanishes.
public struct CubicBezier: Easing {
  /// The first control point's x, 0…1.
  public let x1: Double
  /// The first control point's y.
  public let y1: Double
  /// The second control point's x, 0…1.
  public let x2: Double
  /// The second control point's y.
  public let y2: Double

  private let horizontal: Cubic
  private let vertical: Cubic

  /// Creates a curve; both x are limited to 0…1, without which it would not be a function.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = min(max(x1, 0), 1)
    self.y1 = y1
    self.x2 = min(max(x2, 0), 1)
    self.y2 = y2
    horizontal = Cubic(self.x1, self.x2)
    vertical = Cubic(y1, y2)
  }

  /// One coordinate as a polynomial of the curve's parameter.
  private struct Cubic {
    let a: Double
    let b: Double
    let c: Double

    init(_ first: Double, _ second: Double) {
      c = 3 * first
      b = 3 * (second - first) - c
      a = 1 - c - b
    }

    func value(at parameter: Double) -> Double { ((a * parameter + b) * parameter + c) * parameter }

    func derivative(at parameter: Double) -> Double { (3 * a * parameter + 2 * b) * parameter + c }
  }
}

extension CubicBezier {
  /// y where x is the fraction; outside 0…1 the nearest end.
  public func progress(at fraction: Double) -> Double {
    guard fraction > 0 else { return 0 }
    guard fraction < 1 else { return 1 }
    return vertical.value(at: parameter(at: fraction))
  }

  /// dy/dx; a vertical tangent has the slope of its neighbourhood.
  public func slope(at fraction: Double) -> Double {
    let parameter = parameter(at: min(max(fraction, 0), 1))
    let run = horizontal.derivative(at: parameter)
    if run > 1e-6 { return vertical.derivative(at: parameter) / run }
    let low = max(fraction - 1e-6, 0)
    let high = min(fraction + 1e-6, 1)
    return (progress(at: high) - progress(at: low)) / (high - low)
  }

  private func parameter(at x: Double) -> Double {
    var parameter = x
    var (low, high) = (0.0, 1.0)
    // Newton inside a bracket: a step that leaves it is replaced by a bisection, so it always ends.
    for _ in 0..<64 {
      let error = horizontal.value(at: parameter) - x
      if abs(error) < 1e-15 { break }
      if error > 0 { high = parameter } else { low = parameter }
      let step = error / horizontal.derivative(at: parameter)
      let next = parameter - step
      parameter = next > low && next < high ? next : (low + high) / 2
      if high - low < 1e-16 || abs(step) < 1e-16 { break }
    }
    return parameter
  }
}

extension CubicBezier {
  /// CSS `ease`, Core Animation's `default`.
  public static let ease = CubicBezier(0.25, 0.1, 0.25, 1)
  /// CSS `ease-in`.
  public static let easeIn = CubicBezier(0.42, 0, 1, 1)
  /// CSS `ease-out`.
  public static let easeOut = CubicBezier(0, 0, 0.58, 1)
  /// CSS `ease-in-out`, Core Animation's `easeInEaseOut`, UIView's default.
  public static let easeInOut = CubicBezier(0.42, 0, 0.58, 1)
}
