import FrameScheduling
import Testing

/// Frames closer together than the slack: they may leave early, but none for another that is on time.
struct SlackTests {
  private static let shapes: [(FrameTimes, slack: Duration)] = [
    (.uniform(fps: 240, count: 241, end: .seconds(1)), .milliseconds(10)),
    (.uniform(fps: 60, count: 13, end: .milliseconds(200)), .milliseconds(50)),
    (.uniform(fps: 60, count: 13, end: .milliseconds(200)), .milliseconds(100)),
    (.table((0..<500).map { .microseconds(250 * $0) }), .milliseconds(1)),
    (.table([.zero, .nanoseconds(2)]), .milliseconds(1)),
  ]

  @Test(arguments: shapes)
  func `what is early replaces nothing`(times: FrameTimes, slack: Duration) {
    var pacer = FramePacer(times, start: .zero)
    var now = MonotonicTime.zero
    var sent: [Int] = []
    play: while true {
      switch pacer.next(at: now, slack: slack) {
      case .send(let index):
        #expect(pacer.due(index) <= now + slack)
        sent.append(index)
        pacer.delivered(index, at: now)
      case .wait(let moment):
        #expect(moment > now + slack)
        now = moment
      case .heartbeat: break
      case .end: break play
      }
    }
    #expect(sent == Array(0..<(times.count ?? 0)))
    #expect(pacer.framesSkipped == 0)
  }

  @Test(arguments: shapes)
  func `nor does it on a timeline`(times: FrameTimes, slack: Duration) {
    let timeline = Timeline([.init(times), .init(times, delay: .milliseconds(3))])
    var pacer = TimelinePacer(timeline, start: .zero)
    var now = MonotonicTime.zero
    var sent: [Timeline.Frame] = []
    play: while true {
      switch pacer.next(at: now, slack: slack) {
      case .send:
        sent += pacer.batch.map(\.frame)
        pacer.delivered(pacer.batch.count, at: now)
      case .wait(let moment):
        #expect(moment > now + slack)
        now = moment
      case .heartbeat: break
      case .end: break play
      }
    }
    #expect(sent == Array(timeline))
    #expect(pacer.framesSkipped == 0)
  }

  private static func late(by delay: Duration, slack: Duration, sent: Int = 0) -> FramePacer.Step {
    var pacer = FramePacer(.uniform(fps: 100, count: 101, end: .seconds(1)), start: .zero)
    pacer.delivered(sent, at: .zero)
    return pacer.next(at: .zero + delay, slack: slack)
  }

  @Test func `what is later than the slack gives way to the next one, early as that is`() {
    #expect(Self.late(by: .microseconds(59_100), slack: .milliseconds(1)) == .send(6))
    #expect(Self.late(by: .microseconds(59_100), slack: .milliseconds(1), sent: 4) == .send(6))
    #expect(Self.late(by: .microseconds(1_009_100), slack: .milliseconds(1)) == .send(100))
  }

  @Test func `what is late by less is sent, though more would be early`() {
    #expect(Self.late(by: .microseconds(58_900), slack: .milliseconds(1)) == .send(5))
    #expect(Self.late(by: .milliseconds(55), slack: .milliseconds(50)) == .send(5))
    #expect(Self.late(by: .microseconds(59_100), slack: .milliseconds(50), sent: 5) == .send(6))
  }

  @Test func `frames that gave way count as skipped`() {
    var pacer = FramePacer(.uniform(fps: 100, count: 101, end: .seconds(1)), start: .zero)
    #expect(pacer.next(at: .zero + .microseconds(59_100), slack: .milliseconds(1)) == .send(6))
    let report = pacer.delivered(6, at: .zero + .microseconds(59_100))
    #expect(report == (due: .zero + .milliseconds(60), skipped: 6))
    #expect(
      pacer.next(at: .zero + .microseconds(59_100), slack: .milliseconds(1)) == .wait(until: .zero + .milliseconds(70)))
  }

  @Test func `nobody who wants late frames loses one`() {
    var pacer = FramePacer(.uniform(fps: 100, count: 101, end: .seconds(1)), start: .zero, late: .send)
    #expect(pacer.next(at: .zero + .microseconds(59_100), slack: .milliseconds(1)) == .send(0))
  }

  @Test(arguments: [600_000_000_000, 999_999_999_999_999, Int.max])
  func `who comes back to an endless stream beyond all time is served at its pace`(first: Int) {
    var pacer = FramePacer(.endless(fps: 60), first: first, start: .zero)
    guard case .send(let index) = pacer.next(at: .zero) else { return #expect(Bool(false), "nothing is due") }
    pacer.delivered(index, at: .zero)
    guard case .wait(let moment) = pacer.next(at: .zero) else { return #expect(Bool(false), "no pause") }
    #expect(moment >= .zero + .milliseconds(16) && moment <= .zero + .milliseconds(18))
  }

  @Test(arguments: [9_223_372_035, 600_000_000_000, 999_999_999_999_999, Int.max])
  func `nor is a timeline's pace lost`(first: Int) {
    let timeline = Timeline([.init(.endless(fps: 1)), .init(.table([.zero, .seconds(1)]))])
    var pacer = TimelinePacer(timeline, first: first, start: .zero)
    guard case .send = pacer.next(at: .zero) else { return #expect(Bool(false), "nothing is due") }
    pacer.delivered(pacer.batch.count, at: .zero)
    guard case .wait(let moment) = pacer.next(at: .zero) else { return #expect(Bool(false), "no pause") }
    #expect(moment >= .zero + .milliseconds(900) && moment <= .zero + .milliseconds(1_100))
  }
}
