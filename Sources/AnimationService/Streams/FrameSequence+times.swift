public import FrameScheduling
public import TextAnimation

extension FrameSequence {
  /// When each frame is due, counted from the first.
  public var frameTimes: FrameTimes {
    if let distinctTimes { return .table(distinctTimes.map { .seconds($0 - playback.delay) }) }
    guard let count else { return .endless(fps: fps) }
    return .uniform(fps: fps, count: count, end: .seconds(duration - playback.delay))
  }
}
