import Testing

@testable import MicroHTTP

/// Moments are invented.
@Suite struct LoopPolicyTests {
  private let milliseconds: UInt64 = 1_000_000

  // MARK: - Staying on the queue

  @Test func `a loop waits for what is due, and no longer than it may stay`() {
    var policy = LoopPolicy()
    policy.beginPolling(at: 1_000)
    let end = 1_000 + LoopPolicy.longestPolling
    #expect(policy.wait(at: 1_000, deadline: .max, hasMore: false) == LoopPolicy.longestPolling)
    #expect(policy.wait(at: end - 7, deadline: .max, hasMore: false) == 7)
    #expect(policy.wait(at: 2_000, deadline: 2_500, hasMore: false) == 500)
  }

  @Test(arguments: [0, 1_999, 2_000] as [UInt64])
  func `a loop looks at its sockets without waiting where something is overdue`(deadline: UInt64) {
    var policy = LoopPolicy()
    policy.beginPolling(at: 1_000)
    #expect(policy.wait(at: 2_000, deadline: deadline, hasMore: false) == 0)
    #expect(policy.wait(at: 2_000, deadline: .max, hasMore: true) == 0)
  }

  @Test func `a loop leaves its queue in time, however much there is to do`() {
    var policy = LoopPolicy()
    policy.beginPolling(at: 1_000)
    let end = 1_000 + LoopPolicy.longestPolling
    #expect(policy.wait(at: end, deadline: .max, hasMore: false) == nil)
    #expect(policy.wait(at: end + 1, deadline: end, hasMore: true) == nil)
  }

  // MARK: - Running libmicrohttpd

  @Test func `runs without progress come at once, then more and more seldom`() {
    var policy = LoopPolicy()
    let limit = UInt64(LoopPolicy.fruitlessRunLimit)
    for moment in 1...limit {
      #expect(policy.nextRun <= moment)
      policy.beginRun(at: moment)
    }
    #expect(policy.nextRun == limit + LoopPolicy.fruitlessRunPause)
    for _ in 0..<100 { policy.beginRun(at: 5_000_000) }
    #expect(policy.nextRun == 5_000_000 + 16 * LoopPolicy.fruitlessRunPause)
  }

  @Test func `progress has runs come at once again, but only some while others are known to be in vain`() {
    var policy = LoopPolicy()
    for moment in 1...100 as ClosedRange<UInt64> { policy.beginRun(at: moment) }
    #expect(policy.isSpinning)
    policy.noteProgress()
    for _ in 0..<LoopPolicy.spinningRunLimit {
      #expect(policy.nextRun == 0)
      policy.beginRun(at: 101)
    }
    #expect(policy.nextRun == 101 + LoopPolicy.fruitlessRunPause)
    policy.noteProgress()
    policy.noteQuiet()
    #expect(policy.nextRun == 0)
    #expect(!policy.isSpinning)
  }

  // MARK: - Returning connections

  @Test func `the first return waits for nothing, nor does one long after the last`() {
    var policy = LoopPolicy()
    #expect(policy.nextReturn(connections: 10_000) <= 50_000_000)
    policy.noteReturn(at: 50_000_000)
    #expect(policy.nextReturn(connections: 10_000) <= 60_000_000)
  }

  @Test(arguments: [0, 1, 1_000, 10_000])
  func `the time between two returns grows with the number of connections`(connections: Int) {
    var policy = LoopPolicy()
    policy.noteReturn(at: 50_000_000)
    #expect(policy.nextReturn(connections: connections) == 50_000_000 + UInt64(connections) * LoopPolicy.returnInterval)
  }

  // MARK: - Timed work

  @Test(
    arguments: [(0, 1, 1), (2, 1, 1), (10, 4, 1), (39, 4, 1), (40, 16, 16), (1000, 16, 16)] as [(UInt64, Int, Int)])
  func `late work has more ticks before the sockets have their turn`(
    lateness: UInt64, betweenTurns: Int, amidTurn: Int
  ) {
    #expect(LoopPolicy.ticks(lateness: lateness * milliseconds, isAmidTurn: false) == betweenTurns)
    #expect(LoopPolicy.ticks(lateness: lateness * milliseconds, isAmidTurn: true) == amidTurn)
  }
}
