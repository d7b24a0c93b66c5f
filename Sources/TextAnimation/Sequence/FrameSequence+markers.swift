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
  /// A level above 0 is reached from below, one below 0 from above, and 0 at once.
  ///
  /// - Returns: A marker for each level, and the cost of finding them in positions of the curve, some 50 ns each.
  public func markers(at levels: [Double]) -> (markers: [ProgressMarker], cost: Int) {
    if levels.isEmpty { return ([], 0) }
    guard animation.isAnimated else {
      return (levels.map { marker($0, at: (0...1).contains($0) ? time(of: 0) : nil) }, 0)
    }
    let crossings = LevelCrossings(of: animation.curve, duration: animation.duration)
    let markers = levels.map { level in
      let moment = level == animation.clamped(level) ? crossings.first(of: level) : nil
      return marker(level, at: moment.map { playback.instant(of: $0, pass: 0, duration: animation.duration) })
    }
    return (markers, crossings.pieceCount + levels.count * (64 + crossings.pieceCount / 32))
  }

  private func marker(_ level: Double, at time: Double?) -> ProgressMarker {
    ProgressMarker(progress: level, time: time, frame: time.map { firstFrame(from: $0, of: level) })
  }

  private func firstFrame(from time: Double, of level: Double) -> Int {
    let index = index(at: time)
    let before = time - self.time(of: index)
    guard before > 0, count != index + 1 else { return index }
    // Behind a delay the time of a frame is rounded otherwise than that of the marker.
    let isThere = before < 1e-9 && (level < 0 ? progress(ofFrame: index) <= level : progress(ofFrame: index) >= level)
    return isThere ? index : index + 1
  }
}

extension LevelCrossings {
  fileprivate func first(of level: Double) -> Double? {
    level < 0 ? firstTime(fallingTo: level) : firstTime(reaching: level)
  }
}
