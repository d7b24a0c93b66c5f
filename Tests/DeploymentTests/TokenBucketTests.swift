import System
import FrameScheduling
import MicroHTTP
import Testing

@testable import Deployment
@testable import Documents

struct TokenBucketTests {
  private func time(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(seconds * 1e9))
  }

  @Test func `a full bucket gives its burst and then its pace`() {
    let rate = TokenRate(perSecond: 2, burst: 3)
    let bucket = TokenBucket()
    let outcomes = [10, 10, 10, 10, 10.4, 10.5, 10.6, 11].map { bucket.take(at: time($0), rate) }
    #expect(outcomes.map(\.isGranted) == [true, true, true, false, false, true, false, true])
    #expect(outcomes.map(\.remaining) == [2, 1, 0, 0, 0, 0, 0, 0])
    #expect(outcomes.map(\.seconds) == [1, 1, 1, 1, 1, 1, 1, 1])
  }

  @Test func `it fills up and no further`() {
    let rate = TokenRate(perSecond: 2, burst: 3)
    let bucket = TokenBucket()
    for _ in 0..<3 { _ = bucket.take(at: time(1), rate) }
    #expect(bucket.take(at: time(2), rate) == TokenBucket.Outcome(isGranted: true, remaining: 1, seconds: 1))
    #expect(bucket.take(at: time(1e6), rate) == TokenBucket.Outcome(isGranted: true, remaining: 2, seconds: 1))
  }

  @Test func `who waits as long as told is let in, and not sooner`() {
    let rate = TokenRate(perSecond: 0.1, burst: 2)
    let bucket = TokenBucket()
    for _ in 0..<2 { _ = bucket.take(at: time(0), rate) }
    #expect(bucket.take(at: time(3), rate) == TokenBucket.Outcome(isGranted: false, remaining: 0, seconds: 7))
    #expect(!bucket.take(at: time(9.999), rate).isGranted)
    #expect(bucket.take(at: time(10), rate).isGranted)
  }

  @Test func `what has been used is charged, also where there is less`() {
    let rate = TokenRate(perSecond: 10, burst: 5)
    let bucket = TokenBucket()
    bucket.charge(25.5, at: time(10), rate)
    // 20.5 tokens of debt.
    #expect(bucket.take(0, at: time(12), rate) == TokenBucket.Outcome(isGranted: false, remaining: 0, seconds: 1))
    #expect(bucket.take(0, at: time(12.05), rate).isGranted)
    #expect(!bucket.take(at: time(12.05), rate).isGranted)
    bucket.charge(.infinity, at: time(13), rate)
    #expect(!bucket.take(0, at: time(1e6), rate).isGranted)
  }

  @Test func `in the long run no more than the rate is given`() {
    for (perSecond, burst) in [(1.0, 1), (3, 10), (1000, 1), (0.5, 10), (7.3, 5)] {
      let rate = TokenRate(perSecond: perSecond, burst: burst)
      let bucket = TokenBucket()
      let granted = (0...20_000 as ClosedRange<Int64>).count {
        bucket.take(at: MonotonicTime(nanoseconds: $0 * 1_000_000), rate).isGranted
      }
      #expect(abs(Double(granted) - (Double(burst) + perSecond * 20)) <= 1)
    }
  }

  @Test(arguments: [(0.001, 1_000_000), (1e6, 1_000_000), (1e6, 1), (0, 0), (.infinity, .max), (.nan, -1)])
  func `no setting can overflow`(perSecond: Double, burst: Int) {
    let rate = TokenRate(perSecond: perSecond, burst: burst)
    let bucket = TokenBucket()
    #expect(bucket.take(at: MonotonicTime(nanoseconds: 1 << 61), rate).isGranted)
    #expect(bucket.take(at: MonotonicTime(nanoseconds: 0), rate).seconds >= 0)
    #expect(rate.window >= 1)
  }

  @Test(arguments: [(10.0, 20, 2), (10, 25, 3), (0.5, 1, 2), (1000, 1, 1)])
  func `the window is the time to fill`(perSecond: Double, burst: Int, window: Int) {
    #expect(TokenRate(perSecond: perSecond, burst: burst).window == window)
  }
}

struct RateLimiterTests {
  private let now = MonotonicTime(nanoseconds: 0)

  private func limiter(rememberedClients: Int) throws -> RateLimiter {
    var settings = Settings()
    (settings.requestsPerSecond, settings.requestBurst) = (0.001, 2)
    settings.rememberedClients = rememberedClients
    return try #require(RateLimiter(requests: settings))
  }

  private func caller(_ number: Int) -> Caller { .key(String(number)) }

  private func isGranted(_ caller: Caller, by limiter: RateLimiter) -> Bool {
    var limits: HeaderFields?
    do throws(Problem) {
      try limiter.count(caller, at: now, &limits)
      return true
    } catch {
      return false
    }
  }

  @Test func `however many ask, so many are remembered`() throws {
    let limiter = try limiter(rememberedClients: 1600)
    for number in 0..<100_000 {
      #expect(isGranted(caller(number), by: limiter))
      #expect(limiter.clientCount <= 1600)
    }
    #expect(limiter.clientCount >= 800)
  }

  @Test func `who goes on asking is not forgotten`() throws {
    let limiter = try limiter(rememberedClients: 1600)
    #expect((0..<3).map { _ in isGranted(caller(-1), by: limiter) } == [true, true, false])
    for number in 0..<16_000 {
      #expect(isGranted(caller(number), by: limiter))
      if number.isMultiple(of: 40) { #expect(!isGranted(caller(-1), by: limiter)) }
    }
    #expect(isGranted(caller(0), by: limiter), "a forgotten client has a full bucket")
  }

  @Test func `callers have buckets of their own`() throws {
    let limiter = try limiter(rememberedClients: 1600)
    let address = try #require(IPAddress("192.0.2.1"))
    let callers: [Caller] = [.key("192.0.2.1"), .address(address), .key("b")]
    for caller in callers {
      #expect((0..<3).map { _ in isGranted(caller, by: limiter) } == [true, true, false])
    }
  }
}
