/// Decides how long a loop stays on its queue to wait for more, and how long it may sleep there at a time.
///
/// Dispatch takes 5 to 9 system calls and two changes of thread to wake a queue; a loop that waits by itself takes one
/// call and none. Beside the same loop without visits, ratios within a run: one request at a time has 0.4 to 1 times
/// nginx's latency instead of 2 to 3.5 times; 64 connections take 1.3 times its CPU time instead of 1.8; 100 streams take
/// 1.3 times the CPU time of a bare loop in C instead of 1.5. At 1,000 streams, where a wake-up serves many frames, no
/// difference was certain. Waiting is sleeping and costs nothing. An idle loop goes back to Dispatch and leaves time to it.
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
  /// - Parameter moment: Now, in nanoseconds of the monotonic clock, as every moment here.
  init(at moment: UInt64) {
    end = moment + Self.longest
  }

  /// What to do when everything that was found ready has been done.
  ///
  /// - Parameters:
  ///   - moment: Now.
  ///   - deadline: When something is due, if nothing else happens.
  ///   - hasMore: Whether there is more to do at once.
  /// - Returns: One step; ask again after it.
  func next(at moment: UInt64, deadline: UInt64, hasMore: Bool) -> Step {
    guard moment < end else { return .leave }
    let until = min(deadline, end)
    return .wait(nanoseconds: hasMore || until <= moment ? 0 : until - moment)
  }
}
