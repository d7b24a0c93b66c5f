/// Decides what one stream does now: which frame to send, or how long to wait.
///
/// The frame is chosen at send time: the newest that is due, so that a slow client sees the present and not a queue. Where
/// that frame is late by more than the slack and the next one may already leave, the next one is sent instead: nobody would
/// see the first. At 5,000 × 60 frames/s on one loop this takes a millisecond off every percentile of lateness. The last
/// frame is always sent. The pacer reads no clock and owns no socket: its caller passes the time and reports the outcome of
/// each frame.
public struct FramePacer: Sendable {
  /// What a stream has to do next.
  public enum Step: Hashable, Sendable {
    /// Send this frame, then report ``FramePacer/delivered(_:at:)`` or ``FramePacer/refused(_:at:)``.
    case send(Int)
    /// Send a comment: nothing has been sent for a whole heartbeat interval.
    case heartbeat
    /// Do nothing before this moment.
    case wait(until: MonotonicTime)
    /// Close: all frames have been sent.
    case end
  }

  /// What happens to frames that became due while the stream could not send.
  public enum LatePolicy: Hashable, Sendable {
    /// Only the newest is sent and the others count as skipped.
    case skip
    /// Every frame is sent in order, however late.
    case send
  }

  private let times: FrameTimes
  private let origin: MonotonicTime
  private let late: LatePolicy
  /// In nanoseconds: adding a `Duration` would cost a division for each frame.
  private let heartbeat: Int64
  private var nextIndex: Int
  private var lastSent: MonotonicTime
  private var blockedUntil: MonotonicTime?

  /// The number of frames delivered.
  public private(set) var framesSent = 0
  /// The number of frames that a newer one replaced.
  public private(set) var framesSkipped = 0

  /// Creates the pacer of a stream that opens at `start`.
  ///
  /// - Parameters:
  ///   - times: When each frame is due.
  ///   - first: The frame to begin with, due at once: a resumed stream keeps its pace and replays nothing.
  ///   - start: The moment the stream opens, from which the first heartbeat counts.
  ///   - delay: Time from the opening to the first frame.
  ///   - heartbeat: The longest silence, at least one second.
  ///   - late: What becomes of frames that are late.
  public init(
    _ times: FrameTimes, first: Int = 0, start: MonotonicTime, delay: Duration = .zero,
    heartbeat: Duration = .seconds(15), late: LatePolicy = .skip
  ) {
    let first = times.reachable(first)
    self.times = times
    self.origin = start + delay - times.offset(of: first)
    self.late = late
    self.heartbeat = max(heartbeat, .seconds(1)).wholeNanoseconds
    self.nextIndex = first
    self.lastSent = start
  }
}

// MARK: - Deciding

extension FramePacer {
  /// The moment a frame is due; its lateness is the moment it left minus this.
  public func due(_ index: Int) -> MonotonicTime {
    origin.advanced(by: times.nanoseconds(of: index))
  }

  /// When to call ``next(at:slack:)`` again if nothing happens before; in the past if there is something to do now.
  public var nextDue: MonotonicTime {
    if let count = times.count, nextIndex >= count { return lastSent }
    return blockedUntil ?? min(due(nextIndex), heartbeatDue)
  }

  private var heartbeatDue: MonotonicTime { lastSent.advanced(by: heartbeat) }

  /// What to do at `now`.
  ///
  /// - Parameters:
  ///   - now: The moment of the decision; it must not go backwards.
  ///   - slack: How early a frame may leave, so that frames due together leave together: the scheduler's own.
  /// - Returns: One step; ask again once it is done.
  public mutating func next(at now: MonotonicTime, slack: Duration = .zero) -> Step {
    if let count = times.count, nextIndex >= count { return .end }
    let horizon = now + slack
    if let blockedUntil, horizon < blockedUntil { return .wait(until: blockedUntil) }
    if late == .skip, let newest = times.newest(atNanoseconds: now.nanoseconds(since: origin)), newest >= nextIndex {
      return .send(now > due(newest) + slack && leaves(newest + 1, by: horizon) ? newest + 1 : newest)
    }
    // An early frame never replaces one that is on time, however many frames fit into the slack.
    if due(nextIndex) <= horizon { return .send(nextIndex) }
    guard heartbeatDue <= horizon else { return .wait(until: min(due(nextIndex), heartbeatDue)) }
    lastSent = now
    return .heartbeat
  }

  /// Whether there is such a frame and it may leave.
  private func leaves(_ index: Int, by horizon: MonotonicTime) -> Bool {
    index < times.count ?? .max && due(index) <= horizon
  }
}

// MARK: - Outcomes

extension FramePacer {
  /// How soon a full socket is tried again, unless a newer frame or ``unblock()`` comes first.
  private static let retryInterval = Duration.milliseconds(50)

  /// Reports that a whole frame was written to the socket.
  ///
  /// - Returns: When it was due, and how many frames it has replaced.
  @discardableResult
  public mutating func delivered(_ index: Int, at now: MonotonicTime) -> (due: MonotonicTime, skipped: Int) {
    let due = due(index)
    guard index >= nextIndex else { return (due, 0) }
    let skipped = index - nextIndex
    framesSent += 1
    framesSkipped += skipped
    nextIndex = index + 1
    lastSent = now
    blockedUntil = nil
    return (due, skipped)
  }

  /// Reports that the socket was full and nothing of a frame was written.
  ///
  /// The next attempt is when the next frame is due or after 50 ms, whichever is sooner, or at once after ``unblock()``.
  public mutating func refused(_ index: Int, at now: MonotonicTime) {
    let retry = now + Self.retryInterval
    let newer = due(index + 1)
    blockedUntil = late == .skip && newer > now ? min(retry, newer) : retry
  }

  /// Reports that the socket has room again.
  public mutating func unblock() {
    blockedUntil = nil
  }
}
