import TextAnimation
import TextBytes

/// The time for which one text shows, in seconds from the start of the sequence.
struct Cue {
  /// 0 for the first, since what is shown before the delay is over is the first text too.
  let start: Double
  /// `nil` for the last, which stays.
  let end: Double?
}

extension PreparedSequence {
  /// Hands on each text that differs from the one before, with its time, as captions and pictures show them.
  ///
  /// - Parameters:
  ///   - timing: The times, without prefixes.
  ///   - show: Takes a cue with its text; answers whether it wants more.
  func forEachCue(_ timing: TimingTable, _ show: (Cue, borrowing Span<UInt8>) -> Bool) {
    var start = 0.0
    var shown = UTF8Buffer()
    sequence.writeText(ofFrame: 0, to: &shown)
    var next = UTF8Buffer()
    for index in 1..<max(timing.progresses.count, 1) {
      next.truncate()
      sequence.animation.write(at: timing.progresses[index], to: &next)
      guard !next.hasSameBytes(as: shown) else { continue }
      let end = sequence.time(of: index)
      guard show(Cue(start: start, end: end), shown.span) else { return }
      start = end
      swap(&shown, &next)
    }
    _ = show(Cue(start: start, end: nil), shown.span)
  }
}

extension UTF8Buffer {
  fileprivate func hasSameBytes(as other: borrowing UTF8Buffer) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}
