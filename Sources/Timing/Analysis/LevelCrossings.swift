/// Every moment at which a curve passes a level, found piece by piece between its turning points.
///
/// Prepared once and asked for many levels: an animation asks for one for each number that it shows.
public struct LevelCrossings: Sendable {
  private let curve: any TimingCurve
  private let duration: Double
  private let knots: [MonotonePiece.Knot]
  private let isContinuous: Bool

  /// The number of pieces, each found by one position of the curve.
  public var pieceCount: Int { knots.count - 1 }

  /// Finds the pieces of the curve on which it only rises or only falls.
  ///
  /// A curve that does not know its turning points is sampled 4,096 times, and two crossings between neighbouring samples go
  /// unseen.
  ///
  /// - Parameters:
  ///   - curve: Any curve.
  ///   - duration: Seconds, above 0 and finite.
  /// - Complexity: O(n log n) in the number of turning points.
  public init(of curve: any TimingCurve, duration: Double) {
    let curve = curve.fitted(to: duration)
    self.curve = curve
    self.duration = duration
    let turningPoints = curve.turningPoints(duration: duration)
    isContinuous = curve.isContinuous && turningPoints != nil
    var inner = turningPoints ?? (1..<4096).map { duration * Double($0) / 4096 }
    // A jump gets a piece of its own, so that no crossing in it is lost; its moment may be off by rounding.
    if !curve.isContinuous { inner += inner.flatMap { [$0 - 2 * $0.ulp, $0 + 2 * $0.ulp] } }
    // The pieces at the very ends hold the jumps that a curve may make there.
    let ends = [0, duration * 0x1p-60, duration.nextDown, duration]
    knots = (ends + inner.filter { $0 > 0 && $0 < duration }).sorted()
      .map { .init(seconds: $0, position: curve.position(at: $0, duration: duration)) }
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
  /// - Complexity: O(n) comparisons in the number of turning points, and some ten positions.
  public func firstTime(reaching level: Double) -> Double? {
    firstTime(of: level, beyond: level) { $0 >= level }
  }

  /// The first moment at which the position is `level` or below, or `nil` where it stays above.
  ///
  /// That is the end where it comes to its last position there.
  /// - Complexity: O(n) comparisons in the number of turning points, and some ten positions.
  public func firstTime(fallingTo level: Double) -> Double? {
    firstTime(of: level, beyond: level.nextUp) { $0 <= level }
  }

  private func firstTime(
    of level: Double, beyond threshold: Double, where isReached: (Double) -> Bool
  ) -> Double? {
    guard let index = knots.firstIndex(where: { isReached($0.position) }) else { return nil }
    guard index > 0 else { return knots[0].seconds }
    var piece = piece(from: knots[index - 1], to: knots[index])
    let moment = piece.crossing(of: threshold, after: piece.start).seconds
    return level == knots.last?.position && isRounded(level, from: moment) ? duration : moment
  }

  private func piece(from start: MonotonePiece.Knot, to end: MonotonePiece.Knot) -> MonotonePiece {
    MonotonePiece(of: curve, duration: duration, from: start, to: end)
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
  /// Each first moment of another step, in order.
  ///
  /// - Parameters:
  ///   - step: A whole number for each position that never falls while the position rises.
  ///   - limit: The most moments that are looked for.
  ///   - stride: The most by which the step rises at any one level, where that is known: then far too many moments are
  ///     noticed before any of them is found.
  /// - Returns: Moments right to the last digits of the curve itself; `nil` where there are more than `limit`.
  /// - Complexity: O(n) in the number of turning points, and some ten positions for each moment.
  public func changes(of step: (Double) -> Int, limit: Int = .max, stride: Int? = nil) -> [Double]? {
    let steps = knots.map { step($0.position) }
    if let stride, isContinuous, areMore(than: limit, steps, stride) { return nil }
    var thresholds = StepThresholds()
    var moments: [Double] = []
    for index in knots.indices.dropFirst() where steps[index - 1] != steps[index] {
      var piece = piece(from: knots[index - 1], to: knots[index])
      var (here, now) = (piece.start, steps[index - 1])
      while now != steps[index] {
        guard moments.count < limit else { return nil }
        let isRising = now < steps[index]
        let level =
          isRising
          ? thresholds.lowest(of: step, reaching: now + 1, above: here.position, upTo: piece.end.position)
          : thresholds.lowest(of: step, reaching: now, above: piece.end.position, upTo: here.position)
        if level <= here.position.nextUp, level >= here.position, step(here.position) != now {
          now = step(here.position)
          continue
        }
        here = piece.crossing(of: level, after: here)
        moments.append(here.seconds)
        // A crossing far behind the level may have passed others too; a smaller leap is noticed at the next level.
        let isNear = abs(here.position - level) < abs(thresholds.height) / 2
        now = isNear ? now + (isRising ? 1 : -1) : step(here.position)
      }
    }
    return moments
  }

  /// An animation counts its two ends as steps of their own.
  private static let extraSteps = 4

  /// Whether a continuous curve passes more steps, `stride` of them at once, than `limit` from each knot to the next.
  private func areMore(than limit: Int, _ steps: [Int], _ stride: Int) -> Bool {
    var count = 0
    // It may jump in the first and the last piece.
    for index in 2..<max(steps.count - 1, 2) where count <= limit {
      count += max(abs(steps[index] - steps[index - 1]) - Self.extraSteps, 0) / stride
    }
    return count > limit
  }
}
