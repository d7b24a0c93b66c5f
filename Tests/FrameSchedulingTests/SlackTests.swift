import Testing

@testable import FrameScheduling

/// Frames closer together than the slack: they may leave early, but none for another that is on time.
struct SlackTests {
  private static let shapes: [(FrameTimes, slack: Duration)] = [
    (.uniform(fps: 240, count: 241, end: .seconds(1)), .milliseconds(10)),
    (.uniform(fps: 60, count: 13, end: .milliseconds(200)), .milliseconds(50)),
    (.uniform(fps: 60, count: 13, end: .milliseconds(200)), .milliseconds(100)),
    (.table((0..<500).map { .microseconds(250 * $0) }), .milliseconds(1)),
    (.table([.zero, .nanoseconds(2)]), .milliseconds(1)),
  ]

  @Test(arguments: shapes, [1, 2])
  func `what is early replaces nothing`(shape: (times: FrameTimes, slack: Duration), tracks: Int) {
    let tracks: [Timeline.Track] = [.init(shape.times), .init(shape.times, delay: .milliseconds(3))].suffix(tracks)
    let timeline = Timeline(tracks)
    var pacer = FramePacer(timeline, start: .zero, slack: shape.slack)
    var now = MonotonicTime.zero
    var sent: [Timeline.Frame] = []
    play: while true {
      switch pacer.next(at: now) {
      case .send:
        #expect(pacer.batch.allSatisfy { $0.due <= now + shape.slack })
        sent += pacer.batch.map(\.frame)
        pacer.delivered(pacer.batch.count, at: now)
      case .wait(let moment):
        #expect(moment > now + shape.slack)
        now = moment
      case .heartbeat: break
      case .end: break play
      }
    }
    #expect(sent == Array(timeline))
    #expect(pacer.framesSkipped == 0)
  }

  private static let second = FrameTimes.uniform(fps: 100, count: 101, end: .seconds(1))

  /// The frames, each with its track and index, that leave together so long after the start and a first frame.
  private static func late(
    by delay: Duration, slack: Duration, sent: Int = 0, beside other: FrameTimes? = nil
  ) -> [[Int]] {
    let tracks = [second, other].compactMap { $0.map { Timeline.Track($0) } }
    var pacer = FramePacer(Timeline(tracks), start: .zero, slack: slack)
    _ = pacer.next(at: .zero + .milliseconds(10 * sent))
    pacer.delivered(pacer.batch.count, at: .zero + .milliseconds(10 * sent))
    guard pacer.next(at: .zero + delay) == .send else { return [] }
    return pacer.batch.map { [$0.frame.track, $0.frame.index] }
  }

  @Test func `what is later than the slack gives way to the next one, early as that is`() {
    #expect(Self.late(by: .microseconds(59_100), slack: .milliseconds(1)) == [[0, 6]])
    #expect(Self.late(by: .microseconds(59_100), slack: .milliseconds(1), sent: 4) == [[0, 6]])
    #expect(Self.late(by: .microseconds(1_009_100), slack: .milliseconds(1)) == [[0, 100]])
  }

  @Test func `what is late by less is sent, though more would be early`() {
    #expect(Self.late(by: .microseconds(58_900), slack: .milliseconds(1)) == [[0, 5]])
    #expect(Self.late(by: .milliseconds(55), slack: .milliseconds(50)) == [[0, 5]])
    #expect(Self.late(by: .microseconds(59_100), slack: .milliseconds(50), sent: 5) == [[0, 6]])
  }

  @Test func `it does not give way where another track has a frame between, at one moment or before`() {
    let slack = Duration.milliseconds(1)
    let early = FrameTimes.table([.zero, .microseconds(59_500)])
    #expect(Self.late(by: .microseconds(59_100), slack: slack, beside: early) == [[0, 5], [1, 1]])
    #expect(Self.late(by: .microseconds(59_100), slack: slack, beside: .table([.zero])) == [[0, 6]])
    #expect(Self.late(by: .microseconds(59_100), slack: slack, beside: Self.second) == [[0, 5], [1, 5]])
  }

  @Test func `frames that gave way count as skipped`() {
    let now = MonotonicTime.zero + .microseconds(59_100)
    var pacer = FramePacer(.one(Self.second), start: .zero, slack: .milliseconds(1))
    #expect(pacer.next(at: now) == .send)
    #expect(
      pacer.batch == [
        .init(
          frame: .init(track: 0, index: 6), position: 6, due: .zero + .milliseconds(60), skipped: 6,
          followerDue: 70_000_000)
      ])
    pacer.delivered(1, at: now)
    #expect(pacer.framesSkipped == 6)
    #expect(pacer.next(at: now) == .wait(until: .zero + .milliseconds(70)))
  }

  @Test func `nobody who wants late frames loses one`() {
    var pacer = FramePacer(.one(Self.second), start: .zero, slack: .milliseconds(1), late: .send)
    #expect(pacer.next(at: .zero + .microseconds(59_100)) == .send)
    #expect(pacer.batch.map(\.frame.index) == [0])
  }

  @Test(arguments: [600_000_000_000, 999_999_999_999_999, Int.max])
  func `who comes back to an endless stream beyond all time is served at its pace`(first: Int) {
    var pacer = FramePacer(.one(.endless(fps: 60)), first: first, start: .zero)
    guard case .send = pacer.next(at: .zero) else { return #expect(Bool(false), "nothing is due") }
    pacer.delivered(1, at: .zero)
    guard case .wait(let moment) = pacer.next(at: .zero) else { return #expect(Bool(false), "no pause") }
    #expect(moment >= .zero + .milliseconds(16) && moment <= .zero + .milliseconds(18))
  }

  @Test(arguments: [9_223_372_035, 600_000_000_000, 999_999_999_999_999, Int.max])
  func `nor is a timeline's pace lost`(first: Int) {
    let timeline = Timeline([.init(.endless(fps: 1)), .init(.table([.zero, .seconds(1)]))])
    var pacer = FramePacer(timeline, first: first, start: .zero)
    guard case .send = pacer.next(at: .zero) else { return #expect(Bool(false), "nothing is due") }
    pacer.delivered(pacer.batch.count, at: .zero)
    guard case .wait(let moment) = pacer.next(at: .zero) else { return #expect(Bool(false), "no pause") }
    #expect(moment >= .zero + .milliseconds(900) && moment <= .zero + .milliseconds(1_100))
  }
}
