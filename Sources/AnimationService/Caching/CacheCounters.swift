import Synchronization

/// What the answer caches of all loops have done since the start.
final class CacheCounters: Sendable {
  private let hitCount = Atomic(0)
  private let missCount = Atomic(0)
  private let evictionCount = Atomic(0)

  /// Requests answered without computing.
  var hits: Int { hitCount.load(ordering: .relaxed) }
  /// Requests that had to be computed.
  var misses: Int { missCount.load(ordering: .relaxed) }
  /// Answers dropped to make room.
  var evictions: Int { evictionCount.load(ordering: .relaxed) }

  func countHit() {
    hitCount.add(1, ordering: .relaxed)
  }

  func countMiss() {
    missCount.add(1, ordering: .relaxed)
  }

  func countEvictions(_ count: Int) {
    if count > 0 { evictionCount.add(count, ordering: .relaxed) }
  }
}
