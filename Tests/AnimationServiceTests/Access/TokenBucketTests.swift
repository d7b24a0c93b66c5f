import System
import FrameScheduling
import MicroHTTP
import Testing

@testable import AnimationService

struct TokenBucketTests {
  private func time(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(seconds * 1e9))
  }

  @Test func `a full bucket gives its burst and then its pace`() {
    let rate = TokenRate(perSecond: 2, burst: 3)
    var bucket = TokenBucket()
    let outcomes = [10, 10, 10, 10, 10.4, 10.5, 10.6, 11].map { bucket.take(at: time($0), rate) }
    #expect(outcomes.map(\.isGranted) == [true, true, true, false, false, true, false, true])
    #expect(outcomes.map(\.remaining) == [2, 1, 0, 0, 0, 0, 0, 0])
    #expect(outcomes.map(\.seconds) == [1, 1, 1, 1, 1, 1, 1, 1])
  }

  @Test func `it fills up and no further`() {
    let rate = TokenRate(perSecond: 2, burst: 3)
    var bucket = TokenBucket()
    for _ in 0..<3 { _ = bucket.take(at: time(1), rate) }
    #expect(bucket.take(at: time(2), rate) == TokenBucket.Outcome(isGranted: true, remaining: 1, seconds: 1))
    #expect(bucket.take(at: time(1e6), rate) == TokenBucket.Outcome(isGranted: true, remaining: 2, seconds: 1))
  }

  @Test func `who waits as long as told is let in, and not sooner`() {
    let rate = TokenRate(perSecond: 0.1, burst: 2)
    var bucket = TokenBucket()
    for _ in 0..<2 { _ = bucket.take(at: time(0), rate) }
    #expect(bucket.take(at: time(3), rate) == TokenBucket.Outcome(isGranted: false, remaining: 0, seconds: 7))
    #expect(!bucket.take(at: time(9.999), rate).isGranted)
    #expect(bucket.take(at: time(10), rate).isGranted)
  }

  @Test func `in the long run no more than the rate is given`() {
    for (perSecond, burst) in [(1.0, 1), (3, 10), (1000, 1), (0.5, 10), (7.3, 5)] {
      let rate = TokenRate(perSecond: perSecond, burst: burst)
      var bucket = TokenBucket()
      let granted = (0...20_000 as ClosedRange<Int64>).count {
        bucket.take(at: MonotonicTime(nanoseconds: $0 * 1_000_000), rate).isGranted
      }
      #expect(abs(Double(granted) - (Double(burst) + perSecond * 20)) <= 1)
    }
  }

  @Test(arguments: [(0.001, 1_000_000), (1e6, 1_000_000), (1e6, 1), (0, 0), (.infinity, .max), (.nan, -1)])
  func `no setting can overflow`(perSecond: Double, burst: Int) {
    let rate = TokenRate(perSecond: perSecond, burst: burst)
    var bucket = TokenBucket()
    #expect(bucket.take(at: MonotonicTime(nanoseconds: 1 << 61), rate).isGranted)
    #expect(bucket.take(at: MonotonicTime(nanoseconds: 0), rate).seconds >= 0)
    #expect(rate.window >= 1)
  }

  @Test(arguments: [(10.0, 20, 2), (10, 25, 3), (0.5, 1, 2), (1000, 1, 1)])
  func `the window is the time to fill`(perSecond: Double, burst: Int, window: Int) {
    #expect(TokenRate(perSecond: perSecond, burst: burst).window == window)
  }
}

struct BucketTableTests {
  private let rate = TokenRate(perSecond: 0.001, burst: 2)
  private let now = MonotonicTime(nanoseconds: 0)

  private func caller(_ number: Int) -> Caller { .key(String(number)) }

  @Test func `however many ask, so many are remembered`() {
    var table = BucketTable(limit: 100)
    for number in 0..<100_000 {
      #expect(table.take(for: caller(number), at: now, rate).isGranted)
      #expect(table.count <= 100)
    }
  }

  @Test func `who goes on asking is not forgotten`() {
    var table = BucketTable(limit: 100)
    #expect((0..<3).map { _ in table.take(for: caller(-1), at: now, rate).isGranted } == [true, true, false])
    for number in 0..<1000 {
      _ = table.take(for: caller(number), at: now, rate)
      if number.isMultiple(of: 40) { #expect(!table.take(for: caller(-1), at: now, rate).isGranted) }
    }
  }

  @Test func `callers have buckets of their own`() throws {
    var table = BucketTable(limit: 100)
    let address = try #require(IPAddress("192.0.2.1"))
    let callers: [Caller] = [.key("192.0.2.1"), .address(address), .key("b")]
    for caller in callers {
      #expect((0..<3).map { _ in table.take(for: caller, at: now, rate).isGranted } == [true, true, false])
    }
  }
}
