import Synchronization

/// What the caches of one kind have done since the start, on all loops together, and what they hold.
final class CacheCounters: Sendable {
  private let hitCount = Atomic(0)
  private let missCount = Atomic(0)
  private let evictionCount = Atomic(0)
  private let entryCount = Atomic(0)
  private let byteCount = Atomic(0)

  /// Requests for which it was there already.
  var hits: Int { hitCount.load(ordering: .relaxed) }
  /// Requests that had to be computed.
  var misses: Int { missCount.load(ordering: .relaxed) }
  /// What was dropped to make room.
  var evictions: Int { evictionCount.load(ordering: .relaxed) }
  /// Answers kept at this moment.
  var entries: Int { entryCount.load(ordering: .relaxed) }
  /// Their bytes.
  var bytes: Int { byteCount.load(ordering: .relaxed) }

  /// Counts a search.
  func countUse(found: Bool) {
    if found { hitCount.add(1, ordering: .relaxed) } else { missCount.add(1, ordering: .relaxed) }
  }

  func countEvictions(_ count: Int) {
    if count > 0 { evictionCount.add(count, ordering: .relaxed) }
  }

  /// Counts what one cache has grown or shrunk by.
  func countSize(from before: (entries: Int, bytes: Int), to after: (entries: Int, bytes: Int)) {
    guard before != after else { return }
    entryCount.add(after.entries - before.entries, ordering: .relaxed)
    byteCount.add(after.bytes - before.bytes, ordering: .relaxed)
  }
}
