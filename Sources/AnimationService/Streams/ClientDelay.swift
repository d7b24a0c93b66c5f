import FrameScheduling

/// Tells the frames that had to wait for their client from those that had to wait for the service.
///
/// A client that reads slowly makes its own frames late; they must not look like an overloaded loop.
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
  /// What leaves when there is room again may itself be ahead of its time; those it replaces have waited nonetheless.
  ///
  /// - Returns: Whether its client had made it, or those it replaces, wait.
  mutating func covers(due: MonotonicTime, sent now: MonotonicTime) -> Bool {
    if isWaiting { (isWaiting, end) = (false, now) }
    return due < end || now == end
  }
}
