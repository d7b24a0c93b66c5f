import WrittenNumbers
internal import Timing

/// A residual made ready: what is left of its distances at each moment.
struct ResidualTerm: Sendable {
  /// The whole way of each number.
  let distances: [Decimal]
  /// The units a second that each starts with beside the curve's own; empty for none.
  let velocities: [Double]
  /// Seconds that it had been under way at second 0.
  private let elapsed: Double
  private let duration: Double
  private let curve: any TimingCurve
  private let clamp: Animation.Clamp

  /// Reads a residual for times from `start` on, in microseconds since 1970; `nil` where one of its texts is none.
  init?(_ residual: Residual, from start: Int64, by change: LabelChange) {
    let distances = residual.distances.compactMap { Decimal(plain: $0) }
    guard distances.count == residual.distances.count, residual.duration > 0, residual.duration.isFinite,
      [0, distances.count].contains(residual.velocities.count),
      // Most are of the change's own curve, whose text need not be read again.
      let curve = residual.curve == change.curveText ? change.curve : change.curveNamed(residual.curve)
    else { return nil }
    self.distances = distances
    velocities = residual.velocities.map { $0.isFinite ? $0 : 0 }
    elapsed = residual.start.seconds(to: start)
    duration = residual.duration
    self.curve = curve.fitted(to: residual.duration)
    clamp = change.clamp
  }

  /// When nothing is left, in seconds.
  var end: Double { duration - elapsed }

  /// The share of the distances that is left.
  func rest(at seconds: Double) -> Double {
    let seconds = elapsed + seconds
    guard seconds < duration else { return 0 }
    guard seconds > 0 else { return 1 }
    return 1 - clamp.cut(curve.position(at: seconds, duration: duration))
  }

  /// How fast that share grows: below 0 where it shrinks.
  func velocity(at seconds: Double) -> Double {
    let seconds = elapsed + seconds
    guard seconds < duration else { return 0 }
    let position = curve.position(at: max(seconds, 0), duration: duration)
    guard clamp.cut(position) == position else { return 0 }
    return -curve.velocity(at: max(seconds, 0), duration: duration)
  }
}

// MARK: - What a collapse keeps of a velocity

extension ResidualTerm {
  /// The share of the duration in which a velocity that was kept dies away.
  static let pushShare = 0.4
  /// The most that q(1 − q)³ comes to, at q = ¼.
  static let highestPush = 27.0 / 256

  private var pushDuration: Double { Self.pushShare * duration }

  /// The most seconds that ``push(at:)`` comes to.
  var largestPush: Double { pushDuration * Self.highestPush }

  /// The seconds by which a velocity has to be multiplied: τq(1 − q)³, of which the velocity is 1 at the start.
  func push(at seconds: Double) -> Double {
    let part = (elapsed + seconds) / pushDuration
    guard part > 0, part < 1 else { return 0 }
    let left = 1 - part
    return pushDuration * part * left * left * left
  }

  /// The velocity of ``push(at:)``.
  func pushVelocity(at seconds: Double) -> Double {
    let part = max((elapsed + seconds) / pushDuration, 0)
    return part < 1 ? (1 - part) * (1 - part) * (1 - 4 * part) : 0
  }
}

extension [Residual] {
  /// About half as many, where neighbours go the same way: what they come to at a time is the same, and later nearly.
  ///
  /// Each is one that began between its two. Whatever the sum does that way, it does not go back: one residual in the place
  /// of all would, where most of the way is still to go, and fast.
  func merged(at time: Int64, by change: LabelChange) -> [Residual] {
    var merged: [Residual] = []
    var rest = self[...]
    while let first = rest.popFirst() {
      if let second = rest.first, let both = first.merged(with: second, at: time, by: change) {
        rest = rest.dropFirst()
        merged.append(both)
      } else {
        merged.append(first)
      }
    }
    return merged
  }
}

extension Residual {
  /// One in the place of two; `nil` where they differ in more than their starts and distances, go opposite ways, or make a
  /// way of too many digits.
  fileprivate func merged(with later: Residual, at time: Int64, by change: LabelChange) -> Residual? {
    guard curve == later.curve, duration == later.duration, velocities.isEmpty, later.velocities.isEmpty,
      let term = ResidualTerm(self, from: time, by: change),
      let laterTerm = ResidualTerm(later, from: time, by: change)
    else { return nil }
    let pairs = zip(term.distances, laterTerm.distances)
    guard pairs.allSatisfy({ $0.isZero || $1.isZero || $0.isNegative == $1.isNegative }) else { return nil }
    let sums = pairs.compactMap { $0.adding($1) }
    guard sums.count == distances.count else { return nil }
    let shares = zip(sums, pairs).compactMap { sum, pair -> Double? in
      let ((distance, laterDistance), whole) = (pair, sum.approximation)
      guard whole != 0 else { return nil }
      let left = distance.approximation * term.rest(at: 0) + laterDistance.approximation * laterTerm.rest(at: 0)
      return left / whole
    }
    var both = self
    both.distances = sums.map(\.description)
    // Rather some microseconds ahead than back.
    both.start = shares.map { share in start(ofRest: share, upTo: later.start, term) }.min() ?? start
    return both
  }

  /// The last start in a range with which no more than a share is left.
  private func start(ofRest share: Double, upTo last: Int64, _ term: ResidualTerm) -> Int64 {
    var (low, high) = (start, last)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if term.rest(at: -start.seconds(to: middle)) <= share { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
