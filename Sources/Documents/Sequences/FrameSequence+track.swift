package import FrameScheduling
public import TextAnimation

extension FrameSequence {
  /// When each frame is due; the first shows during the delay.
  package var track: Timeline.Track {
    Timeline.Track(frameTimes, delay: .seconds(playback.delay))
  }

  /// When each frame is shown after the delay.
  package var frameTimes: FrameTimes {
    if let distinctTimes { return .table(distinctTimes.map { .seconds(max($0 - playback.delay, 0)) }) }
    guard let count else { return .endless(fps: fps) }
    return .uniform(fps: fps, count: count, end: .seconds(duration - playback.delay))
  }

  /// The most frames that are due within a second.
  ///
  /// - Complexity: O(n) where frames were left out.
  public var framesPerSecond: Double {
    guard let distinctTimes else { return fps }
    var (first, most) = (0, 0)
    for (last, time) in distinctTimes.enumerated() {
      while time - distinctTimes[first] >= 1 { first += 1 }
      most = max(most, last - first + 1)
    }
    return Double(most)
  }
}
