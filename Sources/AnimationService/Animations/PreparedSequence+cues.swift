import TextAnimation
import TextBytes

/// The time for which one text shows, in seconds from the start of the sequence.
struct Cue {
  /// 0 for the first, since what is shown before the delay is over is the first text too.
  let start: Double
  /// `nil` for the last, which stays.
  let end: Double?
}

/// How far the cues of a sequence have been handed on.
struct CuePosition: Sendable {
  /// When the text of the frame before ``next`` began to show.
  fileprivate var start = 0.0
  /// The first frame that was not looked at.
  fileprivate var next = 0
  /// Whether the last cue was handed on.
  fileprivate(set) var isEnd = false

  /// Whether no cue was handed on.
  var isStart: Bool { next == 0 }
}

extension PreparedSequence {
  /// Hands on each text that differs from the one before, with its time, as captions and pictures show them.
  ///
  /// - Parameters:
  ///   - timing: The times of the whole sequence, where they are known.
  ///   - position: Where to begin, and where it ended.
  ///   - meter: What it spends from; it ends early once nothing is left.
  ///   - show: Takes a cue with its text; answers whether it wants more.
  func forEachCue(
    _ timing: TimingTable?, from position: inout CuePosition, spending meter: inout Meter,
    _ show: (Cue, borrowing Span<UInt8>) -> Bool
  ) {
    let first = max(position.next, 1)
    var shown = UTF8Buffer()
    sequence.writeText(ofFrame: first - 1, to: &shown)
    var next = UTF8Buffer()
    let units = sequence.animation.unitsOfText
    for index in first..<max(sequence.count ?? 0, first) {
      next.truncate()
      sequence.animation.write(at: timing?.progresses[index] ?? sequence.progress(ofFrame: index), to: &next)
      guard meter.spend(units + Animation.unitsOfByte * next.count, .frames) else { return }
      guard !next.hasSameBytes(as: shown) else { continue }
      let end = sequence.time(of: index)
      let wantsMore = show(Cue(start: position.start, end: end), shown.span)
      position.start = end
      position.next = index + 1
      guard wantsMore else { return }
      swap(&shown, &next)
    }
    _ = show(Cue(start: position.start, end: nil), shown.span)
    position.isEnd = true
  }
}

extension UTF8Buffer {
  fileprivate func hasSameBytes(as other: borrowing UTF8Buffer) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}

/// The sequence as a caption track: one cue for each text that differs from the one before.
extension PreparedSequence {
  /// How long the last text stays, in seconds: WebVTT has no end that is open.
  private static let lastCueDuration = 86_400.0

  /// Appends the track from a position on, until there are `size` bytes.
  func writeCaptions(
    _ timing: TimingTable?, from position: inout CuePosition, to vtt: inout UTF8Buffer, until size: Int,
    _ meter: inout Meter
  ) {
    if position.isStart { vtt.append("WEBVTT\n\n") }
    forEachCue(timing, from: &position, spending: &meter) { cue, text in
      vtt.appendCue(from: cue.start, to: cue.end ?? cue.start + Self.lastCueDuration, text)
      return vtt.count < size
    }
  }
}
