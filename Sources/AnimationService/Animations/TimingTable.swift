import TextAnimation
import TextBytes
import Timing

/// What the frames of a sequence are before their texts: the progress of each, and its times ready to be copied.
///
/// It depends on curve, duration, frame rate and playback and never on the texts, so most requests find theirs
/// in the cache. It takes about 110 bytes a frame.
final class TimingTable: Sendable {
  /// The number of the first frame.
  let first: Int
  /// The eased progress of each frame.
  let progresses: [Double]
  /// What stands before the text of each frame.
  let prefixes: FramePrefixes

  /// Everything that a table is made of.
  struct Key: Hashable {
    let curve: String
    let duration: Double
    let clamp: Animation.Clamp
    let playback: Playback
    let fps: Double
    let times: FrameForm.Times
  }

  /// Computes the frames of a sequence with an end, or some of them.
  init(_ sequence: FrameSequence, _ times: FrameForm.Times, _ frames: Range<Int>? = nil) {
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
  var byteCount: Int { prefixes.byteCount + 16 * progresses.count + 256 }
}

extension TimingTable.Key {
  /// What a sequence has in common with others; `nil` where its texts decide when its frames are, or it has no end.
  ///
  /// The curve is known by its text, which means the same in every request.
  init?(_ prepared: PreparedSequence, _ times: FrameForm.Times) {
    // What goes on from earlier changes, or through several texts, is eased behind the table, which has the shares of the time.
    let isLinear = type(of: prepared.sequence.animation.curve) == Linear.self
    // Member by member, since a sequence that is handed on is copied.
    guard prepared.sequence.animation.isAnimated, prepared.sequence.distinctTimes == nil, prepared.sequence.count != nil
    else { return nil }
    self.init(
      curve: isLinear ? "linear" : prepared.curve, duration: prepared.sequence.animation.duration,
      clamp: prepared.sequence.animation.clamp, playback: prepared.sequence.playback, fps: prepared.sequence.fps,
      times: times)
  }
}

/// The timing tables that one loop has used lately, shared by sequences of the same curve, duration and frame rate.
final class TimingTables {
  private var tables: BoundedCache<TimingTable.Key, TimingTable>

  init(_ settings: Settings, counters: CacheCounters) {
    tables = BoundedCache(settings, counters: counters)
  }

  /// The timing table of a sequence, computed now if it is not cached.
  func table(of prepared: PreparedSequence, _ times: FrameForm.Times) -> TimingTable {
    guard let key = TimingTable.Key(prepared, times), let count = prepared.sequence.count,
      tables.admits(bytes: count * times.size + key.curve.utf8.count)
    else { return TimingTable(prepared.sequence, times) }
    if let known = tables.use(key) { return known }
    let table = TimingTable(prepared.sequence, times)
    tables.insert(table, for: key, bytes: table.byteCount + key.curve.utf8.count)
    return table
  }
}
