import Glibc

/// The system's clocks, some 25 ns a look.
package enum Clock {
  /// Nanoseconds from some moment on, never set back.
  package static var monotonic: UInt64 {
    let time = read(CLOCK_MONOTONIC)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Microseconds since 1970, which whoever looks after the machine may set forward and back.
  package static var wallMicroseconds: Int64 {
    let time = wall
    return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1000
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return time
  }

  fileprivate static var wall: timespec { read(CLOCK_REALTIME) }
}

extension Timestamp {
  /// This moment, by the system's clock.
  public static var now: Timestamp {
    let time = Clock.wall
    return Timestamp(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
  }
}
