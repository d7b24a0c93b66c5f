import Synchronization

/// What the caches of one kind have done since the start, on all loops together, and what they hold.
final class CacheCounters: Sendable {
  private let hitCount = Atomic(0)
  private let missCount = Atomic(0)
  private let evictionCount = Atomic(0)
  private let entryCount = Atomic(0)
  private let byteCount = Atomic(0)

  /// Requests that found what they need.
  var hits: Int { hitCount.load(ordering: .relaxed) }
  /// Requests that had to compute it.
  var misses: Int { missCount.load(ordering: .relaxed) }
  /// Entries dropped to make room.
  var evictions: Int { evictionCount.load(ordering: .relaxed) }
  /// Entries kept at this moment.
  var entries: Int { entryCount.load(ordering: .relaxed) }
  /// Their bytes.
  var bytes: Int { byteCount.load(ordering: .relaxed) }

  /// Counts a search.
  func countUse(found: Bool) {
    if found { hitCount.add(1, ordering: .relaxed) } else { missCount.add(1, ordering: .relaxed) }
  }

  /// Counts entries that were dropped to make room, with their bytes.
  func countEvictions(_ count: Int, bytes: Int) {
    guard count > 0 else { return }
    evictionCount.add(count, ordering: .relaxed)
    countSize(entries: -count, bytes: -bytes)
  }

  /// Counts what one cache has grown or shrunk by.
  func countSize(entries: Int, bytes: Int) {
    entryCount.add(entries, ordering: .relaxed)
    byteCount.add(bytes, ordering: .relaxed)
  }
}
