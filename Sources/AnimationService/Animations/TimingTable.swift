import TextAnimation
import TextBytes

/// What each frame of a sequence says before its text, in JSON and ready to be copied: index, time and progress.
///
/// It depends on curve, duration, frame rate and playback and never on the texts, so most requests find theirs made by
/// others before. It takes about 80 bytes a frame.
///
/// Streams do without it: what several viewers are shown is kept whole, see ``WrittenFrames``.
final class TimingTable {
  /// The eased progress of each frame.
  let progresses: [Double]
  /// The beginning of each frame's object, up to its text.
  let leads: TextLeads

  /// Everything that a table is made of.
  struct Key: Hashable {
    let curve: String
    let duration: Double
    let clamp: Animation.Clamp
    let playback: Playback
    let fps: Double
  }

  /// Computes the frames of a sequence with an end.
  init(_ sequence: FrameSequence) {
    let progresses = (0..<(sequence.count ?? 0)).map { sequence.progress(ofFrame: $0) }
    leads = TextLeads(count: progresses.count, ofAbout: 96) { index, json in
      sequence.writeTimes(ofFrame: index, progresses[index], to: &json)
    }
    self.progresses = progresses
  }
}

extension TimingTable {
  /// What it takes while it is kept.
  var byteCount: Int { leads.byteCount + 16 * progresses.count + 256 }
}

extension TimingTable.Key {
  /// What a sequence has in common with others; `nil` where its texts decide when its frames are, or it has no end.
  ///
  /// The curve is known by its text, which means the same in every request.
  init?(_ sequence: borrowing FrameSequence, curve: String) {
    guard sequence.animation.isAnimated, sequence.distinctTimes == nil, sequence.count != nil else { return nil }
    self.init(
      curve: curve, duration: sequence.animation.duration, clamp: sequence.animation.clamp,
      playback: sequence.playback, fps: sequence.fps)
  }
}

extension FrameSequence {
  /// Appends the beginning of a frame's object, up to the quotation mark before its text.
  ///
  /// Names and commas are literals here: with a call a member a document took 308 ns a frame instead of 198.
  func writeTimes(ofFrame index: Int, _ progress: Double, to json: inout UTF8Buffer) {
    json.append("{\"index\":")
    writeTimesAfterOpening(ofFrame: index, progress, to: &json)
  }

  /// The same without its opening, which may have another member before the index.
  func writeTimesAfterOpening(ofFrame index: Int, _ progress: Double, to json: inout UTF8Buffer) {
    json.append(decimal: index)
    json.append(",\"time\":")
    json.append(shortest: time(of: index))
    json.append(",\"progress\":")
    json.append(shortest: progress)
    json.append(",\"text\":\"")
  }
}
