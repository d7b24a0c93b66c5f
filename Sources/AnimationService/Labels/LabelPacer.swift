import FrameScheduling

/// Which frame of a label's newest change is to be shown: the grid of the change's start, whoever watches.
///
/// It knows no clock: all times count from the start of the change.
struct LabelPacer {
  private let times: FrameTimes
  /// The newest frame that was taken.
  private(set) var index: Int?

  init(_ times: FrameTimes) {
    self.times = times
  }

  /// Takes the newest frame that is due; before the start that is the first.
  ///
  /// - Parameter elapsed: Time since the start.
  /// - Returns: When it was due; `nil` where it was taken before.
  mutating func take(at elapsed: Duration) -> Duration? {
    let newest = times.newest(at: elapsed) ?? 0
    guard index.map({ newest > $0 }) ?? true else { return nil }
    index = newest
    return times.offset(of: newest)
  }

  /// When the newest frame was due at a time since the start; `nil` at rest.
  func newestDue(at elapsed: Duration) -> Duration? {
    let newest = times.newest(at: elapsed) ?? 0
    return newest + 1 < times.count ?? .max ? times.offset(of: newest) : nil
  }

  /// When the frame after the newest that was taken is due; `nil` at rest.
  var nextDue: Duration? {
    guard let index else { return .zero }
    guard index + 1 < times.count ?? .max else { return nil }
    return times.offset(of: index + 1)
  }
}
