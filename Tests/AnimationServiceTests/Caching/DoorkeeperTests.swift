import Testing

@testable import AnimationService

struct DoorkeeperTests {
  @Test func `only who comes again is known`() {
    var doorkeeper = Doorkeeper(remembering: 1024)
    let visits = [1, 2, 1, 1, 0, 0, -7, -7].map { doorkeeper.hasSeen($0 << 32 | 5 &* $0) }
    #expect(visits == [false, false, true, true, false, true, false, true])
  }

  @Test func `a newcomer takes the place of whoever had it`() {
    var doorkeeper = Doorkeeper(remembering: 1)
    let (old, new) = (2 << 32, 4 << 32)
    let visits = [old, new, old, old].map { doorkeeper.hasSeen($0) }
    #expect(visits == [false, false, false, true])
  }

  @Test(arguments: [-1, 0, 1_000_000_000])
  func `its size has bounds`(count: Int) {
    var doorkeeper = Doorkeeper(remembering: count)
    let visits = [false, true].map { _ in doorkeeper.hasSeen(.min) }
    #expect(visits == [false, true])
  }
}
