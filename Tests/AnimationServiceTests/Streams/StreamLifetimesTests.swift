import Testing

@testable import AnimationService

struct StreamLifetimesTests {
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

  @Test(arguments: [10, 100, 12_000])
  func `lives are the limit, give or take a tenth, at even distances`(count: Int) {
    var lifetimes = StreamLifetimes(around: .seconds(3600))
    let lives = (0..<count).map { _ in lifetimes.next() }.sorted()
    #expect(lives[0] >= .seconds(3240) && lives[count - 1] <= .seconds(3960))
    let longestGap = zip(lives, lives.dropFirst()).map { $1 - $0 }.max() ?? .zero
    #expect(longestGap <= .seconds(2 * 720.0 / Double(count)))
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
