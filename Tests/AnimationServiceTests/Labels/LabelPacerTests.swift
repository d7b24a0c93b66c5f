import FrameScheduling
import Testing
import TextAnimation

@testable import AnimationService
@testable import LabelStore

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

  @Test func `a start a hundred years from now, or since, is as any other`() {
    let century = Duration.microseconds(StoredLabel.lastMoment)
    var pacer = LabelPacer(second)
    #expect(pacer.take(at: .zero - century) == .zero && pacer.index == 0)
    #expect(pacer.take(at: century) == .seconds(1) && pacer.nextDue == nil)
  }

  @Test(arguments: [-1, 0, 1, StoredLabel.lastMoment - 1_764_000_000_000_000] as [Int64])
  func `a label that starts much later shows its start until then`(later: Int64) throws {
    let service = LabelTestService()
    let start = service.now + later
    let state = #"{"form":1,"parameters":{"duration":2},"from":"1","to":"9","start":\#(start)}"#
    let stored = StoredLabel(name: "a", version: 1, start: start, state: Array(state.utf8))
    let label = try PreparedLabel(stored, in: service.service.context)
    let text = String(decoding: label.text(at: service.now), as: UTF8.self)
    #expect(text == "1\n")
    let changed = label.state.retargeted(
      to: "5", by: label.parameters.change(in: service.service.context, spending: SharedMeter()), at: start)
    #expect(changed.motion.start == start)
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
