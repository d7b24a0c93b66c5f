/// Decides what a stream of several tracks does now: which frames to send together, or how long to wait.
///
/// The ``FramePacer`` of a ``Timeline``. The newest due frame of each track is chosen at send time, and frames due together
/// leave together in the timeline's order, so that a client that has a frame has every earlier one that was not replaced.
/// The last frame of each track is always sent. Unlike in a single sequence, an early frame never replaces a late one:
/// frames of other tracks may come between the two.
///
/// A turn costs O(due tracks · log tracks) and allocates nothing. One track alone is cheaper with ``FramePacer``.
public struct TimelinePacer: Sendable {
  /// What a stream has to do next.
  public enum Step: Hashable, Sendable {
    /// Send the frames of ``TimelinePacer/batch``, or the first of them, then report
    /// ``TimelinePacer/delivered(_:at:)`` or ``TimelinePacer/refused(at:)``.
    case send
    /// Send a comment: nothing has been sent for a whole heartbeat interval.
    case heartbeat
    /// Do nothing before this moment.
    case wait(until: MonotonicTime)
    /// Close: all frames have been sent.
    case end
  }

  /// One frame to be sent.
  public struct Departure: Hashable, Sendable {
    /// The frame.
    public var frame: Timeline.Frame
    /// Its place in the timeline's order: the number of frames before it, sent or skipped.
    public var position: Int
  }

  private let timeline: Timeline
  private let origin: MonotonicTime
  private let late: FramePacer.LatePolicy
  /// In nanoseconds: adding a `Duration` would cost a division for each frame.
  private let heartbeat: Int64
  /// The number of frames before the place where the stream began.
  private let firstPosition: Int
  /// The first frame of each track that is neither delivered nor skipped.
  private var nextIndices: [Int]
  /// The tracks that are neither over nor in the batch, each at its frame in `queuedIndices`.
  private var queue: TrackQueue
  private var queuedIndices: [Int]
  private var lastSent: MonotonicTime
  private var blockedUntil: MonotonicTime?

  /// The frames to be sent together, in the timeline's order; at most one a track.
  public private(set) var batch: [Departure] = []
  /// The number of frames delivered.
  public private(set) var framesSent = 0
  /// The number of frames that a newer one of their track replaced.
  public private(set) var framesSkipped = 0

  /// Creates the pacer of a stream that opens at `start`.
  ///
  /// - Parameters:
  ///   - timeline: When each frame is due.
  ///   - first: The place in its order to begin with, 0 or more; the frame there is due at once where it is not the
  ///     first, so that a resumed stream keeps its pace and replays nothing.
  ///   - start: The moment the stream opens, from which the first heartbeat counts.
  ///   - heartbeat: The longest silence, at least one second.
  ///   - late: What becomes of frames that are late.
  public init(
    _ timeline: Timeline, first: Int = 0, start: MonotonicTime,
    heartbeat: Duration = .seconds(15), late: FramePacer.LatePolicy = .skip
  ) {
    self.timeline = timeline
    self.late = late
    self.heartbeat = max(heartbeat, .seconds(1)).wholeNanoseconds
    firstPosition = timeline.reachable(first)
    nextIndices = timeline.indices(from: firstPosition)
    queue = TrackQueue(timeline, at: nextIndices)
    queuedIndices = nextIndices
    origin = first > 0 ? start - .nanoseconds(queue.first?.due ?? 0) : start
    lastSent = start
    batch.reserveCapacity(nextIndices.count)
  }
}

// MARK: - Deciding

extension TimelinePacer {
  /// The moment a frame is due; its lateness is the moment it left minus this.
  public func due(_ frame: Timeline.Frame) -> MonotonicTime {
    origin.advanced(by: timeline.nanoseconds(of: frame))
  }

  /// When to call ``next(at:slack:)`` again if nothing happens before; in the past if there is something to do now.
  public var nextDue: MonotonicTime {
    guard batch.isEmpty, let first = queue.first else { return lastSent }
    return blockedUntil ?? min(origin.advanced(by: first.due), heartbeatDue)
  }

  private var heartbeatDue: MonotonicTime { lastSent.advanced(by: heartbeat) }

  /// What to do at `now`.
  ///
  /// - Parameters:
  ///   - now: The moment of the decision; it must not go backwards.
  ///   - slack: How early a frame may leave, so that frames due together leave together: the scheduler's own.
  /// - Returns: One step; ask again once it is done.
  public mutating func next(at now: MonotonicTime, slack: Duration = .zero) -> Step {
    guard batch.isEmpty else { return .send }
    guard let first = queue.first else { return .end }
    let horizon = now + slack
    if let blockedUntil, horizon < blockedUntil { return .wait(until: blockedUntil) }
    gather(until: horizon.nanoseconds(since: origin), late: now.nanoseconds(since: origin))
    if !batch.isEmpty { return .send }
    guard heartbeatDue <= horizon else {
      return .wait(until: min(origin.advanced(by: first.due), heartbeatDue))
    }
    lastSent = now
    return .heartbeat
  }

  /// A stream further behind than this jumps to the newest frames instead of counting each skipped one.
  private static let longestWalk: Int64 = 100_000_000

  /// Moves due frames from the queue to the batch; early frames replace none.
  ///
  /// A track whose frame has been replaced by a newer one advances frame by frame and counts them, which is cheaper than
  /// sending them, so that falling behind costs no more than keeping up. A stream that is far behind jumps to the newest
  /// frames, whose places are computed. The batch ends before a frame that must follow one of the next batch.
  private mutating func gather(until horizon: Int64, late elapsed: Int64) {
    let leaps = queue.first.map { elapsed - $0.due > Self.longestWalk } ?? false
    var position = firstPosition + framesSent + framesSkipped
    var limit = TrackQueue.Entry(due: .max, track: .max)
    while let first = queue.first, first.due <= horizon, first < limit {
      let frame = Timeline.Frame(track: first.track, index: queuedIndices[first.track])
      let newest = late == .skip ? timeline.newest(onTrack: first.track, atNanoseconds: elapsed) : nil
      if let newest, newest > frame.index {
        advance(to: leaps ? Timeline.Frame(track: first.track, index: newest) : frame.follower)
      } else {
        queue.removeFirst()
        batch.append(Departure(frame: frame, position: leaps ? timeline.position(of: frame) : position))
        if let follower = entry(for: frame.follower) { limit = min(limit, follower) }
      }
      position += 1
    }
  }

  /// Moves the first track in the queue to a later frame.
  private mutating func advance(to frame: Timeline.Frame) {
    queuedIndices[frame.track] = frame.index
    queue.replaceFirst(with: TrackQueue.Entry(due: timeline.nanoseconds(of: frame), track: frame.track))
  }

  private func entry(for frame: Timeline.Frame) -> TrackQueue.Entry? {
    timeline.has(frame) ? TrackQueue.Entry(due: timeline.nanoseconds(of: frame), track: frame.track) : nil
  }
}

// MARK: - Outcomes

extension TimelinePacer {
  /// How soon a full socket is tried again, unless ``unblock()`` comes first.
  private static let retryInterval = Duration.milliseconds(50)

  /// Reports that the first `count` frames of the batch were written whole; the others are chosen again.
  ///
  /// - Parameters:
  ///   - count: Frames taken.
  ///   - now: The moment of the write.
  ///   - report: Called for each frame with when it was due and how many others of its track it has replaced.
  public mutating func delivered(
    _ count: Int, at now: MonotonicTime, report: (_ due: MonotonicTime, _ skipped: Int) -> Void = { _, _ in }
  ) {
    for frame in batch.prefix(count).lazy.map(\.frame) {
      let skipped = frame.index - nextIndices[frame.track]
      report(due(frame), skipped)
      framesSent += 1
      framesSkipped += skipped
      nextIndices[frame.track] = frame.follower.index
    }
    requeue()
    lastSent = now
    blockedUntil = nil
  }

  /// Reports that the socket was full and nothing of the batch was written.
  ///
  /// Unlike a single sequence it is not tried again with each newer frame: with many tracks there is always one.
  public mutating func refused(at now: MonotonicTime) {
    requeue()
    blockedUntil = now + Self.retryInterval
  }

  /// Reports that the socket has room again.
  public mutating func unblock() {
    blockedUntil = nil
  }

  private mutating func requeue() {
    for track in batch.lazy.map(\.frame.track) {
      queuedIndices[track] = nextIndices[track]
      queue.insert(Timeline.Frame(track: track, index: nextIndices[track]), of: timeline)
    }
    batch.removeAll(keepingCapacity: true)
  }
}
