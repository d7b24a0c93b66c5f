import TextBytes

extension FrameSequence {
  /// The sequence without frames whose text equals the one before, each of the others at the instant its text appears.
  ///
  /// A label that counts from 0 to 10 has eleven frames at any frame rate. Where the text changes more than 240 times a
  /// second, one text in each 240th is left: the newest.
  ///
  /// Instants are found by bisection of the interval in which the text changes, to a nanosecond.
  /// - Returns: The sequence itself where it is endless.
  /// - Complexity: O(duration), and some thirty texts for each change.
  public func distinct() -> FrameSequence {
    let grid = FrameSequence(animation, playback: playback, fps: max(fps, min(240, Self.gridLimit / duration)))
    guard let count = grid.count, distinctTimes == nil else { return self }
    var times = [grid.time(of: 0)]
    var shown = UTF8Buffer()
    var next = UTF8Buffer()
    writeText(at: times[0], to: &shown)
    for index in 1..<max(count, 1) {
      next.truncate()
      writeText(at: grid.time(of: index), to: &next)
      guard !next.isEqual(to: shown) else { continue }
      times.append(instant(of: next, between: grid.time(of: index - 1), and: grid.time(of: index)))
      swap(&shown, &next)
    }
    return FrameSequence(self, distinctTimes: times)
  }

  /// The most texts that are looked at for a change, so that a long duration is no burden.
  private static let gridLimit = 100_000.0

  /// When a text appears for good, given an interval at whose end it is shown.
  private func instant(of text: borrowing UTF8Buffer, between start: Double, and end: Double) -> Double {
    var (low, high) = (start, end)
    var candidate = UTF8Buffer()
    while high - low > 1e-9 {
      let middle = (low + high) / 2
      candidate.truncate()
      writeText(at: middle, to: &candidate)
      if candidate.isEqual(to: text) { high = middle } else { low = middle }
    }
    return high
  }

  private func writeText(at seconds: Double, to text: inout UTF8Buffer) {
    animation.write(at: progress(at: seconds), to: &text)
  }
}

extension UTF8Buffer {
  /// Whether both hold the same bytes.
  fileprivate borrowing func isEqual(to other: borrowing UTF8Buffer) -> Bool {
    guard count == other.count else { return false }
    let (left, right) = (span, other.span)
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }
}

extension [Double] {
  /// The first index for which `isBeyond` holds, by bisection; the count where it holds for none.
  func partitioningIndex(_ isBeyond: (Double) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBeyond(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
