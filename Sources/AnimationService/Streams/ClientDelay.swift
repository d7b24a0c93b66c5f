import FrameScheduling

/// Knows which frames are late because their client read too slowly, so that they do not count as the loop's lateness.
struct ClientDelay {
  /// Whatever was due before this moment could not leave when it was due.
  private var end = MonotonicTime(nanoseconds: .min)
  private var isWaiting = false

  /// The socket has taken nothing.
  mutating func begin() {
    isWaiting = true
  }

  /// The socket has taken a frame.
  ///
  /// The frame that leaves when there is room again may not be late itself, but those that it replaces are.
  ///
  /// - Returns: Whether it, or those it replaces, had to wait for the client.
  mutating func covers(due: MonotonicTime, sent now: MonotonicTime) -> Bool {
    if isWaiting { (isWaiting, end) = (false, now) }
    return due < end || now == end
  }
}
