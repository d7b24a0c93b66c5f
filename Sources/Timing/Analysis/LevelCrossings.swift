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
    let turns = (curve as? any PiecewiseMonotone)?.turningPoints(duration: duration)
    isComplete = turns != nil
    let inner = turns ?? (1..<4096).map { duration * Double($0) / 4096 }
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
    zip(knots, knots.dropFirst()).compactMap { start, end in
      let isReached = end.position >= level
      return (start.position >= level) == isReached ? nil : crossing(of: level, from: start, to: end, isReached)
    }
  }

  /// The first moment at which the position is `level` or above, or `nil` where it stays below.
  public func firstTime(reaching level: Double) -> Double? {
    if let first = knots.first, first.position >= level { return first.seconds }
    return times(at: level).first
  }

  private func crossing(of level: Double, from start: Knot, to end: Knot, _ isReached: Bool) -> Double {
    var (low, high) = (start.seconds, end.seconds)
    // 64 halvings leave no digit; more would only follow a crossing at 0 into the smallest numbers.
    for _ in 0..<64 {
      let middle = low + (high - low) / 2
      if (curve.position(at: middle, duration: duration) >= level) == isReached { high = middle } else { low = middle }
    }
    return high
  }
}
