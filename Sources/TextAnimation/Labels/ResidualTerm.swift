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
      [0, distances.count].contains(residual.velocities.count), let curve = change.curveNamed(residual.curve)
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
