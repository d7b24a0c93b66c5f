import FrameScheduling
import TextAnimation
import TextBytes

/// The frames of one sequence, for one viewer.
struct SequenceProgram: StreamProgram {
  private let encoder: StreamEncoder
  private let frames: WrittenFrames
  private var pacer: FramePacer
  private var dueIndex = 0

  init(
    _ encoder: StreamEncoder, _ frames: WrittenFrames, _ options: StreamOptions, _ settings: Settings,
    start: MonotonicTime
  ) {
    self.encoder = encoder
    self.frames = frames
    frames.addViewer()
    pacer = FramePacer(
      encoder.sequence.frameTimes, first: options.firstIndex, start: start,
      delay: options.firstIndex == 0 ? .seconds(encoder.sequence.playback.delay) : .zero,
      heartbeat: .seconds(settings.heartbeatInterval), late: options.late)
  }

  var framesSent: Int { pacer.framesSent }
  var framesSkipped: Int { pacer.framesSkipped }
  var nextDue: MonotonicTime { pacer.nextDue }
}

extension SequenceProgram {
  func writeStart(to wire: inout UTF8Buffer) {
    encoder.writeStart(to: &wire)
  }

  func writeHeartbeat(to wire: inout UTF8Buffer) {
    encoder.representation.writeHeartbeat(to: &wire)
  }

  func writeEnd(_ report: StreamReport, to wire: inout UTF8Buffer) {
    encoder.representation.writeEnd(report, to: &wire)
  }

  func writeDue(to wire: inout UTF8Buffer) {
    frames.write(dueIndex, by: encoder, to: &wire)
  }
}

extension SequenceProgram {
  mutating func next(at now: MonotonicTime, slack: Duration) -> StreamStep {
    switch pacer.next(at: now, slack: slack) {
    case .send(let index):
      dueIndex = index
      return .send
    case .heartbeat: return .heartbeat
    case .wait(let moment): return .wait(until: moment)
    case .end: return .end
    }
  }

  mutating func delivered(at now: MonotonicTime, report: (_ due: MonotonicTime, _ skipped: Int) -> Void) {
    let (due, skipped) = pacer.delivered(dueIndex, at: now)
    report(due, skipped)
  }

  mutating func refused(at now: MonotonicTime) {
    pacer.refused(dueIndex, at: now)
  }

  mutating func unblock() {
    pacer.unblock()
  }
}
