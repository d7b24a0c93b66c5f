import FrameScheduling
import Testing

@testable import AnimationService

struct LabelPacerTests {
  private let second = FrameTimes.uniform(fps: 10, count: 11, end: .seconds(1))

  @Test func `each frame is taken once, when its time has come`() {
    var pacer = LabelPacer(second)
    var frames: [Int] = []
    for millisecond in 0...2000 {
      let elapsed = Duration.milliseconds(millisecond)
      let next = pacer.nextDue
      if let due = pacer.take(at: elapsed) {
        #expect(due == elapsed && due == next)
        frames.append(pacer.index ?? -1)
      } else {
        #expect(next.map { elapsed < $0 } ?? true)
      }
    }
    #expect(frames == Array(0...10))
    #expect(pacer.nextDue == nil)
  }

  @Test func `who comes late gets the newest frame alone`() {
    var pacer = LabelPacer(second)
    #expect(pacer.take(at: .milliseconds(555)) == .milliseconds(500))
    #expect(pacer.index == 5)
    #expect(pacer.take(at: .milliseconds(599)) == nil)
    #expect(pacer.take(at: .seconds(3600)) == .seconds(1))
    #expect(pacer.index == 10)
  }

  @Test func `before the start there is the first frame`() {
    var pacer = LabelPacer(second)
    #expect(pacer.take(at: .milliseconds(-50)) == .zero)
    #expect(pacer.index == 0)
    #expect(pacer.nextDue == .milliseconds(100))
  }

  @Test func `a label that came with its target has one frame`() {
    var pacer = LabelPacer(.uniform(fps: 60, count: 1, end: .zero))
    #expect(pacer.take(at: .seconds(9)) == .zero)
    #expect(pacer.nextDue == nil)
  }

  @Test(arguments: ["", "7", "7:", ":7", "7:a", "-1:2", "7:1:2", "7:1234567890123456", " 7:1", "+7:1", "donations:7:1"])
  func `what is no position is none`(text: String) {
    #expect(LabelPosition(text) == nil)
  }

  @Test func `a position is a version and a frame`() {
    #expect(LabelPosition("7:12") == LabelPosition(version: 7, frame: 12))
    #expect(LabelPosition(nil) == nil)
  }
}
