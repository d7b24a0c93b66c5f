import Testing
import SeededNumbers

@testable import Deployment
@testable import Viewers

struct StreamLifetimesTests {
  @Test(arguments: [10, 100, 12_000])
  func `lives are the limit, give or take a tenth, at even distances`(count: Int) {
    var lifetimes = StreamLifetimes(around: .seconds(3600))
    let lives = (0..<count).map { _ in lifetimes.next() }.sorted()
    #expect(lives[0] >= .seconds(3240) && lives[count - 1] <= .seconds(3960))
    let longestGap = zip(lives, lives.dropFirst()).map { $1 - $0 }.max() ?? .zero
    #expect(longestGap <= .seconds(2 * 720.0 / Double(count)))
  }

  @Test func `those who are to come back do so within five seconds, spread`() {
    var random = SeededGenerator(state: 1)
    let waits = (0..<1000).compactMap { _ in StreamEnd.lifetime.retryMilliseconds(using: &random) }
    #expect(waits.count == 1000)
    #expect(waits.allSatisfy { (500...5000).contains($0) })
    #expect(Set(waits.map { $0 / 500 }).count >= 9)
    #expect(StreamEnd.finished.retryMilliseconds(using: &random) == nil)
  }
}
