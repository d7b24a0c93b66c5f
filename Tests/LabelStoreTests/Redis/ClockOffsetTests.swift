import Testing

@testable import LabelStore

struct ClockOffsetTests {
  @Test func `the answer that came back soonest says it, for a minute`() {
    var offset = ClockOffset()
    #expect(offset.measured == nil && offset.uncertainty == nil)
    _ = offset.add(remote: 5_000_000, sent: 1000, received: 3000)
    #expect(offset.measured == 4_998_000 && offset.applied == 4_998_000)
    _ = offset.add(remote: 6_000_100, sent: 1_001_000, received: 1_001_200)
    #expect(offset.measured == 4_999_000 && offset.uncertainty == 100)
    // It took longer, so it says less.
    _ = offset.add(remote: 7_900_000, sent: 2_000_000, received: 2_500_000)
    #expect(offset.measured == 4_999_000)
    _ = offset.add(remote: 67_000_000, sent: 62_000_000, received: 62_004_000)
    #expect(offset.measured == 4_998_000 && offset.uncertainty == 2000)
  }

  @Test func `the clock runs faster or slower until it is right`() {
    var offset = ClockOffset()
    _ = offset.add(remote: 1_000_000, sent: 0, received: 1000)
    _ = offset.add(remote: 1_009_600, sent: 10_000, received: 10_200)
    #expect(offset.measured == 999_500)
    offset.forget()
    #expect(offset.measured == nil && !offset.isSlewing)
    _ = offset.add(remote: 1_029_600, sent: 20_000, received: 20_200)
    #expect(offset.measured == 1_009_500 && offset.isSlewing)
    offset.step(at: 40_000)
    #expect(offset.applied == 1_001_450)
    offset.step(at: 10_000_000)
    #expect(offset.applied == 1_009_500 && !offset.isSlewing)
    offset.forget()
    _ = offset.add(remote: 11_000_100, sent: 10_000_000, received: 10_000_200)
    offset.step(at: 10_100_000)
    #expect(offset.applied == 1_004_500)
  }

  @Test func `a clock that is far behind jumps, and one that is far ahead does not go back`() {
    var offset = ClockOffset()
    _ = offset.add(remote: 1_000_000, sent: 0, received: 0)
    offset.forget()
    _ = offset.add(remote: 9_000_000, sent: 1000, received: 1000)
    offset.step(at: 2000)
    #expect(offset.applied == 8_999_000)
    offset.forget()
    _ = offset.add(remote: 1_000_000, sent: 3000, received: 3000)
    offset.step(at: 23_000)
    #expect(offset.applied == 8_997_950)
  }

  @Test(arguments: [259_200_000_000, -259_200_000_000] as [Int64])
  func `a clock that is set a long way is followed when that has lasted a minute`(step: Int64) {
    var offset = ClockOffset()
    let isFirst = offset.add(remote: 1_000_000, sent: 0, received: 0)
    #expect(isFirst)
    func says(_ shift: Int64, at second: Int64, within: Int64 = 0) -> Bool {
      offset.add(
        remote: 1_000_000 + shift + second * 1_000_000, sent: second * 1_000_000 - within,
        received: second * 1_000_000 + within)
    }
    #expect(!says(step, at: 1) && offset.measured == 1_000_000 && offset.doubt?.step == step)
    #expect(!says(0, at: 2) && offset.doubt == nil)
    for second in 3...62 as ClosedRange<Int64> { #expect(!says(step, at: second)) }
    offset.step(at: 62_500_000)
    #expect(offset.applied == 1_000_000)
    #expect(says(step, at: 63) && offset.applied == 1_000_000 + step && offset.measured == offset.applied)
  }

  @Test func `the clock never goes back, whatever is measured`() {
    let time = InventedTime()
    let clock = RedisClock(wall: { 90_000_000 }, monotonic: { time.now })
    #expect(clock.now == 90_000_000)
    // Before Redis has answered, nobody has seen a label.
    #expect(!clock.take(remote: 5_000_000, sent: time.now))
    #expect(clock.now == 5_000_000)
    clock.forget()
    #expect(clock.take(remote: 4_000_000, sent: time.now))
    var last = clock.now
    for _ in 0..<1000 {
      time.now += 1000
      _ = clock.step()
      #expect(clock.now > last)
      last = clock.now
    }
    #expect(clock.now == 5_950_000)
  }
}
