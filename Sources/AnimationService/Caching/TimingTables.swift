import TextAnimation

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
