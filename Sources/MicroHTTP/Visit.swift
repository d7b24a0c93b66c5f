/// Decides how long a loop stays on its queue to wait for more, and how long it may sleep there at a time.
///
/// Dispatch takes 5 to 9 system calls and two changes of thread to wake a queue; a loop that waits by itself takes one
/// call and none. One request at a time had 2.8 times nginx's latency and 5.0 times its CPU time, and has 0.95 and 1.0
/// times; 64 connections took 1.8 times its CPU time and take 1.1 to 1.3; 1,000 streams took 1.22 times the CPU time of a
/// bare loop in C and take 1.13, 100 streams 1.47 and 1.28. Waiting is sleeping and costs nothing. An idle loop goes back
/// to Dispatch and leaves time to it.
struct Visit {
  /// What a loop does when there is nothing to do at the moment.
  enum Step: Equatable {
    /// Go back to Dispatch.
    case leave
    /// Wait for the sockets, so many nanoseconds at most, maybe none.
    case wait(nanoseconds: UInt64)
  }

  /// The longest visit: other blocks of the queue wait as long.
  ///
  /// Each visit costs about what Dispatch takes to wake the queue once, so that twenty in a second are not to be seen.
  static let longest: UInt64 = 50_000_000

  private let end: UInt64

  /// Begins a visit.
  ///
  /// - Parameters:
  ///   - moment: Now, in nanoseconds of the monotonic clock, as every moment here.
  ///   - housekeeping: When the queue is needed for something that only Dispatch knows of.
  init(at moment: UInt64, housekeeping: UInt64) {
    end = min(moment + Self.longest, housekeeping)
  }

  /// What to do when everything that was found ready has been done.
  ///
  /// - Parameters:
  ///   - moment: Now.
  ///   - deadline: When something is due, if nothing else happens; `nil` for never.
  ///   - hasMore: Whether there is more to do at once.
  /// - Returns: One step; ask again after it.
  func next(at moment: UInt64, deadline: UInt64?, hasMore: Bool) -> Step {
    guard moment < end else { return .leave }
    let until = min(deadline ?? end, end)
    return .wait(nanoseconds: hasMore || until <= moment ? 0 : until - moment)
  }
}
