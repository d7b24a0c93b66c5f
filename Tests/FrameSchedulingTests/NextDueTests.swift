import FrameScheduling
import Testing

/// What a scheduler is told after a full socket has taken a frame.
struct NextDueTests {
  private static let track = Timeline.Track(.table([.zero, .milliseconds(100), .milliseconds(200)]))

  @Test(arguments: [1, 2])
  func `after a frame that had to wait the next one is due in its own time`(tracks: Int) {
    var pacer = FramePacer(Timeline(Array(repeating: Self.track, count: tracks)), start: .zero)
    #expect(pacer.next(at: .zero) == .send)
    pacer.refused(at: .zero)
    #expect(pacer.nextDue == .milliseconds(50))
    #expect(pacer.next(at: .milliseconds(50)) == .send)
    pacer.delivered(tracks, at: .milliseconds(50))
    #expect(pacer.nextDue == .milliseconds(100))
  }
}
