import Testing

@testable import LabelStore

struct StoreClockTests {
  @Test func `it follows the time of day forward, and not back`() {
    let (wall, monotonic) = (InventedTime(), InventedTime())
    (wall.now, monotonic.now) = (5000, 100)
    let clock = StoreClock(wall: { wall.now }, monotonic: { monotonic.now })
    func pass(_ time: Int64, by day: Int64) -> Int64 {
      wall.now += day
      monotonic.now += time
      return clock.now
    }
    #expect(pass(0, by: 0) == 5000)
    #expect(pass(10, by: 10) == 5010)
    #expect(pass(10, by: 1010) == 6020)
    #expect(pass(10, by: -3000) == 6030)
    #expect(pass(10, by: 10) == 6040)
    clock.advance(to: 7000)
    #expect(pass(10, by: 10) == 7010)
    clock.advance(to: 50)
    #expect(pass(0, by: 0) == 7010)
  }
}
