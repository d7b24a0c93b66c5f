import MicroHTTP
import Synchronization

/// A least-recently-used cache of one loop, bounded in entries and bytes, in two generations.
///
/// What is added or used joins the young generation. Once that holds half of what is allowed it becomes the old one, and
/// what was old and has not been used since is dropped. The half used last is therefore always there, at the cost of one
/// dictionary; an exact order needs a linked list through it, three times the code, to keep a little more.
///
/// What is called for each request is inlinable, so that rooms above have it compiled for their keys and values; the
/// compiler does so for what is `public` alone.
public struct BoundedCache<Key: Hashable, Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let value: Value
    @usableFromInline let bytes: Int

    @inlinable
    init(value: Value, bytes: Int) {
      (self.value, self.bytes) = (value, bytes)
    }
  }

  @usableFromInline let maximumCount: Int
  @usableFromInline let maximumBytes: Int
  @usableFromInline let counters: CacheCounters
  @usableFromInline let willDrop: (Value) -> Void
  @usableFromInline var young: [Key: Entry] = [:]
  @usableFromInline var old: [Key: Entry] = [:]
  /// The entry used last, while it is young: often it is used again, and then nothing is hashed.
  @usableFromInline var last: (key: Key, value: Value)?
  @usableFromInline var youngBytes = 0
  @usableFromInline var oldBytes = 0
  /// How often the young generation has become the old one: as long as it has not, a second use of a value changes
  /// nothing.
  public private(set) var generation = 0

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - maximumCount: Values that may be kept; below 2 none is.
  ///   - maximumBytes: Bytes of all values together; one that has more than half of them is not kept.
  ///   - counters: Where hits, misses, evictions and sizes are counted.
  ///   - willDrop: Called with each value that is dropped.
  @inlinable
  public init(
    maximumCount: Int, maximumBytes: Int, counters: CacheCounters, willDrop: @escaping (Value) -> Void = { _ in }
  ) {
    self.maximumCount = maximumCount
    self.maximumBytes = maximumBytes
    self.counters = counters
    self.willDrop = willDrop
  }

  /// Creates an empty cache with one cache's share of what the settings allow the process.
  ///
  /// Each loop has three: of answers, of streams' sequences and of times. The share is fixed, since what caches lent to each
  /// other would have to be counted with each request.
  public init(_ settings: Settings, counters: CacheCounters, willDrop: @escaping (Value) -> Void = { _ in }) {
    let caches = 3 * max(HTTPServer.Configuration(settings).loopCount, 1)
    self.init(
      // Fewer than two would be none, and only 0 is to mean that.
      maximumCount: settings.cacheEntries > 0 ? max(settings.cacheEntries / caches, 2) : 0,
      maximumBytes: settings.cacheBytes / caches, counters: counters, willDrop: willDrop)
  }
}

extension BoundedCache {
  /// The number of values kept.
  @inlinable public var count: Int { young.count + old.count }

  /// The most values that it keeps.
  @inlinable public var capacity: Int { maximumCount }

  /// The bytes of all values, as they were given.
  @inlinable public var byteCount: Int { youngBytes + oldBytes }

  /// The value for a key, which is thereby used; `nil` where there is none.
  @inlinable
  public mutating func use(_ key: Key) -> Value? {
    let value = find(key)
    counters.countUse(found: value != nil)
    return value
  }

  /// Whether a value of so many bytes would be kept.
  @inlinable
  public func admits(bytes: Int) -> Bool {
    maximumCount >= 2 && bytes <= maximumBytes / 2
  }

  /// Keeps a value that is not there yet, if it is admitted.
  @inlinable
  public mutating func insert(_ value: Value, for key: Key, bytes: Int) {
    guard admits(bytes: bytes), young[key] == nil else { return }
    counters.countSize(entries: 1, bytes: bytes)
    insert(Entry(value: value, bytes: bytes), for: key)
  }

  /// Tells every value that it is dropped, before the cache itself goes.
  public func dropAll() {
    for generation in [young, old] {
      for entry in generation.values { willDrop(entry.value) }
    }
  }

  /// Drops all values.
  public mutating func removeAll() {
    dropAll()
    counters.countEvictions(young.count + old.count, bytes: byteCount)
    (old, oldBytes, young, youngBytes, last) = ([:], 0, [:], 0, nil)
    generation += 1
  }

  @inlinable
  mutating func find(_ key: Key) -> Value? {
    if let last, last.key == key { return last.value }
    if let entry = young[key] {
      last = (key, entry.value)
      return entry.value
    }
    // Hashing is all that removing costs where there is nothing.
    guard !old.isEmpty, let entry = old.removeValue(forKey: key) else { return nil }
    oldBytes -= entry.bytes
    // What moves back may push out those it was old with, but not itself.
    insert(entry, for: key)
    return entry.value
  }

  @inlinable
  mutating func insert(_ entry: Entry, for key: Key) {
    if young.count >= maximumCount / 2 || youngBytes + entry.bytes > maximumBytes / 2 { startGeneration() }
    young[key] = entry
    youngBytes += entry.bytes
  }

  @usableFromInline
  mutating func startGeneration() {
    counters.countEvictions(old.count, bytes: oldBytes)
    for entry in old.values { willDrop(entry.value) }
    (old, oldBytes, young, youngBytes, last) = (young, youngBytes, [:], 0, nil)
    generation += 1
  }
}

/// What the caches of one kind have done since the start, on all loops together, and what they hold.
public final class CacheCounters: Sendable {
  private let hitCount = Atomic(0)
  private let missCount = Atomic(0)
  private let evictionCount = Atomic(0)
  private let entryCount = Atomic(0)
  private let byteCount = Atomic(0)

  /// Begins at zero.
  public init() {}

  /// Requests that found what they need.
  public var hits: Int { hitCount.load(ordering: .relaxed) }
  /// Requests that had to compute it.
  public var misses: Int { missCount.load(ordering: .relaxed) }
  /// Entries dropped to make room.
  public var evictions: Int { evictionCount.load(ordering: .relaxed) }
  /// Entries kept at this moment.
  public var entries: Int { entryCount.load(ordering: .relaxed) }
  /// Their bytes.
  public var bytes: Int { byteCount.load(ordering: .relaxed) }

  /// Counts a search.
  public func countUse(found: Bool) {
    if found { hitCount.add(1, ordering: .relaxed) } else { missCount.add(1, ordering: .relaxed) }
  }

  /// Counts entries that were dropped to make room, with their bytes.
  public func countEvictions(_ count: Int, bytes: Int) {
    guard count > 0 else { return }
    evictionCount.add(count, ordering: .relaxed)
    countSize(entries: -count, bytes: -bytes)
  }

  /// Counts what one cache has grown or shrunk by.
  public func countSize(entries: Int, bytes: Int) {
    entryCount.add(entries, ordering: .relaxed)
    byteCount.add(bytes, ordering: .relaxed)
  }
}

extension String? {
  /// Whether two keys are the same bytes of UTF-8, or both `nil`.
  ///
  /// `==` is canonical equivalence (UAX #15): `é` as one scalar equals `e` with a combining accent.
  public func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let text?, let other?): text == other && text.utf8.elementsEqual(other.utf8)
    default: false
    }
  }
}
