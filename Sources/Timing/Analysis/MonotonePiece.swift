/// A stretch of time on which a curve only rises or only falls.
struct MonotonePiece {
  /// A moment of the curve.
  struct Knot: Sendable {
    var seconds: Double
    var position: Double
  }

  let start: Knot
  let end: Knot
  private let curve: any TimingCurve
  private let duration: Double
  /// The three crossings found last, the newest first: the next one is extrapolated from them.
  private var found: (Knot, Knot, Knot)

  init(of curve: any TimingCurve, duration: Double, from start: Knot, to end: Knot) {
    (self.curve, self.duration, self.start, self.end) = (curve, duration, start, end)
    found = (start, end, end)
  }

  /// The first moment on the other side of `level`, which lies between the positions of `here` and of the end.
  ///
  /// The result is that of bisecting the whole piece until no number lies between two moments, or 64 times: more steps
  /// would only follow a jump at 0 into the smallest numbers. Inverse quadratic interpolation brackets the crossing first,
  /// and the curve is evaluated only inside the bracket: ten times instead of fifty.
  mutating func crossing(of level: Double, after here: Knot) -> Knot {
    var bracket = Bracket(low: here, high: end, level: level, isRising: here.position < level)
    narrow(&bracket)
    var (left, right) = (start.seconds, end.seconds)
    var halvings = 0
    while halvings < 64 {
      (left, right, halvings) = Self.halve(left, right, halvings, around: bracket.low.seconds, bracket.high.seconds)
      let middle = left + (right - left) / 2
      guard bracket.contains(middle) else { break }
      bracket.take(knot(at: middle))
    }
    let crossing = right == bracket.high.seconds ? bracket.high : knot(at: right)
    found = (crossing, found.0, found.1)
    return crossing
  }

  /// Bisects an interval, without the curve, until its middle lies inside the bracket, or 64 times in all.
  private static func halve(
    _ start: Double, _ end: Double, _ halvings: Int, around low: Double, _ high: Double
  ) -> (start: Double, end: Double, halvings: Int) {
    var (left, right, halvings) = (start, end, halvings)
    while halvings < 64 {
      let middle = left + (right - left) * 0.5
      if middle <= low {
        left = middle
      } else if middle >= high {
        right = middle
      } else {
        break
      }
      halvings += 1
    }
    return (left, right, halvings)
  }

  private func knot(at seconds: Double) -> Knot {
    Knot(seconds: seconds, position: curve.position(at: seconds, duration: duration))
  }
}

// MARK: - Inverse interpolation

extension MonotonePiece {
  /// The moments between which the curve passes a level.
  private struct Bracket {
    /// The latest moment known to be before the crossing.
    var low: Knot
    /// The earliest moment known to be behind it.
    var high: Knot
    let level: Double
    let isRising: Bool

    func isBeyond(_ knot: Knot) -> Bool { (knot.position >= level) == isRising }

    func contains(_ seconds: Double) -> Bool { seconds > low.seconds && seconds < high.seconds }

    mutating func take(_ knot: Knot) {
      if isBeyond(knot) { high = knot } else { low = knot }
    }
  }

  /// Moves both sides of the bracket toward the crossing, as near as the curve's rounding errors allow.
  private func narrow(_ bracket: inout Bracket) {
    var (near, inner, noise) = (found, bracket, Double.infinity)
    for _ in 0..<12 {
      var guess = Self.interpolate(near, at: bracket.level)
      // Each guess is nearer by about the same factor as the one before: this one errs by about shift² ÷ lastShift.
      let (shift, lastShift) = (guess - near.0.seconds, near.0.seconds - near.1.seconds)
      let slope = (near.0.position - bracket.low.position) / (near.0.seconds - bracket.low.seconds)
      let margin = 4 * guess.ulp + 2 * noise / abs(slope)
      if margin.isFinite, shift * shift <= margin * abs(lastShift) {
        return narrow(&bracket, around: guess, by: margin, noise)
      }
      if !inner.contains(guess) {
        guess = inner.low.seconds + (inner.high.seconds - inner.low.seconds) / 2
        guard inner.contains(guess) else { break }
      }
      let knot = knot(at: guess)
      inner.take(knot)
      near = (knot, near.0, near.1)
      noise = min(noise, 4 * knot.position.quantum)
    }
  }

  /// Moves each side to `margin` before or behind the guess, or farther where rounding could put it on the wrong side.
  private func narrow(_ bracket: inout Bracket, around guess: Double, by margin: Double, _ noise: Double) {
    for side in [-margin, margin] {
      var distance = side
      while bracket.contains(guess + distance) {
        let knot = knot(at: guess + distance)
        if abs(knot.position - bracket.level) > noise, bracket.isBeyond(knot) == (side > 0) {
          bracket.take(knot)
          break
        }
        distance *= 8
      }
    }
  }

  /// The moment of a level on the parabola through three knots, with time as a function of the position.
  private static func interpolate(_ knots: (Knot, Knot, Knot), at level: Double) -> Double {
    let (first, second, third) = knots
    let slope = (second.seconds - first.seconds) / (second.position - first.position)
    let next = (third.seconds - second.seconds) / (third.position - second.position)
    let bend = (next - slope) / (third.position - first.position)
    return first.seconds + (level - first.position) * (slope + (level - second.position) * bend)
  }
}

extension Double {
  /// The value of the lowest bit that is set, an estimate of the rounding error: a difference of numbers near 1 keeps no
  /// smaller bits.
  ///
  /// Infinite for 0, from which nothing can be estimated.
  fileprivate var quantum: Double {
    self == 0 ? .infinity : ulp * Double(1 << min(significandBitPattern.trailingZeroBitCount, 52))
  }
}
