import Testing

@testable import MicroHTTP

/// Ticks are invented, one a second.
struct ReadingPaceTests {
  private func limits(_ rate: Int) -> ConnectionTimeouts {
    var configuration = HTTPServer.Configuration()
    configuration.stalledWriteTimeout = .seconds(10)
    configuration.minimumReadRate = rate
    return ConnectionTimeouts(configuration)
  }

  /// The first tick at which a client is too slow that has taken so many bytes at each.
  private func end(rate: Int, within ticks: Int = 100, _ count: (Int) -> UInt64) -> Int? {
    var pace = ReadingPace(at: 0, count: count(0))
    return (1...ticks).first { pace.isTooSlow(at: $0, count: count($0), limits: limits(rate)) }
  }

  @Test func `who takes nothing is too slow once the time of a stalled write is over, whatever the rate`() {
    for rate in [0, 240] { #expect(end(rate: rate) { _ in 5_000 } == 11) }
    #expect(end(rate: 0) { UInt64(min($0, 37)) } == 48)
  }

  @Test func `who takes less than the rate is too slow, and who takes as much is not`() {
    #expect(end(rate: 240) { UInt64($0) * 100 } == 11)
    #expect(end(rate: 240) { UInt64($0) * 240 } == nil)
    #expect(end(rate: 0) { UInt64($0) } == nil)
  }

  @Test func `a pause shorter than the time is made good by what was taken before and after`() {
    #expect(end(rate: 240) { UInt64($0 / 8) * 5_000 } == nil)
  }

  @Test func `who becomes slow is noticed in the next window`() {
    #expect(end(rate: 240) { UInt64(min($0, 11)) * 10_000 + UInt64($0) } == 22)
  }
}
