import FrameScheduling

extension MonotonicTime {
  static let zero = MonotonicTime(nanoseconds: 0)

  static func milliseconds(_ count: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: count * 1_000_000)
  }
}

extension Timeline {
  static func one(_ times: FrameTimes, delay: Duration = .zero) -> Timeline {
    Timeline([Track(times, delay: delay)])
  }
}
