import Testing

@testable import FrameScheduling

/// Frames closer together than the slack: they may leave early, but none for another.
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

  @Test func `what is late is replaced, though more would be early`() {
    var pacer = FramePacer(.uniform(fps: 100, count: 101, end: .seconds(1)), start: .zero)
    pacer.delivered(0, at: .zero)
    #expect(pacer.next(at: .zero + .milliseconds(55), slack: .milliseconds(50)) == .send(5))
    pacer.delivered(5, at: .zero + .milliseconds(55))
    #expect(pacer.framesSkipped == 4)
    #expect(pacer.next(at: .zero + .milliseconds(55), slack: .milliseconds(50)) == .send(6))
  }

  @Test(arguments: [600_000_000_000, 999_999_999_999_999, Int.max])
  func `who comes back to an endless stream beyond all time is served at its pace`(first: Int) {
    var pacer = FramePacer(.endless(fps: 60), first: first, start: .zero)
    guard case .send(let index) = pacer.next(at: .zero) else { return #expect(Bool(false), "nothing is due") }
    pacer.delivered(index, at: .zero)
    guard case .wait(let moment) = pacer.next(at: .zero) else { return #expect(Bool(false), "no pause") }
    #expect(moment >= .zero + .milliseconds(16) && moment <= .zero + .milliseconds(18))
  }
}
