import FrameScheduling
import Deployment
import MicroHTTP
import TextBytes

/// One viewer's run through a clip, on a clock of its own: sends what its pacer says is due, and tells the pacer whether
/// the socket took it.
struct ClipRun {
  let clip: Clip
  private var pacer: FramePacer
  private var clientDelay = ClientDelay()

  /// Begins with a frame.
  init(_ clip: Clip, from first: Int, _ settings: Settings, start: MonotonicTime) {
    self.clip = clip
    pacer = FramePacer(
      clip.timeline, first: first, start: start, slack: .seconds(settings.frameSlack),
      heartbeat: .seconds(settings.heartbeatInterval), late: clip.late)
    clip.addViewer()
  }
}

extension ClipRun {
  /// Says what is going to be animated.
  mutating func open(_ stream: ResponseStream, by loop: LoopViewers) -> SendOutcome {
    Self.send(clip.writeStart, to: stream, by: loop, &clientDelay)
  }

  /// When a run is to be called next, if it is not over.
  enum Next {
    case wait(MonotonicTime)
    /// All has been sent.
    case end
  }

  /// Sends what is due.
  mutating func advance(at now: MonotonicTime, _ stream: ResponseStream, by loop: LoopViewers) -> Next {
    switch pacer.next(at: now) {
    case .wait(let moment): return .wait(moment)
    case .end: return .end
    case .heartbeat:
      return .wait(Self.send(clip.writeHeartbeat, to: stream, by: loop, &clientDelay) == .closed ? Self.never : now)
    case .send:
      var count = 0
      switch Self.send({ count = clip.write(pacer.batch, to: &$0) }, to: stream, by: loop, &clientDelay) {
      case .sent: delivered(count, at: now, loop.metrics)
      case .full: pacer.refused(at: now)
      case .closed: return .wait(Self.never)
      }
      return .wait(pacer.nextDue)
    }
  }

  /// Where the socket is closed, the stream is about to be.
  private static var never: MonotonicTime { MonotonicTime(nanoseconds: .max) }

  /// Counts each frame as late as it was when its turn came; the write takes some microseconds more.
  private mutating func delivered(_ count: Int, at now: MonotonicTime, _ metrics: LoopMetrics) {
    pacer.delivered(count, at: now) { departure in
      metrics.countFrame(
        lateness: now.nanoseconds &- departure.due.nanoseconds, skipped: departure.skipped,
        isDelayedByClient: clientDelay.covers(due: departure.due, sent: now))
    }
  }

  private static func send(
    _ write: (inout UTF8Buffer) -> Void, to stream: ResponseStream, by loop: LoopViewers,
    _ clientDelay: inout ClientDelay
  ) -> SendOutcome {
    let outcome = loop.send(write, to: stream)
    if outcome == .full { clientDelay.begin() }
    return outcome
  }

  /// The socket has room again.
  mutating func unblock() { pacer.unblock() }

  /// What has been sent.
  func report(_ reason: StreamEnd) -> StreamReport {
    StreamReport(reason: reason, framesSent: pacer.framesSent, framesSkipped: pacer.framesSkipped)
  }
}

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
