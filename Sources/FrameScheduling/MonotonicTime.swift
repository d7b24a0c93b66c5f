internal import Dispatch
internal import System

/// A moment of the monotonic clock, which neither jumps nor follows the wall clock.
///
/// It is `CLOCK_MONOTONIC`, the clock Dispatch's timers use.
/// Arithmetic saturates at both ends, so that no duration a client asks for can trap.
public struct MonotonicTime: Hashable, Sendable {
  /// Nanoseconds since the clock's own origin, which is only meaningful within one boot.
  public var nanoseconds: Int64

  /// Creates a moment from its distance to the clock's origin.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The only reading of a clock here: everything that decides takes time as a parameter.
  public static var now: MonotonicTime {
    MonotonicTime(nanoseconds: Int64(clamping: Clock.monotonic))
  }
}

extension MonotonicTime: Comparable {
  /// Whether one moment is earlier than another.
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension MonotonicTime {
  /// The moment `duration` later; the nearest one that exists where it would lie beyond the clock.
  public static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    time.advanced(by: duration.wholeNanoseconds)
  }

  /// The moment `duration` earlier; the nearest one that exists where it would lie beyond the clock.
  public static func - (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (difference, overflow) = time.nanoseconds.subtractingReportingOverflow(duration.wholeNanoseconds)
    guard overflow else { return MonotonicTime(nanoseconds: difference) }
    return MonotonicTime(nanoseconds: duration < .zero ? .max : .min)
  }

  /// How much later one moment is than another, negative when it is earlier.
  public static func - (later: MonotonicTime, earlier: MonotonicTime) -> Duration {
    .nanoseconds(later.nanoseconds) - .nanoseconds(earlier.nanoseconds)
  }

  /// The moment so many nanoseconds later, saturating.
  func advanced(by nanoseconds: Int64) -> MonotonicTime {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return MonotonicTime(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
  }

  /// The nanoseconds since an earlier moment, saturating.
  func nanoseconds(since earlier: MonotonicTime) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflow ? (nanoseconds < earlier.nanoseconds ? .min : .max) : difference
  }
}

extension DispatchTime {
  /// The same moment as a deadline for Dispatch; what lies before the boot becomes the boot.
  init(_ time: MonotonicTime) {
    self.init(uptimeNanoseconds: UInt64(max(time.nanoseconds, 1)))
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded toward zero and clamped to what 64 bits hold (292 years).
  var wholeNanoseconds: Int64 {
    let magnitude = attoseconds.magnitude
    // Less than 18 s, as almost all durations here are: a multiplication.
    if magnitude >> 64 == 0 {
      let nanoseconds = Int64(UInt64(truncatingIfNeeded: magnitude) / 1_000_000_000)
      return self < .zero ? -nanoseconds : nanoseconds
    }
    guard magnitude < UInt128(1_000_000_000) << 63 else { return self < .zero ? .min : .max }
    // One hardware division; the library's 128-bit division takes three times as long, several times a frame.
    let nanosecond: UInt64 = 1_000_000_000
    let (quotient, _) = nanosecond.dividingFullWidth(
      (UInt64(magnitude >> 64), UInt64(truncatingIfNeeded: magnitude)))
    return self < .zero ? -Int64(quotient) : Int64(quotient)
  }
}

extension Int64 {
  /// `seconds` in nanoseconds, rounded to the nearest; NaN is zero and what does not fit becomes the nearest that does.
  init(roundingSeconds seconds: Double) {
    let nanoseconds = seconds * 1e9
    // Adding a half and cutting off takes a third of the time of `rounded()`, which is a call into libm.
    self = Int64(clamping: nanoseconds + (nanoseconds < 0 ? -0.5 : 0.5))
  }
}

extension FixedWidthInteger {
  /// The number without its fraction; NaN is zero and what does not fit becomes the nearest that does.
  package init(clamping number: Double) {
    if number >= -0x1p63, number < 0x1p63 {
      self = Self(clamping: Int64(number))
    } else {
      self = number > 0 ? .max : number < 0 ? .min : 0
    }
  }
}
