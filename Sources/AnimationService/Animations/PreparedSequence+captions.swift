import TextBytes

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
