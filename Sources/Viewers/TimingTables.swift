package import Documents
package import Deployment
import TextAnimation
import Timing

/// The timing tables that one loop has used lately, shared by sequences of the same curve, duration and frame rate.
package final class TimingTables {
  private var tables: BoundedCache<TimingTable.Key, TimingTable>

  package init(_ settings: Settings, counters: CacheCounters) {
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

extension AnimationList {
  /// The times of each animation, shared where they are the same.
  package func timings(_ representation: SequenceRepresentation, _ tables: TimingTables) -> [TimingTable] {
    elements.map { tables.table(of: $0.prepared, representation.times) }
  }
}

extension TimingTable {
  /// Everything that a table is made of.
  struct Key: Hashable {
    let curve: String
    let duration: Double
    let clamp: Animation.Clamp
    let playback: Playback
    let fps: Double
    let times: FrameForm.Times
  }
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
