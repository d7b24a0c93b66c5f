import Testing

@testable import AnimationService

struct RecentValuesTests {
  @Test func `the half that was used last is always there`() {
    var values = RecentValues<Int, Int>(maximumCount: 8, maximumBytes: 1_000)
    for key in 0..<100 {
      _ = values.insert(key, for: key, bytes: 1)
      #expect(values.count <= 8)
      for recent in max(key - 3, 0)...key { #expect(values.use(recent) == recent) }
    }
    #expect(values.use(0) == nil)
  }

  @Test func `what is used stays and what is not goes`() {
    var values = RecentValues<String, Int>(maximumCount: 4, maximumBytes: 1_000)
    _ = values.insert(0, for: "used", bytes: 1)
    _ = values.insert(0, for: "unused", bytes: 1)
    for key in 0..<20 {
      _ = values.insert(key, for: "\(key)", bytes: 1)
      #expect(values.use("used") == 0)
    }
    #expect(values.use("unused") == nil)
  }

  @Test func `what was asked for last is not remembered longer than others`() {
    var values = RecentValues<Int, Int>(maximumCount: 4, maximumBytes: 1_000)
    _ = values.insert(0, for: 0, bytes: 1)
    #expect(values.use(0) == 0)
    #expect(values.use(0) == 0)
    for key in 1..<5 { _ = values.insert(key, for: key, bytes: 1) }
    #expect(values.use(0) == nil)
    #expect(values.use(4) == 4)
    #expect(values.use(3) == 3)
    #expect(values.use(4) == 4)
  }

  @Test func `bytes are bounded as well`() {
    var values = RecentValues<Int, Int>(maximumCount: 1_000, maximumBytes: 100)
    for key in 0..<50 {
      _ = values.insert(key, for: key, bytes: 10)
      #expect(values.count <= 10)
    }
    _ = values.insert(99, for: 99, bytes: 51)
    #expect(values.use(99) == nil)
    #expect(values.use(49) == 49)
  }

  @Test func `what is dropped is told`() {
    var values = RecentValues<Int, Int>(maximumCount: 4, maximumBytes: 1_000)
    #expect((0..<9).map { values.insert($0, for: $0, bytes: 1) } == [0, 0, 0, 0, 2, 0, 2, 0, 2])
  }

  @Test func `counted entries and bytes are those that are kept`() {
    var values = RecentValues<Int, Int>(maximumCount: 6, maximumBytes: 1_000)
    let counters = CacheCounters()
    var added = 0
    for step in 0..<200 {
      if values.use(step % 7, counting: counters) == nil {
        values.insert(step, for: step % 7, bytes: 10 + step % 7, counting: counters)
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
    var values = RecentValues<Int, Int>(maximumCount: count, maximumBytes: 1_000)
    _ = values.insert(1, for: 1, bytes: 1)
    #expect(values.count == 0)
    #expect(values.use(1) == nil)
  }
}
