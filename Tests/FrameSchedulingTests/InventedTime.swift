import FrameScheduling

extension MonotonicTime {
  static let zero = MonotonicTime(nanoseconds: 0)

  static func milliseconds(_ count: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: count * 1_000_000)
  }
}
