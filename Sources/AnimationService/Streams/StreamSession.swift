import FrameScheduling
import MicroHTTP
import TextBytes

/// One open stream: sends what its pacer says is due, and tells the pacer whether the socket took it.
///
/// From a due frame to its bytes there is no allocation and no lock: the frame is encoded into the loop's buffer and
/// handed to the socket.
final class StreamSession: ScheduledStream {
  private let stream: ResponseStream
  private let encoder: StreamEncoder
  /// A reference cycle, which ends with the stream.
  private let loop: LoopStreams
  private let metrics: LoopMetrics
  private let lastMoment: MonotonicTime
  /// In one place, because each access is checked while it runs, for some 130 instructions.
  ///
  /// With the compiler's switch against that, `-enforce-exclusivity=unchecked`, no other package could depend on this one.
  private var state: State
  private let admission: Admission

  private struct State {
    var pacer: FramePacer
    var clientDelay = ClientDelay()
    var phase = StreamPhase.opening
  }

  init(
    _ stream: ResponseStream, _ plan: StreamPlan, _ settings: Settings, start: MonotonicTime, lifetime: Duration,
    admission: Admission, loop: LoopStreams, metrics: LoopMetrics
  ) {
    self.stream = stream
    self.admission = admission
    self.loop = loop
    self.metrics = metrics
    encoder = plan.encoder
    state = State(pacer: plan.pacer(settings, start: start))
    // A stream that ended before its first frame would have to begin anew each time.
    lastMoment = start + plan.delay + lifetime
    encoder.addViewer()
    stream.delegate = self
  }

  /// Leaves out the frames that are not sent yet.
  func end(_ reason: StreamEnd) {
    if case .over = state.phase { return }
    state.phase = .ending(reason)
  }
}

extension StreamSession {
  /// How soon a full socket is tried again for a message that is not a frame, should no notice of room come.
  private static var retryInterval: Duration { .milliseconds(50) }

  func prefetch() { ObjectIdentifier(stream).prefetch(lines: 3) }

  func step(at now: MonotonicTime) -> MonotonicTime? {
    step(&state, at: now)
  }

  private func step(_ state: inout State, at now: MonotonicTime) -> MonotonicTime? {
    if case .opening = state.phase {
      guard send(&state.clientDelay, encoder.writeStart) == .sent else { return now + Self.retryInterval }
      state.phase = .running
    }
    if case .running = state.phase, now >= lastMoment { state.phase = .ending(.lifetime) }
    switch state.phase {
    case .opening, .over: return nil
    case .running: return advance(&state, at: now)
    case .ending(let reason): return finish(reason, &state, at: now)
    }
  }

  /// Sends what is due.
  private func advance(_ state: inout State, at now: MonotonicTime) -> MonotonicTime? {
    switch state.pacer.next(at: now) {
    case .wait(let moment): return min(moment, lastMoment)
    case .end: return finish(.finished, &state, at: now)
    case .heartbeat:
      return send(&state.clientDelay, encoder.writeHeartbeat) == .closed ? nil : now
    case .send:
      var count = 0
      switch send(&state.clientDelay, { count = encoder.write(state.pacer.batch, to: &$0) }) {
      case .sent: delivered(count, &state, at: now)
      case .full: state.pacer.refused(at: now)
      case .closed: return nil
      }
      return min(state.pacer.nextDue, lastMoment)
    }
  }

  /// Counts each frame as late as it was when its turn came; the write takes some microseconds more.
  private func delivered(_ count: Int, _ state: inout State, at now: MonotonicTime) {
    state.pacer.delivered(count, at: now) { departure in
      metrics.countFrame(
        lateness: now.nanoseconds &- departure.due.nanoseconds, skipped: departure.skipped,
        isDelayedByClient: state.clientDelay.covers(due: departure.due, sent: now))
    }
  }

  private func finish(_ reason: StreamEnd, _ state: inout State, at now: MonotonicTime) -> MonotonicTime? {
    state.phase = .ending(reason)
    let report = StreamReport(reason, state.pacer)
    switch send(&state.clientDelay, { encoder.writeEnd(report, to: &$0) }) {
    case .full: return now + Self.retryInterval
    case .sent: stream.finish()
    case .closed: break
    }
    state.phase = .over(reason)
    return nil
  }

  private func send(_ clientDelay: inout ClientDelay, _ write: (inout UTF8Buffer) -> Void) -> SendOutcome {
    let outcome = loop.send(write, to: stream)
    if outcome == .full { clientDelay.begin() }
    return outcome
  }
}

extension StreamSession: StreamDelegate {
  func streamBecameWritable(_ stream: ResponseStream) {
    state.pacer.unblock()
    loop.wake(self)
  }

  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason) {
    let end = state.phase.end(closedFor: reason)
    stream.report = StreamReport(end, state.pacer)
    state.phase = .over(end)
    loop.close(self, end)
  }
}

extension StreamReport {
  fileprivate init(_ reason: StreamEnd, _ pacer: FramePacer) {
    self.init(reason: reason, framesSent: pacer.framesSent, framesSkipped: pacer.framesSkipped)
  }
}
