import Glibc

/// The system's clocks, some 25 ns a look.
package enum Clock {
  /// Nanoseconds from some moment on, never set back.
  package static var monotonic: UInt64 {
    let time = read(CLOCK_MONOTONIC)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Nanoseconds since this machine began, while it slept as well; never set back.
  package static var sinceBoot: UInt64 {
    let time = read(CLOCK_BOOTTIME)
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
  package static var now: Timestamp {
    let time = Clock.wall
    return Timestamp(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
  }
}

/// A moment of UTC to the millisecond, as logs and `Date` fields write it.
package struct Timestamp: Equatable, Sendable {
  /// Since 1970-01-01T00:00:00Z, leap seconds left out.
  package var milliseconds: Int

  package init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }
}

extension Timestamp {
  /// The seconds since 1970, rounded down.
  package var seconds: Int { Self.floor(milliseconds, 1000).quotient }

  package var calendar: Calendar { Calendar(seconds: seconds) }

  package struct Calendar: Equatable, Sendable {
    package var year: Int
    /// 1 is January.
    package var month: Int
    /// From 1.
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int
    /// 0 is Sunday.
    package var weekday: Int
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`: IMF-fixdate of RFC 9110 section 5.6.7.
  package var httpDate: String {
    let date = calendar
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(weekdays[date.weekday]), \(two(date.day)) \(months[date.month - 1]) \(date.year)"
    return "\(day) \(two(date.hour)):\(two(date.minute)):\(two(date.second)) GMT"
  }

  fileprivate static func floor(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension Timestamp.Calendar {
  /// Counts years from March, so that the leap day ends one, in cycles of 400 years or 146,097 days.
  fileprivate init(seconds: Int) {
    let (days, time) = Timestamp.floor(seconds, 86_400)
    let (cycle, cycleDay) = Timestamp.floor(days + 719_468, 146_097)
    let cycleYear = (cycleDay - cycleDay / 1460 + cycleDay / 36_524 - cycleDay / 146_096) / 365
    let yearDay = cycleDay - (365 * cycleYear + cycleYear / 4 - cycleYear / 100)
    let marchMonth = (5 * yearDay + 2) / 153
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = cycleYear + cycle * 400 + (month <= 2 ? 1 : 0)
    day = yearDay - (153 * marchMonth + 2) / 5 + 1
    (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
    weekday = Timestamp.floor(days + 4, 7).remainder
  }
}
