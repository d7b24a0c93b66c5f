import Testing

@testable import AnimationService

struct StreamLifetimeTests {
  /// A generator that spreads evenly (SplitMix64).
  private struct Even: RandomNumberGenerator {
    var state: UInt64 = 1
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
      return word ^ word >> 31
    }
  }

  @Test func `a life is the limit, give or take a tenth, so that those who came at once do not leave at once`() {
    var random = Even()
    var counts = [Int](repeating: 0, count: 12)
    for _ in 0..<12_000 {
      let life = StreamLifetime.jittered(.seconds(3600), using: &random)
      #expect(life >= .seconds(3240) && life <= .seconds(3960))
      counts[min(Int((life - .seconds(3240)) / .seconds(60)), 11)] += 1
    }
    #expect(counts.allSatisfy { (850...1150).contains($0) })
  }

  @Test func `those who are to come back do so within five seconds, spread`() {
    var random = Even()
    let waits = (0..<1000).compactMap { _ in StreamEnd.lifetime.retryMilliseconds(using: &random) }
    #expect(waits.count == 1000)
    #expect(waits.allSatisfy { (500...5000).contains($0) })
    #expect(Set(waits.map { $0 / 500 }).count >= 9)
    #expect(StreamEnd.finished.retryMilliseconds(using: &random) == nil)
  }
}
