import FrameScheduling
import Testing

/// What a scheduler is told after a full socket has taken a frame.
struct NextDueTests {
  private let times = FrameTimes.table([.zero, .milliseconds(100), .milliseconds(200)])

  @Test func `after a frame that had to wait the next one is due in its own time`() {
    var pacer = FramePacer(times, start: .zero)
    #expect(pacer.next(at: .zero) == .send(0))
    pacer.refused(0, at: .zero)
    #expect(pacer.nextDue == .milliseconds(50))
    #expect(pacer.next(at: .milliseconds(50)) == .send(0))
    pacer.delivered(0, at: .milliseconds(50))
    #expect(pacer.nextDue == .milliseconds(100))
  }

  @Test func `it is so for several tracks as well`() {
    var pacer = TimelinePacer(Timeline([.init(times), .init(times)]), start: .zero)
    #expect(pacer.next(at: .zero) == .send)
    pacer.refused(at: .zero)
    #expect(pacer.nextDue == .milliseconds(50))
    #expect(pacer.next(at: .milliseconds(50)) == .send)
    pacer.delivered(2, at: .milliseconds(50))
    #expect(pacer.nextDue == .milliseconds(100))
  }
}
