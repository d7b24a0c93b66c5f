import Testing

@testable import LabelStore

struct RedisBackoffTests {
  private let milliseconds: UInt64 = 1_000_000

  @Test func `each wait may be twice as long as the one before, up to the ceiling`() {
    var backoff = RedisBackoff(ceiling: 1000 * milliseconds)
    let waits = (0..<7).map { _ in backoff.next(chance: 1) / milliseconds }
    #expect(waits == [50, 100, 200, 400, 800, 1000, 1000])
    #expect(backoff.next(chance: 0) == 500 * milliseconds)
    #expect(backoff.next(chance: 0.5) == 750 * milliseconds)
  }

  @Test func `a connection that lasted begins anew, one that ended at once does not`() {
    var backoff = RedisBackoff(ceiling: 1000 * milliseconds)
    for _ in 0..<3 { _ = backoff.next(chance: 0) }
    backoff.ended(after: 999 * milliseconds)
    #expect(backoff.next(chance: 1) == 400 * milliseconds)
    backoff.ended(after: 1000 * milliseconds)
    #expect(backoff.next(chance: 1) == 50 * milliseconds)
  }

  @Test func `a ceiling below the first wait is the first wait`() {
    var backoff = RedisBackoff(ceiling: 0)
    #expect((0..<3).map { _ in backoff.next(chance: 1) / milliseconds } == [50, 50, 50])
  }
}
