import FrameScheduling
import MicroHTTP
import TextBytes

/// One open stream of labels: sits in the channel of each, and ends once.
final class LabelViewer: StreamDelegate {
  let stream: ResponseStream
  /// Whether it shows one label and ends with it.
  let isSingle: Bool
  private let representation: StreamRepresentation
  private let admission: Admission
  /// A reference cycle, which ends with the stream.
  private let labels: LabelStreams
  private var channels: [LabelChannel] = []
  private var phase = StreamPhase.running
  private var framesSent = 0
  private var framesSkipped = 0
  private let deadline: LabelDeadline
  /// The store's clock.
  private let clock: () -> Int64

  init(
    _ stream: ResponseStream, _ plan: LabelStreamPlan, _ admission: Admission, _ labels: LabelStreams,
    until lastMoment: MonotonicTime, clock: @escaping () -> Int64
  ) {
    deadline = LabelDeadline(lastMoment: lastMoment, tokenEnd: plan.tokenEnd)
    self.clock = clock
    self.stream = stream
    self.admission = admission
    self.labels = labels
    isSingle = plan.isSingle
    representation = plan.form.representation
    stream.delegate = self
  }
}

extension LabelViewer {
  /// Whether it is still to be told of labels.
  var isRunning: Bool { if case .running = phase { true } else { false } }

  /// Takes a seat in a channel.
  func join(_ channel: LabelChannel, _ subscription: Subscription) {
    channels.append(channel)
    channel.add(self, subscription)
  }

  /// Leaves its channels and tells its client why.
  func end(_ reason: StreamEnd) {
    guard isRunning else { return }
    phase = .ending(reason)
    labels.forgetEnd(of: self)
    leave()
    finish(reason)
  }

  /// Where the socket is full, it goes on when there is room.
  private func finish(_ reason: StreamEnd) {
    let report = report(reason)
    switch labels.streams.send({ representation.writeEnd(report, to: &$0) }, to: stream) {
    case .full: return
    case .sent: stream.finish()
    case .closed: break
    }
    phase = .over(reason)
  }

  private func leave() {
    for channel in channels {
      if let told = labels.leave(channel, self) {
        framesSent += told.framesSent
        framesSkipped += told.framesSkipped
      }
    }
    channels = []
  }

  private func report(_ reason: StreamEnd) -> StreamReport {
    StreamReport(reason: reason, framesSent: framesSent, framesSkipped: framesSkipped)
  }

  func streamBecameWritable(_ stream: ResponseStream) {
    if case .ending(let reason) = phase { return finish(reason) }
    for channel in channels { channel.serve(self) }
  }

  func stream(_ stream: ResponseStream, didCloseWith reason: StreamCloseReason) {
    labels.forgetEnd(of: self)
    leave()
    let end = phase.end(closedFor: reason)
    stream.report = report(end)
    phase = .over(end)
    labels.close(self, end)
  }
}

extension LabelViewer: ScheduledStream {
  /// Called when its time may be over, not for a frame.
  func step(at now: MonotonicTime) -> MonotonicTime? {
    switch deadline.verdict(at: now, clock(), slack: labels.slack) {
    case .wait(let due): return due
    case .end(let reason):
      end(reason)
      return nil
    }
  }
}
