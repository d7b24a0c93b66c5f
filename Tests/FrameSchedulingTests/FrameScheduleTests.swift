import SeededNumbers
import Testing

@testable import FrameScheduling

@Suite struct FrameScheduleTests {
  @Test func `the earliest deadline surfaces first`() {
    var schedule = FrameSchedule()
    schedule.set(3, due: .milliseconds(30))
    schedule.set(1, due: .milliseconds(10))
    schedule.set(2, due: .milliseconds(20))
    #expect(schedule.earliest == .milliseconds(10))
    #expect(drain(&schedule, at: .milliseconds(25)) == [1, 2])
    #expect(schedule.earliest == .milliseconds(30))
    #expect(schedule.count == 1)
  }

  @Test func `equal deadlines surface in the order they were set`() {
    var schedule = FrameSchedule()
    for stream in 0..<100 { schedule.set(stream, due: .milliseconds(5)) }
    #expect(drain(&schedule, at: .milliseconds(5)) == Array(0..<100))
  }

  @Test func `what is due within the slack surfaces now`() {
    var schedule = FrameSchedule()
    schedule.set(10, due: .milliseconds(10))
    schedule.set(11, due: .milliseconds(11))
    schedule.set(12, due: .milliseconds(12))
    #expect(drain(&schedule, at: .milliseconds(9)) == [])
    #expect(drain(&schedule, at: .milliseconds(10), slack: .milliseconds(1)) == [10, 11])
  }

  @Test func `no more surface at once than are asked for, the earliest first`() {
    var schedule = FrameSchedule()
    for stream in 0..<10 { schedule.set(stream, due: .milliseconds(Int64(10 - stream))) }
    #expect(drain(&schedule, at: .milliseconds(100), atMost: 4) == [9, 8, 7, 6])
    #expect(schedule.count == 6)
    schedule.set(9, due: .milliseconds(50))
    #expect(drain(&schedule, at: .milliseconds(100)) == [5, 4, 3, 2, 1, 0, 9])
  }

  @Test func `a stream has one deadline however often it moves`() {
    var schedule = FrameSchedule()
    schedule.set(0, due: .milliseconds(10))
    schedule.set(1, due: .milliseconds(15))
    schedule.set(0, due: .milliseconds(20))
    #expect(schedule.earliest == .milliseconds(15))
    schedule.set(0, due: .milliseconds(5))
    #expect(schedule.earliest == .milliseconds(5))
    #expect(drain(&schedule, at: .milliseconds(100)) == [0, 1])
    #expect(schedule.count == 0)
    #expect(schedule.earliest == nil)
  }

  @Test func `a removed stream does not surface`() {
    var schedule = FrameSchedule()
    for stream in 0...2 { schedule.set(stream, due: .zero) }
    schedule.remove(0)
    schedule.remove(2)
    schedule.remove(9)
    #expect(schedule.count == 1)
    #expect(drain(&schedule, at: .zero) == [1])
  }

  @Test func `it agrees with a sorted list under random moves`() {
    var (schedule, list) = (FrameSchedule(), [Int: Int64]())
    var random = SeededGenerator(state: 7)
    for _ in 0..<5_000 {
      let stream = Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        schedule.remove(stream)
        list[stream] = nil
      case 1:
        let first = drain(&schedule, at: .milliseconds(500), atMost: 1).first
        #expect(first.flatMap { list[$0] } == list.values.min().flatMap { $0 <= 500 ? $0 : nil })
        if let first { list[first] = nil }
      default:
        let due = Int64.random(in: 0..<1_000, using: &random)
        schedule.set(stream, due: .milliseconds(due))
        list[stream] = due
      }
      #expect(schedule.earliest == list.values.min().map { .milliseconds($0) })
      #expect(schedule.count == list.count)
    }
  }

  @Test func `an overloaded machine skips evenly over all streams`() {
    var (schedule, now) = (FrameSchedule(), MonotonicTime.zero)
    var random = SeededGenerator(state: 1)
    // 200 streams × 60 fps are offered where a send takes 200 µs, so 5,000 of 12,000 frames a second can leave.
    var pacers = (0..<200).map { _ in
      FramePacer(
        .one(.endless(fps: 60)), start: MonotonicTime(nanoseconds: Int64.random(in: 0..<16_666_666, using: &random)))
    }
    for stream in pacers.indices { schedule.set(stream, due: pacers[stream].nextDue) }
    while now < .milliseconds(4_000) {
      guard let stream = drain(&schedule, at: now, atMost: 1).first else {
        now = schedule.earliest ?? now
        continue
      }
      if case .send = pacers[stream].next(at: now) {
        now = now + .microseconds(200)
        pacers[stream].delivered(1, at: now)
      }
      schedule.set(stream, due: max(pacers[stream].nextDue, now))
    }
    let sent = pacers.map(\.framesSent)
    let (fewest, most) = (sent.min() ?? 0, sent.max() ?? 0)
    #expect(sent.reduce(0, +) >= 19_900)
    #expect(fewest >= 95)
    #expect(most - fewest <= 5)
  }

  private func drain(
    _ schedule: inout FrameSchedule, at now: MonotonicTime, slack: Duration = .zero, atMost limit: Int = .max
  ) -> [Int] {
    var streams: [Int] = []
    while streams.count < limit, let stream = schedule.first(dueBy: now + slack) {
      streams.append(stream)
      schedule.remove(stream)
    }
    return streams
  }
}
