/// When each frame of a sequence is due, counted from the sequence's start.
///
/// Every time is computed from its index alone, so that nothing accumulates: after an hour at 29.97 fps frame 107,892
/// is due at exactly 3,600 s.
public struct FrameTimes: Sendable {
  /// Nanoseconds as `Int64`: each frame needs its time three times, and `Duration` is four times as slow.
  private enum Shape {
    case uniform(fps: Double, count: Int, end: Int64)
    case endless(fps: Double)
    case table([Int64])
  }

  private let shape: Shape
}

extension FrameTimes {
  /// `count` frames, frame n at n/`fps` seconds but the last at `end`, which need not be a multiple of 1/`fps`.
  public static func uniform(fps: Double, count: Int, end: Duration) -> FrameTimes {
    FrameTimes(shape: .uniform(fps: fps, count: count, end: end.wholeNanoseconds))
  }

  /// Frames without end, frame n at n/`fps` seconds.
  public static func endless(fps: Double) -> FrameTimes {
    FrameTimes(shape: .endless(fps: fps))
  }

  /// One time a frame, ascending: what is left when frames equal to the one before are left out.
  public static func table(_ offsets: [Duration]) -> FrameTimes {
    FrameTimes(shape: .table(offsets.map(\.wholeNanoseconds)))
  }
}

extension FrameTimes {
  /// The number of frames; `nil` without end.
  public var count: Int? {
    switch shape {
    case .uniform(_, let count, _): max(count, 0)
    case .endless: nil
    case .table(let offsets): offsets.count
    }
  }

  /// The time of one frame after the sequence's start, to the nearest nanosecond.
  ///
  /// - Parameter index: Outside the sequence the nearest frame counts.
  /// - Returns: Zero or more.
  public func offset(of index: Int) -> Duration {
    .nanoseconds(nanoseconds(of: index))
  }

  /// The newest frame whose time has come `elapsed` after the start; `nil` before the first.
  ///
  /// - Complexity: O(1); O(log n) for a table.
  public func newest(at elapsed: Duration) -> Int? {
    newest(atNanoseconds: elapsed.wholeNanoseconds)
  }

  func nanoseconds(of index: Int) -> Int64 {
    switch shape {
    case .uniform(_, let count, let end) where index >= count - 1: end
    case .uniform(let fps, _, _), .endless(let fps): Int64(roundingSeconds: Double(max(index, 0)) / fps)
    case .table(let offsets): offsets.isEmpty ? 0 : offsets[min(max(index, 0), offsets.count - 1)]
    }
  }

  func newest(atNanoseconds elapsed: Int64) -> Int? {
    switch shape {
    case .uniform(let fps, let count, let end):
      elapsed >= end && count > 0 ? count - 1 : newest(at: elapsed, fps: fps, below: count - 1)
    case .endless(let fps):
      newest(at: elapsed, fps: fps, below: .max)
    case .table(let offsets):
      offsets.partitioningIndex { $0 > elapsed }
    }
  }

  /// Divides, then goes on to the frame whose time was rounded down to `elapsed`, so that both roundings agree.
  private func newest(at elapsed: Int64, fps: Double, below limit: Int) -> Int? {
    guard elapsed >= 0, limit > 0 else { return nil }
    let quotient = Int(clamping: Double(elapsed) / 1e9 * fps)
    var index = min(max(quotient, 0), limit - 1)
    if index < limit - 1, nanoseconds(of: index + 1) <= elapsed { index += 1 }
    return index
  }
}

extension [Int64] {
  /// The index before the first element that `isBeyond` holds for, by bisection; `nil` when that is the first one.
  fileprivate func partitioningIndex(_ isBeyond: (Int64) -> Bool) -> Int? {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBeyond(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound > 0 ? range.lowerBound - 1 : nil
  }
}
