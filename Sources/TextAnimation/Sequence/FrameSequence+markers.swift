public import TextBytes
internal import Timing

/// A progress, and when it is first reached: POP's progress markers.
public struct ProgressMarker: Equatable, Sendable {
  /// The eased progress: 0 is the source, 1 the target; overshoot lies outside.
  public var progress: Double
  /// Seconds after the start of the sequence, the delay included; `nil` where it is never reached.
  public var time: Double?
  /// The frame that shows it first: the first at that time or after, or the last where none is.
  public var frame: Int?
}

extension FrameSequence {
  /// When the eased progress first reaches each of some levels, to the last digit, whatever the frame rate.
  ///
  /// A level above 0 is reached from below, one below 0 from above, and 0 by the first frame.
  ///
  /// - Returns: A marker for each level, and the cost of finding them in positions of the curve, some 50 ns each.
  public func markers(at levels: [Double], spending meter: inout Meter) -> (markers: [ProgressMarker], cost: Int) {
    if levels.isEmpty { return ([], 0) }
    let found = markers(at: levels, costLimit: meter.left / Self.positionUnits)
    meter.spend(found.cost * Self.positionUnits, .markers)
    return found
  }

  /// The same, however long it takes.
  public func markers(at levels: [Double]) -> (markers: [ProgressMarker], cost: Int) {
    markers(at: levels, costLimit: .max)
  }

  private func markers(at levels: [Double], costLimit: Int) -> (markers: [ProgressMarker], cost: Int) {
    guard animation.isAnimated else {
      return (levels.map { marker($0, at: (0...1).contains($0) ? $0 == 0 ? 0 : duration : nil) }, 0)
    }
    let samples = animation.samples(speed: playback.speed, costLimit: costLimit)
    let markers = levels.map { level in
      // The first frame shows the source during the delay.
      if level == 0 { return marker(level, at: 0) }
      let moment = level == animation.clamped(level) ? samples.firstTime(of: level) : nil
      return marker(level, at: moment.map { firstTime(of: $0) })
    }
    return (markers, samples.cost + levels.count * (64 + samples.samples.count / 32))
  }

  /// The first time in the first pass at which so many seconds of it have gone by.
  private func firstTime(of seconds: Double) -> Double {
    // The ends of passes are exact, and what is within 10⁻⁹ of one shows it.
    guard seconds < animation.duration * (1 - 2e-9) else { return playback.end(ofPasses: 1, of: animation.duration) }
    let guess = playback.delay + seconds / playback.speed
    let slack = 1.5e-9 * animation.duration / playback.speed + 4 * guess.ulp
    return firstNumber(from: max(guess - slack, playback.delay).nextDown, to: guess + slack) {
      playback.moment(at: $0, of: animation.duration).seconds >= seconds
    }
  }

  /// A frame that shows the level but for the error of the progress is there in time.
  private func marker(_ level: Double, at time: Double?) -> ProgressMarker {
    guard let time else { return ProgressMarker(progress: level, time: nil, frame: nil) }
    let index = index(at: time)
    let isLast = count == index + 1
    for frame in isLast ? [index] : [index, index + 1] where abs(self.time(of: frame) - time) < 1e-9 {
      let excess = progress(ofFrame: frame) - level
      guard (level < 0 ? -excess : excess) >= -ProgressError.limit else { continue }
      return ProgressMarker(progress: level, time: self.time(of: frame), frame: frame)
    }
    let frame = isLast || self.time(of: index) == time ? index : index + 1
    return ProgressMarker(progress: level, time: time, frame: frame)
  }
}

extension Animation {
  /// The most positions and velocities that are looked at to find where a curve turns, some 25 ms.
  private static let sampleCost = 500_000

  /// The curve, looked at 240 times a second and 240 times at least, but not more often than a long duration allows.
  func samples(speed: Double, costLimit: Int = .max) -> CurveSamples {
    let count = min(max(240 * duration / speed, 240), 10_000)
    return CurveSamples(
      of: curve, duration: duration, count: Int(count), costLimit: min(costLimit, Self.sampleCost))
  }
}
