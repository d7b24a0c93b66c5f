/// Every moment at which a curve passes a level, found piece by piece between its turning points.
///
/// Prepare once, ask for many levels: an animation asks for each of its displayed digits.
public struct LevelCrossings: Sendable {
  private let curve: any TimingCurve
  private let duration: Double
  private let knots: [Knot]

  /// Whether no crossing can be missed.
  ///
  /// True for a ``PiecewiseMonotone`` curve. Any other is sampled 4,096 times, and two crossings between neighbouring
  /// samples go unseen.
  public let isComplete: Bool

  /// The number of pieces, each found by one position of the curve.
  public var pieceCount: Int { knots.count - 1 }

  private struct Knot: Sendable {
    var seconds: Double
    var position: Double
  }

  /// Finds the curve's monotone pieces.
  ///
  /// - Parameters:
  ///   - curve: Any curve.
  ///   - duration: Seconds, above 0 and finite.
  /// - Complexity: O(n log n) in the number of turning points.
  public init(of curve: any TimingCurve, duration: Double) {
    let curve = curve.fitted(to: duration)
    self.curve = curve
    self.duration = duration
    let monotone = curve as? any PiecewiseMonotone
    isComplete = monotone != nil
    var inner = monotone?.turningPoints(duration: duration) ?? (1..<4096).map { duration * Double($0) / 4096 }
    // A jump is a piece of its own, so that what turns back there is not lost; its moment may be off by a rounding.
    if monotone?.isContinuous == false { inner += inner.flatMap { [$0 - 2 * $0.ulp, $0 + 2 * $0.ulp] } }
    // The pieces at the very ends hold the jumps that a curve may make there.
    let ends = [0, duration * 0x1p-60, duration.nextDown, duration]
    knots = (ends + inner.filter { $0 > 0 && $0 < duration }).sorted()
      .map { Knot(seconds: $0, position: curve.position(at: $0, duration: duration)) }
  }

  /// The first moment on the other side of `level`, for each time the position goes from below it to it or above, or
  /// back, in order.
  ///
  /// Touching the level from above is no crossing, from below it is two. Each moment is right to the last digits of the
  /// curve itself, jumps included.
  /// - Complexity: O(n) in the number of turning points.
  public func times(at level: Double) -> [Double] {
    changes(of: { $0 >= level ? 1 : 0 }) ?? []
  }

  /// The first moment at which the position is `level` or above, or `nil` where it stays below.
  ///
  /// That is the end where it comes to its last position there: some positions before are only rounded to it.
  /// - Complexity: O(n) comparisons in the number of turning points, and 64 positions.
  public func firstTime(reaching level: Double) -> Double? {
    firstTime(of: level) { $0 >= level }
  }

  /// The first moment at which the position is `level` or below, or `nil` where it stays above.
  ///
  /// That is the end where it comes to its last position there.
  /// - Complexity: O(n) comparisons in the number of turning points, and 64 positions.
  public func firstTime(fallingTo level: Double) -> Double? {
    firstTime(of: level) { $0 <= level }
  }

  private func firstTime(of level: Double, where isThere: (Double) -> Bool) -> Double? {
    guard let index = knots.firstIndex(where: { isThere($0.position) }) else { return nil }
    guard index > 0 else { return knots[0].seconds }
    let stretch = Stretch(start: (knots[index - 1].seconds, 0), end: (knots[index].seconds, 1))
    let moment = firstMoment(in: stretch) { isThere($0) ? 1 : 0 }
    return level == knots.last?.position && isRounded(level, from: moment) ? duration : moment
  }

  /// Whether the position comes so slowly to its last that it is only rounded to it from `moment` on.
  ///
  /// Then it is next to it a thousandth earlier, or as long before as the end comes after; where it jumps or climbs there
  /// it is not.
  private func isRounded(_ level: Double, from moment: Double) -> Bool {
    let before = max(moment - (duration - moment), 0.999 * moment)
    return abs(curve.position(at: before, duration: duration) - level) < 1e-12
  }
}

// MARK: - Many levels at once

extension LevelCrossings {
  /// A stretch of time at whose ends different steps stand.
  private struct Stretch {
    var start: (seconds: Double, step: Int)
    var end: (seconds: Double, step: Int)
    /// How often it has been halved.
    var depth = 0

    /// Whether it may hold more than one change.
    var isWide: Bool { start.step.distance(to: end.step).magnitude > 1 }
  }

  /// More halvings leave no digit, and would only follow a change at 0 into the smallest numbers.
  private static let deepest = 64

  /// Each first moment of another step, in order.
  ///
  /// All stretches are halved together until each has one change, so that too many moments are noticed before any of
  /// them is known.
  /// - Parameters:
  ///   - step: A whole number for each position that never falls while the position rises.
  ///   - limit: The most moments that are looked for.
  /// - Returns: Moments right to the last digits of the curve itself; `nil` where there are more than `limit`.
  /// - Complexity: O(n) in the number of turning points, and 64 positions for each moment.
  public func changes(of step: (Double) -> Int, limit: Int = .max) -> [Double]? {
    let ends = knots.map { (seconds: $0.seconds, step: step($0.position)) }
    var stretches = zip(ends, ends.dropFirst()).filter { $0.step != $1.step }.map { Stretch(start: $0, end: $1) }
    repeat {
      guard stretches.count <= limit else { return nil }
    } while halve(&stretches, step)
    return stretches.map { firstMoment(in: $0, step) }
  }

  /// Halves the stretches with more than one change; false where there is none.
  private func halve(_ stretches: inout [Stretch], _ step: (Double) -> Int) -> Bool {
    var halves: [Stretch] = []
    halves.reserveCapacity(2 * stretches.count)
    var isHalved = false
    for stretch in stretches {
      guard stretch.isWide, let middle = middle(of: stretch, step) else {
        halves.append(stretch)
        continue
      }
      isHalved = true
      let depth = stretch.depth + 1
      if stretch.start.step != middle.step {
        halves.append(Stretch(start: stretch.start, end: middle, depth: depth))
      }
      if middle.step != stretch.end.step { halves.append(Stretch(start: middle, end: stretch.end, depth: depth)) }
    }
    stretches = halves
    return isHalved
  }

  /// The first moment of the later step of a stretch with one change.
  private func firstMoment(in stretch: Stretch, _ step: (Double) -> Int) -> Double {
    var stretch = stretch
    while let middle = middle(of: stretch, step) {
      if middle.step == stretch.start.step { stretch.start = middle } else { stretch.end = middle }
      stretch.depth += 1
    }
    return stretch.end.seconds
  }

  /// What stands half-way; `nil` where nothing lies between.
  private func middle(of stretch: Stretch, _ step: (Double) -> Int) -> (seconds: Double, step: Int)? {
    let seconds = stretch.start.seconds + (stretch.end.seconds - stretch.start.seconds) / 2
    guard stretch.depth < Self.deepest, seconds > stretch.start.seconds, seconds < stretch.end.seconds else {
      return nil
    }
    return (seconds, step(curve.position(at: seconds, duration: duration)))
  }
}
