import FrameScheduling
import MicroHTTP
import TextAnimation
import TextBytes

/// One viewer of one sequence: asks its pacer what is due, writes it, and hears what became of it.
///
/// From a due frame to its bytes there is no allocation and no lock: the frame is encoded into the loop's buffer and
/// handed to the socket.
final class StreamSession: ScheduledStream {
  private let stream: ResponseStream
  private let encoder: StreamEncoder
  private let place: StreamPlace
  /// The loop's streams hold the session in turn, until its stream is over.
  private let loop: LoopStreams
  private let slack: Duration
  private let lastMoment: MonotonicTime
  private var pacer: FramePacer
  private var phase = Phase.opening

  private enum Phase {
    case opening, running, ending(StreamEnd), over
  }

  init(
    _ stream: ResponseStream, _ encoder: StreamEncoder, _ options: StreamOptions, _ settings: Settings,
    place: StreamPlace, loop: LoopStreams
  ) {
    let start = MonotonicTime.now
    self.stream = stream
    self.encoder = encoder
    self.place = place
    self.loop = loop
    slack = .seconds(settings.frameSlack)
    lastMoment = start + .seconds(settings.maximumStreamSeconds)
    pacer = FramePacer(
      encoder.sequence.frameTimes, first: options.firstIndex, start: start,
      delay: options.firstIndex == 0 ? .seconds(encoder.sequence.playback.delay) : .zero,
      heartbeat: .seconds(settings.heartbeatInterval), late: options.late)
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
  private static let retryInterval = Duration.milliseconds(50)

  func step(at now: MonotonicTime) -> MonotonicTime? {
    if case .opening = phase {
      guard send({ encoder.writeStart(to: &$0) }) == .sent else { return now + Self.retryInterval }
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
    switch pacer.next(at: now, slack: slack) {
    case .wait(let moment):
      return min(moment, lastMoment)
    case .heartbeat:
      return send { encoder.writeHeartbeat(to: &$0) } == .closed ? nil : now
    case .end:
      return finish(.finished, at: now)
    case .send(let index):
      switch send({ encoder.writeFrame(index, to: &$0) }) {
      case .sent: pacer.delivered(index, at: now)
      case .full: pacer.refused(index, at: now)
      case .closed: return nil
      }
      return min(pacer.nextDue, lastMoment)
    }
  }

  private func finish(_ reason: StreamEnd, at now: MonotonicTime) -> MonotonicTime? {
    phase = .ending(reason)
    let summary = StreamSummary(reason: reason, framesSent: pacer.framesSent, framesSkipped: pacer.framesSkipped)
    switch send({ encoder.writeEnd(summary, to: &$0) }) {
    case .full: return now + Self.retryInterval
    case .sent: stream.finish()
    case .closed: break
    }
    phase = .over
    return nil
  }

  private func send(_ write: (inout UTF8Buffer) -> Void) -> SendOutcome {
    loop.send(write, to: stream)
  }
}

extension StreamSession: StreamDelegate {
  func streamBecameWritable(_ stream: ResponseStream) {
    pacer.unblock()
    loop.wake(self)
  }

  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason) {
    phase = .over
    loop.close(self)
  }
}
