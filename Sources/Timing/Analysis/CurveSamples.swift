/// A curve sampled so closely that from one sample to the next it only rises or only falls.
///
/// It turns between two samples where the sign of its velocity changes, and may turn there and back where its velocities are
/// not those of its positions. A curve that may turn many times between two samples tells where more are needed.
package struct CurveSamples: Sendable {
  /// A moment of the curve.
  package struct Sample: Sendable {
    package let seconds: Double
    package let position: Double
    fileprivate let velocity: Double
    /// Whether the curve leaps on the way from the sample before.
    package fileprivate(set) var isBehindLeap = false
  }

  /// From the start to the end; those of turns among them.
  package private(set) var samples: [Sample]
  /// The positions and velocities that were asked for.
  package private(set) var cost = 1
  private let costLimit: Int
  private let curve: any TimingCurve
  private let duration: Double

  /// Samples a curve that is made ready for its duration, `count` times to begin with, evenly over the time in which it
  /// moves; beyond the cost limit nothing is looked for between two samples.
  package init(of curve: any TimingCurve, duration: Double, count: Int, costLimit: Int = .max) {
    (self.curve, self.duration, self.costLimit) = (curve, duration, costLimit)
    samples = []
    samples = [sample(at: 0)]
    // A spring may rest for most of a long time.
    let moving = min(curve.settlingDuration(within: Settling.leastShare) ?? duration, duration)
    var turns = curve.turns(duration: duration)[...]
    for index in 1...count {
      let seconds = moving * (Double(index) / Double(count))
      while isComplete, let turn = turns.first, turn < seconds { add(turns.removeFirst()) }
      add(seconds)
    }
    add(duration)
  }

  /// Whether all turns were looked for.
  package var isComplete: Bool { cost <= costLimit }

  private func sample(at seconds: Double) -> Sample {
    Sample(
      seconds: seconds, position: curve.position(at: seconds, duration: duration),
      velocity: curve.velocity(at: seconds, duration: duration))
  }
}

// MARK: - Turns

extension CurveSamples {
  /// What a position may move by between two samples without being looked at: it is exact to about as much.
  private static let least = 0x1p-40

  private mutating func add(_ seconds: Double) {
    let last = samples[samples.count - 1]
    guard seconds > last.seconds else { return }
    cost += 2
    add(sample(at: seconds), after: last)
  }

  /// Adds a sample behind the last one, and before it those at which the curve turns.
  private mutating func add(_ end: Sample, after start: Sample) {
    let span = end.seconds - start.seconds
    let moves = (start.velocity * span, end.velocity * span)
    let (most, rise) = (max(abs(moves.0), abs(moves.1)), end.position - start.position)
    var end = end
    end.isBehindLeap = abs(rise) > 3 * most + Self.least
    guard most > Self.least, isComplete else { return samples.append(end) }
    // Where a curve is flat, its last digits go up and down.
    if min(moves.0, moves.1) < -Self.least, max(moves.0, moves.1) > Self.least {
      let (before, behind) = turn(from: start, to: end)
      if before.seconds > start.seconds { add(before, after: start) }
      if behind.seconds < end.seconds {
        samples.append(behind)
        return add(end, after: behind)
      }
      return samples.append(end)
    }
    // A third power moves three times as fast at its end as it has on its way from 0.
    let isOdd = abs(rise - (moves.0 + moves.1) / 2) > 0.2 * (abs(moves.0) + abs(moves.1))
    guard isOdd, span > duration * 0x1p-50 else { return samples.append(end) }
    cost += 2
    let middle = sample(at: start.seconds + span / 2)
    add(middle, after: start)
    add(end, after: middle)
  }

  /// The last sample before a turn and the first behind it, to the last digit.
  private mutating func turn(from start: Sample, to end: Sample) -> (Sample, Sample) {
    var looks = 0
    let behind = firstNumber(from: start.seconds, to: end.seconds) {
      looks += 1
      let velocity = curve.velocity(at: $0, duration: duration)
      return start.velocity < 0 ? velocity >= 0 : velocity <= 0
    }
    cost += looks + 4
    return (sample(at: behind.nextDown), sample(at: behind))
  }
}

// MARK: - Levels

extension CurveSamples {
  /// The first moment, to the last digit, at which a level is reached: from below if it is above 0, from above if it is below;
  /// `nil` where it never is.
  ///
  /// That is the end where the position only comes to its last one there: some before are rounded to it.
  package func firstTime(of level: Double) -> Double? {
    func isReached(_ position: Double) -> Bool { level < 0 ? position <= level : position >= level }
    guard let index = samples.firstIndex(where: { isReached($0.position) }) else { return nil }
    guard index > 0 else { return samples[0].seconds }
    let moment = firstNumber(from: samples[index - 1].seconds, to: samples[index].seconds) {
      isReached(curve.position(at: $0, duration: duration))
    }
    guard level == samples[samples.count - 1].position else { return moment }
    // Then it is next to it a thousandth earlier, or as long before as the end comes after; where it jumps or climbs there
    // it is not.
    let before = max(moment - (duration - moment), 0.999 * moment)
    return abs(curve.position(at: before, duration: duration) - level) < 1e-12 ? duration : moment
  }
}

/// The first number for which something holds that holds for all greater ones and for `end`, but not for `start`: by bisection,
/// 64 times at most, as more would only follow a jump at 0 into the smallest numbers.
///
/// The result may be greater by `width`.
package func firstNumber(
  from start: Double, to end: Double, within width: Double = 0, where holds: (Double) -> Bool
) -> Double {
  var (low, high) = (start, end)
  for _ in 0..<64 where high - low > width {
    let middle = low + (high - low) / 2
    guard middle > low, middle < high else { break }
    if holds(middle) { high = middle } else { low = middle }
  }
  return high
}
