import FrameScheduling
import MicroHTTP
import TextAnimation
import TextBytes

/// One open stream: sends what its program says is due, and tells the program whether the socket took it.
///
/// From a due frame to its bytes there is no allocation and no lock: the frame is encoded into the loop's buffer and
/// handed to the socket.
final class StreamSession<Program: StreamProgram>: OpenStream {
  private let stream: ResponseStream
  private let place: StreamPlace
  /// A reference cycle, which ends with the stream.
  private let loop: LoopStreams
  private let slack: Duration
  private let lastMoment: MonotonicTime
  private let metrics: LoopMetrics
  private var program: Program
  private var clientDelay = ClientDelay()
  private var phase = Phase.opening

  private enum Phase {
    case opening, running
    /// The client is to be told why the stream ends.
    case ending(StreamEnd)
    /// The client has been told, or cannot be.
    case over(StreamEnd)
  }

  init(
    _ stream: ResponseStream, _ program: Program, _ settings: Settings, start: MonotonicTime, lifetime: Duration,
    place: StreamPlace, loop: LoopStreams, metrics: LoopMetrics
  ) {
    self.stream = stream
    self.program = program
    self.place = place
    self.loop = loop
    self.metrics = metrics
    slack = .seconds(settings.frameSlack)
    lastMoment = start + lifetime
    stream.delegate = self
  }

  /// Leaves out the frames that are not sent yet.
  func end(_ reason: StreamEnd) {
    if case .over = phase { return }
    phase = .ending(reason)
  }
}

extension StreamSession {
  /// How soon a full socket is tried again for a message that is not a frame, should no notice of room come.
  private static var retryInterval: Duration { .milliseconds(50) }

  func prefetch() { ObjectIdentifier(stream).prefetch(lines: 3) }

  func step(at now: MonotonicTime) -> MonotonicTime? {
    if case .opening = phase {
      guard send({ program.writeStart(to: &$0) }) == .sent else { return now + Self.retryInterval }
      phase = .running
    }
    if case .running = phase, now >= lastMoment { phase = .ending(.lifetime) }
    switch phase {
    case .opening, .over: return nil
    case .running: return advance(at: now)
    case .ending(let reason): return finish(reason, at: now)
    }
  }

  private func advance(at now: MonotonicTime) -> MonotonicTime? {
    switch turn(&program, at: now) {
    case .next(let moment): min(moment, lastMoment)
    case .end: finish(.finished, at: now)
    case .closed: nil
    }
  }

  private enum Turn { case next(MonotonicTime), end, closed }

  /// Sends what is due, with one access to the program.
  ///
  /// Each access is checked while it runs, for some 130 instructions; ten were a fifth of a frame's. With the
  /// compiler's switch against that, `-enforce-exclusivity=unchecked`, no other package could depend on this one.
  private func turn(_ program: inout Program, at now: MonotonicTime) -> Turn {
    switch program.next(at: now, slack: slack) {
    case .wait(let moment): return .next(moment)
    case .heartbeat: return send { program.writeHeartbeat(to: &$0) } == .closed ? .closed : .next(now)
    case .end: return .end
    case .send:
      switch send({ program.writeDue(to: &$0) }) {
      case .sent: delivered(&program, at: now)
      case .full: program.refused(at: now)
      case .closed: return .closed
      }
      return .next(program.nextDue)
    }
  }

  /// Counts each frame as late as it was when its turn came; the write takes some microseconds more.
  private func delivered(_ program: inout Program, at now: MonotonicTime) {
    program.delivered(at: now) { due, skipped in
      metrics.countFrame(
        lateness: now.nanoseconds &- due.nanoseconds, skipped: skipped,
        isDelayedByClient: clientDelay.covers(due: due, sent: now))
    }
  }

  private func finish(_ reason: StreamEnd, at now: MonotonicTime) -> MonotonicTime? {
    phase = .ending(reason)
    let report = StreamReport(reason: reason, framesSent: program.framesSent, framesSkipped: program.framesSkipped)
    switch send({ program.writeEnd(report, to: &$0) }) {
    case .full: return now + Self.retryInterval
    case .sent: stream.finish()
    case .closed: break
    }
    phase = .over(reason)
    return nil
  }

  private func send(_ write: (inout UTF8Buffer) -> Void) -> SendOutcome {
    let outcome = loop.send(write, to: stream)
    if outcome == .full { clientDelay.begin() }
    return outcome
  }
}

extension StreamSession: StreamDelegate {
  func streamBecameWritable(_ stream: ResponseStream) {
    program.unblock()
    loop.wake(self)
  }

  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason) {
    let end = end(closedFor: reason)
    stream.report = StreamReport(
      reason: end, framesSent: program.framesSent, framesSkipped: program.framesSkipped)
    phase = .over(end)
    loop.close(self, end)
  }

  private func end(closedFor reason: StreamCloseReason) -> StreamEnd {
    switch (reason, phase) {
    case (.peerLeft, _): .clientLeft
    case (.stalled, _): .stalled
    case (.serverStopped, _): .serverStopped
    case (.finished, .ending(let end)), (.finished, .over(let end)): end
    case (.finished, _): .finished
    }
  }
}
