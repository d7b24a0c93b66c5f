import FrameScheduling
import MicroHTTP

/// One open stream.
///
/// From a due frame to its bytes there is no allocation and no lock: the frame is encoded into the loop's buffer and
/// handed to the socket.
final class StreamSession: ScheduledStream {
  private let stream: ResponseStream
  /// A reference cycle, which ends with the stream.
  private let loop: LoopStreams
  private let lastMoment: MonotonicTime
  /// In one place, because each access is checked while it runs, for some 130 instructions.
  ///
  /// With the compiler's switch against that, `-enforce-exclusivity=unchecked`, no other package could depend on this one.
  private var state: State
  private let admission: Admission

  private struct State {
    var run: ClipRun
    var phase = StreamPhase.opening
  }

  init(
    _ stream: ResponseStream, _ run: ClipRun, until lastMoment: MonotonicTime, admission: Admission, loop: LoopStreams
  ) {
    self.stream = stream
    self.admission = admission
    self.loop = loop
    self.lastMoment = lastMoment
    state = State(run: run)
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
      guard state.run.open(stream, by: loop) == .sent else { return now + Self.retryInterval }
      state.phase = .running
    }
    if case .running = state.phase, now >= lastMoment { state.phase = .ending(.lifetime) }
    switch state.phase {
    case .opening, .over: return nil
    case .running:
      guard let next = state.run.advance(at: now, stream, by: loop) else { return finish(.finished, &state, at: now) }
      return min(next, lastMoment)
    case .ending(let reason): return finish(reason, &state, at: now)
    }
  }

  private func finish(_ reason: StreamEnd, _ state: inout State, at now: MonotonicTime) -> MonotonicTime? {
    state.phase = .ending(reason)
    let (clip, report) = (state.run.clip, state.run.report(reason))
    switch loop.send({ clip.writeEnd(report, to: &$0) }, to: stream) {
    case .full: return now + Self.retryInterval
    case .sent: stream.finish()
    case .closed: break
    }
    state.phase = .over(reason)
    return nil
  }
}

extension StreamSession: StreamDelegate {
  func streamBecameWritable(_ stream: ResponseStream) {
    state.run.unblock()
    loop.wake(self)
  }

  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason) {
    let end = state.phase.end(closedFor: reason)
    stream.report = state.run.report(end)
    state.phase = .over(end)
    loop.close(self, end)
  }
}
