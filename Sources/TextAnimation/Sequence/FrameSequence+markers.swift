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
  /// When the eased progress first reaches each of some levels, by inverting the curve: exact, whatever the frame rate.
  ///
  /// A level above 0 is reached from below, one below 0 from above, and 0 by the first frame.
  ///
  /// - Returns: A marker for each level, and the cost of finding them in positions of the curve, some 50 ns each.
  public func markers(at levels: [Double], spending meter: inout Meter) -> (markers: [ProgressMarker], cost: Int) {
    if levels.isEmpty { return ([], 0) }
    let found = markers(at: levels)
    meter.spend(found.cost * Self.positionUnits, .markers)
    return found
  }

  /// The same, however long it takes.
  public func markers(at levels: [Double]) -> (markers: [ProgressMarker], cost: Int) {
    guard animation.isAnimated else {
      return (levels.map { marker($0, at: (0...1).contains($0) ? $0 == 0 ? 0 : duration : nil) }, 0)
    }
    let crossings = LevelCrossings(of: animation.curve, duration: animation.duration)
    let markers = levels.map { level in
      // The first frame shows the source during the delay.
      if level == 0 { return marker(level, at: 0) }
      let moment = level == animation.clamped(level) ? crossings.first(of: level) : nil
      return marker(level, at: moment.map { playback.instant(of: $0, pass: 0, duration: animation.duration) })
    }
    return (markers, crossings.pieceCount + levels.count * (64 + crossings.pieceCount / 32))
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

extension LevelCrossings {
  fileprivate func first(of level: Double) -> Double? {
    level < 0 ? firstTime(fallingTo: level) : firstTime(reaching: level)
  }
}
