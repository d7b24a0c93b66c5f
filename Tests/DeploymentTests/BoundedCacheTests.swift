import Testing

@testable import Deployment

struct BoundedCacheTests {
  private let counters = CacheCounters()

  private func cache<Key: Hashable>(
    _ count: Int, bytes: Int = 1_000, of _: Key.Type = Int.self
  ) -> BoundedCache<Key, Int> {
    BoundedCache(maximumCount: count, maximumBytes: bytes, counters: counters)
  }

  @Test func `the half that was used last is always there`() {
    var values = cache(8)
    for key in 0..<100 {
      values.insert(key, for: key, bytes: 1)
      #expect(values.count <= 8)
      for recent in max(key - 3, 0)...key { #expect(values.use(recent) == recent) }
    }
    #expect(values.use(0) == nil)
  }

  @Test func `what is used stays and what is not goes`() {
    var values = cache(4, of: String.self)
    values.insert(0, for: "used", bytes: 1)
    values.insert(0, for: "unused", bytes: 1)
    for key in 0..<20 {
      values.insert(key, for: "\(key)", bytes: 1)
      #expect(values.use("used") == 0)
    }
    #expect(values.use("unused") == nil)
  }

  @Test func `what was asked for last is not remembered longer than others`() {
    var values = cache(4)
    values.insert(0, for: 0, bytes: 1)
    #expect(values.use(0) == 0)
    #expect(values.use(0) == 0)
    for key in 1..<5 { values.insert(key, for: key, bytes: 1) }
    #expect(values.use(0) == nil)
    #expect(values.use(4) == 4)
    #expect(values.use(3) == 3)
    #expect(values.use(4) == 4)
  }

  @Test func `bytes are bounded as well`() {
    var values = cache(1_000, bytes: 100)
    for key in 0..<50 {
      values.insert(key, for: key, bytes: 10)
      #expect(values.count <= 10)
    }
    values.insert(99, for: 99, bytes: 51)
    #expect(values.use(99) == nil)
    #expect(values.use(49) == 49)
  }

  @Test func `what is dropped is told`() {
    var dropped: [Int] = []
    var values = BoundedCache<Int, Int>(maximumCount: 4, maximumBytes: 1_000, counters: counters) { dropped.append($0) }
    for key in 0..<9 { values.insert(key, for: key, bytes: 1) }
    #expect(dropped.sorted() == Array(0..<6))
    values.dropAll()
    #expect(dropped.sorted() == Array(0..<9))
  }

  @Test func `counted entries and bytes are those that are kept`() {
    var values = cache(6)
    var added = 0
    for step in 0..<200 {
      if values.use(step % 7) == nil {
        values.insert(step, for: step % 7, bytes: 10 + step % 7)
        added += 1
      }
      #expect(counters.entries == values.count)
      #expect(counters.bytes == values.byteCount)
      #expect(counters.evictions == added - values.count)
      #expect(values.byteCount <= 16 * values.count)
    }
    #expect(counters.hits + counters.misses == 200)
    #expect(counters.misses == added)
  }

  @Test(arguments: [0, 1])
  func `without room nothing is kept`(count: Int) {
    var values = cache(count)
    values.insert(1, for: 1, bytes: 1)
    #expect(values.count == 0)
    #expect(values.use(1) == nil)
  }
}
