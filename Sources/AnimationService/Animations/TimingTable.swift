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
  /// All frames one after another.
  private let written: UTF8Buffer
  /// Where each frame's begin, and where the last ends.
  private let bounds: [Int]

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
    let count = sequence.count ?? 0
    var progresses: [Double] = []
    var bounds = [0]
    var buffer = UTF8Buffer(capacity: 96 * count)
    progresses.reserveCapacity(count)
    bounds.reserveCapacity(count + 1)
    for index in 0..<count {
      let progress = sequence.progress(ofFrame: index)
      sequence.writeTimes(ofFrame: index, progress, to: &buffer)
      progresses.append(progress)
      bounds.append(buffer.count)
    }
    buffer.reserveSlack()
    self.progresses = progresses
    self.bounds = bounds
    written = buffer
  }
}

extension TimingTable {
  /// The bytes of some frames together.
  func byteCount(ofFrames frames: Range<Int>) -> Int { bounds[frames.upperBound] - bounds[frames.lowerBound] }

  /// Appends the beginning of a frame's object, up to its text.
  @inline(__always)
  func writeTimes(ofFrame index: Int, to json: inout UTF8Buffer) {
    json.append(bounds[index]..<bounds[index + 1], of: written)
  }

  /// The same where room has been made for it.
  @inline(__always)
  func putTimes(ofFrame index: Int, to json: inout UTF8Buffer.Cursor) {
    json.put(bounds[index]..<bounds[index + 1], of: written)
  }

  /// What it takes while it is kept.
  var byteCount: Int { written.count + 16 * progresses.count + 256 }
}

extension TimingTable.Key {
  /// What a sequence has in common with others; `nil` where its texts decide when its frames are, or it has no end.
  ///
  /// The curve is known by its text, which means the same in every request.
  init?(_ sequence: FrameSequence, curve: String) {
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
