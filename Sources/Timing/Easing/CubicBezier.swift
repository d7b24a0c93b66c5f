import RealModule

/// A timing curve drawn by two control points between (0, 0) and (1, 1): CSS `cubic-bezier()`.
///
/// It goes on beyond 0…1 as CSS Easing 2 §2.3 says: along the line through the end and the nearest control point that
/// gives one.
public struct CubicBezier: Easing {
  /// The first control point's time, 0…1.
  public let x1: Double
  /// The first control point's progress.
  public let y1: Double
  /// The second control point's time, 0…1.
  public let x2: Double
  /// The second control point's progress.
  public let y2: Double

  private let x: UnitCubic
  private let y: UnitCubic

  /// Creates the curve from its control points.
  ///
  /// - Parameters:
  ///   - x1: A time; outside 0…1 the nearer end counts, because time may not run backwards.
  ///   - y1: Any progress.
  ///   - x2: A time, like `x1`.
  ///   - y2: Any progress.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1.clamped(to: 0...1)
    self.y1 = y1.finite
    self.x2 = x2.clamped(to: 0...1)
    self.y2 = y2.finite
    x = UnitCubic(self.x1, self.x2)
    y = UnitCubic(self.y1, self.y2)
  }

  /// CSS `ease`, the `default` of Core Animation.
  public static let ease = CubicBezier(0.25, 0.1, 0.25, 1)
  /// CSS `ease-in`.
  public static let easeIn = CubicBezier(0.42, 0, 1, 1)
  /// CSS `ease-out`.
  public static let easeOut = CubicBezier(0, 0, 0.58, 1)
  /// CSS `ease-in-out`, UIKit's default.
  public static let easeInOut = CubicBezier(0.42, 0, 0.58, 1)

  /// The curve's height where its time is `fraction`.
  public func progress(at fraction: Double) -> Double {
    guard fraction > 0 else { return (startGradient * fraction).finite }
    guard fraction < 1 else { return (1 + endGradient * (fraction - 1)).finite }
    return y.value(at: x.parameter(at: fraction)).finite
  }

  /// The curve's gradient where its time is `fraction`; a vertical tangent gives the greatest finite number.
  public func slope(at fraction: Double) -> Double {
    guard fraction > 0 else { return startGradient }
    guard fraction < 1 else { return endGradient }
    let parameter = x.parameter(at: fraction)
    return (y.slope(at: parameter) / x.slope(at: parameter)).finite
  }

  private var startGradient: Double {
    if x1 > 0 { return (y1 / x1).finite }
    return x2 > 0 ? (y2 / x2).finite : 0
  }

  private var endGradient: Double {
    if x2 < 1 { return ((1 - y2) / (1 - x2)).finite }
    return x1 < 1 ? ((1 - y1) / (1 - x1)).finite : 0
  }
}

// MARK: - CSS

extension CubicBezier {
  /// Reads the arguments of `cubic-bezier()`: four numbers, the times inside 0…1.
  init(css cursor: inout TokenCursor) throws(CurveSyntaxError) {
    let x1 = try Self.coordinate("x1", &cursor)
    try cursor.comma("`cubic-bezier()` needs a comma after x1")
    let y1 = try Self.coordinate("y1", &cursor)
    try cursor.comma("`cubic-bezier()` needs a comma after y1")
    let x2 = try Self.coordinate("x2", &cursor)
    try cursor.comma("`cubic-bezier()` needs a comma after x2")
    let y2 = try Self.coordinate("y2", &cursor)
    for (name, time) in [("x1", x1), ("x2", x2)] where !(0...1).contains(time) {
      throw CurveSyntaxError("`cubic-bezier()` needs \(name) from 0 to 1, not \(time.shortest).")
    }
    self.init(x1, y1, x2, y2)
  }

  private static func coordinate(
    _ name: String, _ cursor: inout TokenCursor
  ) throws(CurveSyntaxError) -> Double {
    try cursor.number("`cubic-bezier()` needs a number for \(name)")
  }
}

/// One coordinate of a cubic Bézier curve from 0 to 1, as a polynomial in its parameter.
struct UnitCubic: Sendable {
  private let a: Double
  private let b: Double
  private let c: Double

  init(_ first: Double, _ second: Double) {
    c = 3 * first
    b = 3 * (second - first) - c
    a = 1 - c - b
  }

  func value(at parameter: Double) -> Double {
    ((a * parameter + b) * parameter + c) * parameter
  }

  func slope(at parameter: Double) -> Double {
    (3 * a * parameter + 2 * b) * parameter + c
  }

  /// The parameter at which a coordinate that never falls reaches `target`, which is 0…1, to 1e-12.
  ///
  /// Newton's step where it stays inside the bracket, else bisection. Solving the cubic in closed form loses all digits
  /// where the leading term vanishes, as in (0, 0, ⅓, 1).
  func parameter(at target: Double) -> Double {
    var low = 0.0
    var high = 1.0
    var guess = target
    for _ in 0..<100 {
      let excess = value(at: guess) - target
      // Where the slope is 0 too, as in the middle of (1, 0), there is no Newton step.
      if excess == 0 { return guess }
      if excess < 0 { low = guess } else { high = guess }
      let newton = guess - excess / slope(at: guess)
      let next = newton >= low && newton <= high ? newton : (low + high) / 2
      if abs(next - guess) <= 1e-13 { return next }
      guess = next
    }
    return guess
  }
}
