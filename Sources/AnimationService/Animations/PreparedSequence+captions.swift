import TextBytes
import WireFormat

/// The sequence as a caption track: one cue for each text that differs from the one before.
extension PreparedSequence {
  /// How long the last text stays, in seconds: WebVTT has no end that is open.
  private static let lastCueDuration = 86_400.0

  /// Appends the track, until there are more bytes than `limit`.
  func writeCaptions(_ timing: TimingTable, to vtt: inout UTF8Buffer, limit: Int) {
    vtt.append("WEBVTT\n\n")
    forEachCue(timing) { cue, text in
      vtt.appendCue(from: cue.start, to: cue.end ?? cue.start + Self.lastCueDuration, text)
      return vtt.count <= limit
    }
  }
}
