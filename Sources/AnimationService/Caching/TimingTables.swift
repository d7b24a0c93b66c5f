import TextAnimation

/// The timing tables that one loop has used lately, for whoever asks for the same curve, duration and frame rate.
final class TimingTables {
  private var timingTables: RecentValues<TimingTable.Key, TimingTable>
  private let counters: CacheCounters

  /// About what a frame takes.
  private static let frameBytes = 96

  init(_ settings: Settings, counters: CacheCounters) {
    timingTables = RecentValues(CacheShare(settings))
    self.counters = counters
  }

  /// The timing table of a sequence, made now where nobody has asked for it lately; `nil` where it would not be kept.
  func timingTable(of prepared: PreparedSequence) -> TimingTable? {
    guard let key = prepared.timingKey, let count = prepared.sequence.count,
      timingTables.admits(bytes: count * Self.frameBytes + key.curve.utf8.count)
    else { return nil }
    if let known = timingTables.use(key, counting: counters) { return known }
    let timingTable = TimingTable(prepared.sequence)
    timingTables.insert(timingTable, for: key, bytes: timingTable.byteCount + key.curve.utf8.count, counting: counters)
    return timingTable
  }
}
