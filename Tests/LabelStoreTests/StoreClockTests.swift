import Synchronization
import Testing

@testable import LabelStore

struct StoreClockTests {
  private static let minute = ClockSteps.patience

  /// A look at some seconds, `offset` microseconds before the other clock, and what is believed then.
  private static func looks(_ looks: [(seconds: Int64, offset: Int64)]) -> [ClockSteps] {
    var steps = ClockSteps(offset: 0)
    return looks.map { look in
      steps.look(look.offset, at: look.seconds * 1_000_000)
      return steps
    }
  }

  @Test(arguments: [1, 1001, minute, -1001, -minute])
  func `a step of a minute at most is followed at once, forward alone by the time of labels`(step: Int64) {
    let steps = Self.looks([(0, 0), (1, step)])[1]
    #expect(steps.wall == step && steps.label == max(step, 0) && steps.doubt == nil)
    let back = Self.looks([(0, 0), (1, step), (2, 0)])[2]
    #expect(back.wall == (step == 1 ? 1 : 0) && back.label == max(step, 0))
  }

  @Test func `a thread that is held up between two looks changes nothing`() {
    #expect(Self.looks([(0, -1), (1, -1000), (2, 0)]).allSatisfy { $0 == ClockSteps(offset: 0) })
  }

  @Test(arguments: [minute + 1, 259_200_000_000, 1_000_000_000_000_000])
  func `a longer step is followed when it has lasted a minute, and not when it is gone before`(step: Int64) {
    let lasting = Self.looks([(1, step), (30, step), (60, step + 5000), (61, step), (62, step)])
    #expect(lasting.map(\.label) == [0, 0, 0, step, step] && lasting.map(\.wall) == [0, 0, 0, step, step])
    #expect(lasting.map { $0.doubt == nil } == [false, false, false, true, true])
    let blink = Self.looks([(1, step), (2, 0), (3, step), (62, step), (63, step)])
    #expect(blink.map(\.label) == [0, 0, 0, 0, step])
    // It is another step each time.
    let wild = Self.looks((1...200).map { ($0, $0 % 2 == 0 ? step : step * 2 + Self.minute) })
    #expect(wild.allSatisfy { $0.label == 0 && $0.wall == 0 })
  }

  @Test func `a long step back is followed by the time of day alone`() {
    var steps = ClockSteps(offset: 100_000_000_000)
    for second in 0...60 as ClosedRange<Int64> { steps.look(0, at: second * 1_000_000) }
    #expect(steps.wall == 0 && steps.label == 100_000_000_000)
  }

  @Test func `a time at which no change may start is not followed, and left at once`() {
    let beyond = StoredLabel.lastMoment + 1
    var steps = ClockSteps(offset: 5)
    for second in 0...200 as ClosedRange<Int64> { steps.look(beyond, at: second * 1_000_000) }
    #expect(steps.wall == 5 && steps.label == 5 && steps.isUsable(at: 200_000_000))
    steps = ClockSteps(offset: beyond)
    #expect(!steps.isUsable(at: 0))
    steps.look(beyond, at: 1_000_000)
    #expect(!steps.isUsable(at: 1_000_000))
    steps.look(7, at: 2_000_000)
    #expect(steps == ClockSteps(offset: 7) && steps.isUsable(at: 2_000_000))
  }

  @Test func `a clock that blinks is told of once, and read alike by all threads`() async throws {
    let time = InventedTime()
    let remarks = Mutex<[String]>([])
    let clock = StoreClock(wall: { time.now + time.shift }, monotonic: { time.now }) { remark in
      remarks.withLock { $0.append(remark) }
    }
    time.shift = 259_200_000_000
    time.now += 1_000_000
    await withTaskGroup { group in
      for _ in 0..<20 {
        group.addTask { for _ in 0..<100 { #expect(clock.now == 2_000_000 && clock.wallTime == 2_000_000) } }
      }
    }
    #expect(
      remarks.withLock { $0 } == ["was set 259200 s forward, which is followed once it has lasted a minute"])
    time.shift = 0
    #expect(clock.now == 2_000_000)
    time.shift = -2000
    #expect(clock.now == 2_000_000 && clock.wallTime == 1_998_000)
  }

  @Test(arguments: StoreKind.local)
  func `while the machine's clock blinks, no label ends and no request is forgotten`(kind: StoreKind) async throws {
    let time = InventedTime()
    let store = try kind.make(clock: time.clock)
    try await store.set("a", expiry: 60_000_000)
    try await store.add(to: "b", key: "k")
    time.shift = 259_200_000_000
    let during = try #require(try await store.set("c"))
    #expect(during.start == LabelTime(microseconds: time.now))
    #expect(try await store.add(to: "b", key: "k").isRepeated)
    #expect(try await store.read("a") != nil)
    time.shift = 0
    time.now += 1_000_000
    #expect(try await store.set("c")?.start == LabelTime(microseconds: time.now))
    #expect(try await store.add(to: "b", key: "k").isRepeated)
    // One that is here to stay.
    time.shift = 259_200_000_000
    _ = store.now
    time.now += Self.minute
    #expect(store.now.microseconds == time.now + time.shift)
    #expect(try await store.read("a") == nil)
    #expect(try await !store.add(to: "b", key: "k").isRepeated)
  }

  @Test func `a store whose clock is beyond all labels refuses changes until that is right`() async throws {
    let time = InventedTime()
    time.shift = 1 << 53
    let store = LocalLabelStore(clock: time.clock)
    await #expect(throws: LabelStoreError.self) { try await store.set("a") }
    #expect(store.trouble?.isLasting == true)
    time.shift = 0
    #expect(try await store.set("a")?.start == LabelTime(microseconds: time.now))
    #expect(store.trouble == nil)
  }
}
