import FrameScheduling
import Logging
import Synchronization
import TestLog
import Testing

@testable import Deployment
@testable import Viewers

struct OverloadDetectorTests {
  private typealias Totals = OverloadDetector.FrameTotals

  /// A loop that lives through one second after the other.
  private struct Life {
    var detector = OverloadDetector()
    var totals = Totals()
    var now = MonotonicTime(nanoseconds: 7)

    init() { _ = detector.observe(totals, at: now) }

    mutating func second(sent: Int, late: Int = 0, skipped: Int = 0) -> OverloadDetector.Change? {
      totals = totals + Totals(sent: sent, late: late, skipped: skipped)
      now = now + .seconds(1)
      return detector.observe(totals, at: now)
    }
  }

  @Test(arguments: [
    // sent, late, skipped: overloaded?
    (0, 0, 0, false), (6000, 0, 0, false), (5700, 0, 300, false), (5699, 0, 301, true), (6000, 301, 0, true),
    (6000, 300, 0, false), (5900, 201, 100, true), (1, 0, 9, false), (0, 0, 10, true), (60, 9, 0, false),
    (60, 10, 0, true),
  ])
  func `more than a twentieth of a second's frames missed, and at least ten, is overload`(
    sent: Int, late: Int, skipped: Int, isOverloaded: Bool
  ) {
    var life = Life()
    let change = life.second(sent: sent, late: late, skipped: skipped)
    #expect(life.detector.isOverloaded == isOverloaded)
    #expect((change != nil) == isOverloaded)
  }

  @Test func `it is said once, with the figures of the second`() {
    var life = Life()
    let start = life.now
    let change = life.second(sent: 3000, late: 1000, skipped: 1000)
    #expect(
      change
        == .began(
          .init(
            start: start, end: life.now, frames: Totals(sent: 3000, late: 1000, skipped: 1000), worstShare: 0.5)))
    #expect(life.second(sent: 3000, late: 1000, skipped: 1000) == nil)
  }

  @Test func `five calm seconds in a row end it, with the figures of the whole time`() {
    var life = Life()
    let start = life.now
    _ = life.second(sent: 900, skipped: 100)
    _ = life.second(sent: 600, skipped: 400)
    for _ in 0..<4 { #expect(life.second(sent: 1000) == nil) }
    _ = life.second(sent: 980, late: 5, skipped: 20)
    let end = life.now
    for _ in 0..<4 { #expect(life.second(sent: 999, skipped: 1) == nil) }
    #expect(life.detector.isOverloaded)
    #expect(
      life.second(sent: 1000)
        == .ended(
          .init(start: start, end: end, frames: Totals(sent: 2480, late: 5, skipped: 520), worstShare: 0.4)))
    #expect(!life.detector.isOverloaded)
  }

  @Test func `between calm and overloaded nothing changes`() {
    var life = Life()
    for _ in 0..<20 { #expect(life.second(sent: 970, skipped: 30) == nil) }
    #expect(!life.detector.isOverloaded)
    _ = life.second(sent: 900, skipped: 100)
    for _ in 0..<20 { #expect(life.second(sent: 970, skipped: 30) == nil) }
    #expect(life.detector.isOverloaded)
  }

  @Test func `one frame a second keeps no loop overloaded, however few there are`() {
    var life = Life()
    _ = life.second(sent: 0, skipped: 10)
    for _ in 0..<5 { _ = life.second(sent: 10, skipped: 1) }
    #expect(!life.detector.isOverloaded)
    _ = life.second(sent: 0, skipped: 10)
    for _ in 0..<5 { _ = life.second(sent: 10, skipped: 2) }
    #expect(life.detector.isOverloaded)
  }

  @Test func `a loop without streams has recovered`() {
    var life = Life()
    _ = life.second(sent: 0, skipped: 100)
    for _ in 0..<4 { _ = life.second(sent: 0) }
    guard case .ended = life.second(sent: 0) else {
      Issue.record("it did not recover")
      return
    }
  }

  @Test func `it looks at whole seconds, however often it is asked`() {
    var detector = OverloadDetector()
    var now = MonotonicTime(nanoseconds: 0)
    var changes = 0
    for step in 0...40 {
      now = MonotonicTime(nanoseconds: Int64(step) * 50_000_000)
      if detector.observe(Totals(sent: step, late: 0, skipped: step), at: now) != nil { changes += 1 }
      #expect(detector.isOverloaded == (step >= 20))
    }
    #expect(changes == 1)
  }

  @Test func `a loop that stood still is judged by its frames and not by the clock`() {
    var detector = OverloadDetector()
    _ = detector.observe(Totals(), at: MonotonicTime(nanoseconds: 0))
    let change = detector.observe(
      Totals(sent: 60, late: 0, skipped: 600), at: MonotonicTime(nanoseconds: 11_000_000_000))
    #expect(change != nil)
  }
}

struct OverloadWatchTests {
  @Test func `the log and the gauge hear of the beginning and of the end`() {
    let (metrics, lines) = (LoopMetrics(loop: 3), TestLog())
    let watch = OverloadWatch(metrics, Logger(label: "test") { _ in lines })
    watch.look(at: MonotonicTime(nanoseconds: 0))
    for _ in 0..<30 {
      metrics.countFrame(lateness: 60_000_000, skipped: 0, isDelayedByClient: false)
      metrics.countFrame(lateness: 0, skipped: 1, isDelayedByClient: false)
      metrics.countFrame(lateness: 1_000_000_000, skipped: 500, isDelayedByClient: true)
    }
    watch.look(at: MonotonicTime(nanoseconds: 1_000_000_000))
    #expect(metrics.overload.value == 1)
    for second: Int64 in 2...6 { watch.look(at: MonotonicTime(nanoseconds: second * 1_000_000_000)) }
    #expect(metrics.overload.value == 0)
    let figures = "framesLate=30 framesSent=90 framesSkipped=30 loop=3 seconds=1.0 worstPercent=50.0"
    #expect(
      lines.all == [
        "warning overloaded: frames are skipped evenly over all streams \(figures)",
        "notice no longer overloaded \(figures)",
      ])
  }
}
