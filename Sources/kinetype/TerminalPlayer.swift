import AnimationService
import Dispatch
import FrameScheduling
import SystemPackage
import TextAnimation
import TextBytes
import WireFormat

/// One viewer at a terminal.
final class TerminalPlayer: ScheduledStream {
  private let sequence: FrameSequence
  private let rewritesLine: Bool
  private let completion: () -> Void
  private var scheduler: FrameScheduler?
  private var pacer: FramePacer
  private var line = UTF8Buffer()
  private var shown: [UInt8]?

  private init(
    _ sequence: FrameSequence, rewritesLine: Bool, scheduler: FrameScheduler, _ completion: @escaping () -> Void
  ) {
    self.sequence = sequence
    self.rewritesLine = rewritesLine
    self.completion = completion
    self.scheduler = scheduler
    pacer = FramePacer(
      sequence.frameTimes, start: .now, delay: .seconds(sequence.playback.delay), heartbeat: .seconds(86_400))
  }

  /// Plays a sequence on a serial queue; to be called there, as `completion` will be.
  static func play(
    _ sequence: FrameSequence, rewritesLine: Bool, queue: DispatchQueue, completion: @escaping () -> Void
  ) {
    let scheduler = FrameScheduler(queue: queue)
    scheduler.add(TerminalPlayer(sequence, rewritesLine: rewritesLine, scheduler: scheduler, completion), due: .now)
  }

  func step(at now: MonotonicTime) -> MonotonicTime? {
    switch pacer.next(at: now) {
    case .wait(let moment): return moment
    case .heartbeat: return now
    case .send(let index):
      show(index)
      pacer.delivered(index, at: now)
      return now
    case .end:
      if rewritesLine { write("\n".utf8) }
      scheduler = nil
      completion()
      return nil
    }
  }

  private func show(_ index: Int) {
    line.truncate()
    if rewritesLine {
      line.appendTerminalLine { sequence.writeText(ofFrame: index, to: &$0) }
      return write(line.bytes())
    }
    line.appendPrintable { sequence.writeText(ofFrame: index, to: &$0) }
    line.append("\n")
    let bytes = line.bytes()
    if bytes != shown { write(bytes) }
    shown = bytes
  }

  private func write(_ bytes: some Sequence<UInt8>) {
    _ = try? FileDescriptor.standardOutput.writeAll(bytes)
  }
}
