import Testing

@testable import FrameScheduling

@Suite struct MonotonicTimeTests {
  @Test func `the clock does not go backwards`() {
    let earlier = MonotonicTime.now
    #expect(earlier <= .now)
    #expect(earlier.nanoseconds > 0)
  }

  @Test func `a difference is what was added`() {
    let start = MonotonicTime(nanoseconds: 1_000)
    #expect((start + .milliseconds(5)) - start == .milliseconds(5))
    #expect(start - (start + .milliseconds(5)) == .milliseconds(-5))
    #expect(start + .nanoseconds(7) - .nanoseconds(7) == start)
  }

  @Test(
    arguments: [
      (.seconds(Int64.max), .max),
      (.seconds(Int64.min), .min),
      (.seconds(9_223_372_036), 9_223_372_036_000_000_000),
      (.seconds(9_223_372_037), .max),
      (.seconds(-9_223_372_037), .min),
      (Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999), 1),
    ] as [(Duration, Int64)])
  func `a duration saturates`(duration: Duration, nanoseconds: Int64) {
    #expect(duration.wholeNanoseconds == nanoseconds)
  }

  @Test func `a moment saturates at both ends of the clock`() {
    let (first, last) = (MonotonicTime(nanoseconds: .min), MonotonicTime(nanoseconds: .max))
    #expect(last + .seconds(1) == last)
    #expect(last - .seconds(-1) == last)
    #expect(first - .seconds(1) == first)
    #expect(first + .seconds(-1) == first)
    #expect(last - first == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
  }

  @Test(arguments: [
    (0.5, Duration.milliseconds(500)), (1 / 3.0, .nanoseconds(333_333_333)), (.nan, .zero),
    (.infinity, .nanoseconds(Int64.max)), (-.infinity, .nanoseconds(Int64.min)), (1e300, .nanoseconds(Int64.max)),
  ])
  func `seconds of any size become nanoseconds`(seconds: Double, duration: Duration) {
    #expect(.nanoseconds(Int64(roundingSeconds: seconds)) == duration)
  }
}
