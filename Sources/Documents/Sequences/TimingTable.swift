package import TextAnimation
import TextBytes

/// What the frames of a sequence are before their texts: the progress of each, and its times ready to be copied.
///
/// It depends on curve, duration, frame rate and playback and never on the texts, so most requests find theirs
/// in the cache. It takes about 110 bytes a frame.
package final class TimingTable: Sendable {
  /// The number of the first frame.
  let first: Int
  /// The eased progress of each frame.
  let progresses: [Double]
  /// What stands before the text of each frame.
  let prefixes: FramePrefixes

  /// Computes the frames of a sequence with an end, or some of them.
  package init(_ sequence: FrameSequence, _ times: FrameForm.Times, _ frames: Range<Int>? = nil) {
    let frames = frames ?? 0..<(sequence.count ?? 0)
    let (first, progresses) = (frames.lowerBound, frames.map { sequence.progress(ofFrame: $0) })
    prefixes = FramePrefixes(count: progresses.count, ofAbout: times.size) { place, bytes in
      let index = first + place
      times.write(index, time: sequence.time(of: index), progress: progresses[place], to: &bytes)
    }
    self.first = first
    self.progresses = progresses
  }
}

extension TimingTable {
  /// What it takes while it is kept.
  package var byteCount: Int { prefixes.byteCount + 16 * progresses.count + 256 }
}
