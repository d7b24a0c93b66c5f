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
  private let completion: (Errno?) -> Void
  private var scheduler: FrameScheduler?
  private var pacer: FramePacer
  private var line = UTF8Buffer()
  private var shown: [UInt8]?
  private var failure: Errno?

  private init(
    _ sequence: FrameSequence, rewritesLine: Bool, scheduler: FrameScheduler, _ completion: @escaping (Errno?) -> Void
  ) {
    self.sequence = sequence
    self.rewritesLine = rewritesLine
    self.completion = completion
    self.scheduler = scheduler
    pacer = FramePacer(Timeline([sequence.track]), start: .now, heartbeat: .seconds(86_400))
  }

  /// Plays a sequence on a serial queue.
  ///
  /// To be called on that queue, where `completion` is called with the error that ended it early, if any.
  static func play(
    _ sequence: FrameSequence, rewritesLine: Bool, queue: DispatchQueue, completion: @escaping (Errno?) -> Void
  ) {
    let scheduler = FrameScheduler(queue: queue)
    scheduler.add(TerminalPlayer(sequence, rewritesLine: rewritesLine, scheduler: scheduler, completion), due: .now)
  }

  func step(at now: MonotonicTime) -> MonotonicTime? {
    guard failure == nil else { return end() }
    switch pacer.next(at: now) {
    case .wait(let moment): return moment
    case .heartbeat: return now
    case .send:
      for departure in pacer.batch { show(departure.frame.index) }
      pacer.delivered(pacer.batch.count, at: now)
      return now
    case .end:
      if rewritesLine { write("\n".utf8) }
      return end()
    }
  }

  private func end() -> MonotonicTime? {
    scheduler = nil
    completion(failure)
    return nil
  }

  private func show(_ index: Int) {
    line.truncate()
    if rewritesLine {
      // A text longer than the line must not wrap while it moves: autowrap (DECAWM) is off for all but the last frame.
      let isLast = index + 1 == sequence.count
      if !isLast { line.append("\u{1b}[?7l") }
      line.appendTerminalLine { sequence.writeText(ofFrame: index, to: &$0) }
      if !isLast { line.append("\u{1b}[?7h") }
      return write(line.bytes())
    }
    line.appendPrintable { sequence.writeText(ofFrame: index, to: &$0) }
    line.append("\n")
    let bytes = line.bytes()
    if bytes != shown { write(bytes) }
    shown = bytes
  }

  private func write(_ bytes: some Sequence<UInt8>) {
    failure = failure ?? CommandOutput.write(bytes)
  }
}
