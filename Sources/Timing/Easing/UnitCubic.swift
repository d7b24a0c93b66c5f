import RealModule

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
