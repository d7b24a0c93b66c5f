/// Values that were asked for lately, bounded in number and bytes: least recently used, in two generations.
///
/// What is added or asked for joins the young generation. Once that holds half of what is allowed it becomes the old
/// one, and what was old and has not been asked for since is dropped. The half used last is therefore always there, at
/// the cost of one dictionary; an exact order needs a linked list through it, three times the code, to keep a little more.
struct RecentValues<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let bytes: Int
  }

  private let maximumCount: Int
  private let maximumBytes: Int
  private var young: [Key: Entry] = [:]
  private var old: [Key: Entry] = [:]
  /// What was asked for last, while it is young: often it is asked for again, and then nothing is hashed.
  private var last: (key: Key, value: Value)?
  private var youngBytes = 0
  private var oldBytes = 0
  /// How often what was young has become old: as long as it does not, to use again what was used makes no difference.
  private(set) var generation = 0

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - maximumCount: Values that may be kept; below 2 none is.
  ///   - maximumBytes: Bytes of all values together; one that has more than half of them is not kept.
  init(maximumCount: Int, maximumBytes: Int) {
    self.maximumCount = maximumCount
    self.maximumBytes = maximumBytes
  }
}

extension RecentValues {
  /// The number of values kept.
  var count: Int { young.count + old.count }

  /// The bytes of all of them, as they were given.
  var byteCount: Int { youngBytes + oldBytes }

  /// The value for a key, which is thereby used; `nil` where there is none.
  mutating func use(_ key: Key) -> Value? {
    if let last, last.key == key { return last.value }
    if let entry = young[key] {
      last = (key, entry.value)
      return entry.value
    }
    // Hashing is all that removing costs where there is nothing.
    guard !old.isEmpty, let entry = old.removeValue(forKey: key) else { return nil }
    oldBytes -= entry.bytes
    // What moves back may push out those it was old with, but not itself.
    _ = insert(entry, for: key)
    return entry.value
  }

  /// Whether a value of so many bytes would be kept.
  func admits(bytes: Int) -> Bool {
    maximumCount >= 2 && bytes <= maximumBytes / 2
  }

  /// Keeps a value that is not there yet, if it is admitted.
  ///
  /// - Returns: How many others were dropped for it.
  mutating func insert(_ value: Value, for key: Key, bytes: Int) -> Int {
    guard admits(bytes: bytes), young[key] == nil else { return 0 }
    return insert(Entry(value: value, bytes: bytes), for: key)
  }

  private mutating func insert(_ entry: Entry, for key: Key) -> Int {
    var dropped = 0
    if young.count >= maximumCount / 2 || youngBytes + entry.bytes > maximumBytes / 2 {
      dropped = old.count
      (old, oldBytes, young, youngBytes, last) = (young, youngBytes, [:], 0, nil)
      generation += 1
    }
    young[key] = entry
    youngBytes += entry.bytes
    return dropped
  }
}
