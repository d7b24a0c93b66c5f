import FrameScheduling
import TextBytes

/// The frames of several sequences on one clock, for one viewer.
struct TimelineProgram: StreamProgram {
  private let encoder: TimelineEncoder
  private var pacer: TimelinePacer
  private var writtenCount = 0

  init(_ encoder: TimelineEncoder, _ options: StreamOptions, _ settings: Settings, start: MonotonicTime) {
    self.encoder = encoder
    pacer = TimelinePacer(
      encoder.list.timeline, first: options.firstIndex, start: start,
      heartbeat: .seconds(settings.heartbeatInterval), late: options.late)
  }

  var framesSent: Int { pacer.framesSent }
  var framesSkipped: Int { pacer.framesSkipped }
  var nextDue: MonotonicTime { pacer.nextDue }
}

extension TimelineProgram {
  /// Bytes after which the rest of what is due waits for the next turn, so that long texts do not hold up other streams
  /// and what a full socket leaves behind stays small.
  private static let turnBytes = 65_536

  func writeStart(to wire: inout UTF8Buffer) {
    encoder.writeStart(to: &wire)
  }

  func writeHeartbeat(to wire: inout UTF8Buffer) {
    encoder.representation.writeHeartbeat(to: &wire)
  }

  func writeEnd(_ report: StreamReport, to wire: inout UTF8Buffer) {
    encoder.writeEnd(report, to: &wire)
  }

  mutating func writeDue(to wire: inout UTF8Buffer) {
    writtenCount = 0
    while writtenCount < pacer.batch.count, wire.count < Self.turnBytes {
      encoder.writeFrame(pacer.batch[writtenCount], to: &wire)
      writtenCount += 1
    }
  }
}

extension TimelineProgram {
  mutating func next(at now: MonotonicTime, slack: Duration) -> StreamStep {
    switch pacer.next(at: now, slack: slack) {
    case .send: .send
    case .heartbeat: .heartbeat
    case .wait(let moment): .wait(until: moment)
    case .end: .end
    }
  }

  mutating func delivered(at now: MonotonicTime, report: (_ due: MonotonicTime, _ skipped: Int) -> Void) {
    pacer.delivered(writtenCount, at: now, report: report)
  }

  mutating func refused(at now: MonotonicTime) {
    pacer.refused(at: now)
  }

  mutating func unblock() {
    pacer.unblock()
  }
}
