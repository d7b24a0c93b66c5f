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
  public func firstTime(reaching level: Double) -> Double? {
    if let first = knots.first, first.position >= level { return first.seconds }
    return times(at: level).first
  }
}

// MARK: - Many levels at once

extension LevelCrossings {
  /// A stretch of time at whose ends different steps stand.
  private struct Stretch {
    var start: (seconds: Double, step: Int)
    var end: (seconds: Double, step: Int)
  }

  /// Each first moment of another step, in order.
  ///
  /// All stretches are halved together, so that too many moments are noticed before any of them is known.
  /// - Parameters:
  ///   - step: A whole number for each position that never falls while the position rises.
  ///   - limit: The most moments that are looked for.
  /// - Returns: Moments right to the last digits of the curve itself; `nil` where there are more than `limit`.
  /// - Complexity: O(n) in the number of turning points, and 64 positions for each moment.
  public func changes(of step: (Double) -> Int, limit: Int = .max) -> [Double]? {
    let ends = knots.map { (seconds: $0.seconds, step: step($0.position)) }
    var stretches = zip(ends, ends.dropFirst()).filter { $0.step != $1.step }.map(Stretch.init)
    // 64 halvings leave no digit; more would only follow a change at 0 into the smallest numbers.
    for _ in 0..<64 {
      guard stretches.count <= limit else { return nil }
      stretches = stretches.flatMap { halves($0, step) }
    }
    return stretches.map(\.end.seconds)
  }

  /// The halves, one or both, in which the step changes.
  private func halves(_ stretch: Stretch, _ step: (Double) -> Int) -> [Stretch] {
    let seconds = stretch.start.seconds + (stretch.end.seconds - stretch.start.seconds) / 2
    guard seconds > stretch.start.seconds, seconds < stretch.end.seconds else { return [stretch] }
    let middle = (seconds: seconds, step: step(curve.position(at: seconds, duration: duration)))
    return [Stretch(start: stretch.start, end: middle), Stretch(start: middle, end: stretch.end)]
      .filter { $0.start.step != $0.end.step }
  }
}
