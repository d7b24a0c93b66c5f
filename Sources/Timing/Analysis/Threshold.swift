/// Searches for the first number for which something holds that holds for all greater ones too.
package enum Threshold {
  /// Finds the threshold between two numbers: by growing steps away from a guess until it is bracketed, then by bisection.
  ///
  /// - Parameters:
  ///   - guess: Any number; two calls suffice where it is right to the last digit.
  ///   - low: A number below the threshold.
  ///   - high: The threshold, or a number above.
  ///   - isReached: Whether a number is the threshold or above.
  /// - Returns: The threshold.
  /// - Complexity: Two calls with an exact guess, about 64 with a bad one.
  package static func first(
    near guess: Double, after low: Double, upTo high: Double, where isReached: (Double) -> Bool
  ) -> Double {
    var (below, reached) = (low.ordinal, high.ordinal)
    var probe = guess.ordinal
    var stride: Int64 = 1
    var direction: Int64?
    while reached > below + 1 {
      if probe <= below || probe >= reached {
        probe = below + Int64(UInt64(bitPattern: reached &- below) / 2)
        direction = 0
      }
      let step: Int64
      if isReached(Double(ordinal: probe)) { (reached, step) = (probe, -1) } else { (below, step) = (probe, 1) }
      if direction ?? step == step {
        direction = step
        probe &+= step &* stride
        stride = stride < 4 ? 2 * stride : min(8 * stride, 1 << 57)
      } else {
        // It lies between this number and the one before.
        probe = below
      }
    }
    return Double(ordinal: reached)
  }
}

extension Double {
  /// The place of this number among all doubles in ascending order; both zeros are at 0.
  fileprivate var ordinal: Int64 {
    let bits = Int64(bitPattern: bitPattern)
    return bits < 0 ? .min &- bits : bits
  }

  fileprivate init(ordinal: Int64) {
    self.init(bitPattern: UInt64(bitPattern: ordinal < 0 ? .min &- ordinal : ordinal))
  }
}

/// Guesses where a step begins from where two others begin, since most steps are equally high.
struct StepThresholds {
  private var first = (step: 0, position: Double.nan)
  private var last = (step: 0, position: Double.nan)

  /// How high a step is; not a number before two are known.
  var height: Double { (last.position - first.position) / Double(last.step - first.step) }

  /// The lowest position whose step is `target` or more.
  ///
  /// - Parameters:
  ///   - step: A whole number for each position that never falls while the position rises.
  ///   - target: More than the step at `low`, and no more than that at `high`.
  ///   - low: A position below.
  ///   - high: That position or one above.
  /// - Returns: That position.
  mutating func lowest(
    of step: (Double) -> Int, reaching target: Int, above low: Double, upTo high: Double
  ) -> Double {
    let guess = first.position + Double(target - first.step) * height
    let threshold = Threshold.first(near: guess, after: low, upTo: high) { step($0) >= target }
    // A guess that is far off shows that the steps before had another height: measures the height anew.
    if !(abs(guess - threshold) <= 4 * threshold.ulp) { first = last }
    last = (target, threshold)
    return threshold
  }
}
