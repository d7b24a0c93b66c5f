extension RecentValues {
  /// As ``use(_:)``, counted.
  mutating func use(_ key: Key, counting counters: CacheCounters) -> Value? {
    let before = (count, byteCount)
    let value = use(key)
    counters.countUse(found: value != nil)
    counters.countEvictions(before.0 - count)
    counters.countSize(from: before, to: (count, byteCount))
    return value
  }

  /// As ``insert(_:for:bytes:)``, counted.
  mutating func insert(_ value: Value, for key: Key, bytes: Int, counting counters: CacheCounters) {
    let before = (count, byteCount)
    counters.countEvictions(insert(value, for: key, bytes: bytes))
    counters.countSize(from: before, to: (count, byteCount))
  }
}
