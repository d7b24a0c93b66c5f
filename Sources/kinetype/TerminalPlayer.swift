import AnimationService
import Dispatch
import FrameScheduling
import Glibc
import System
import SystemPackage
import Terminal
import TextAnimation
import TextBytes

/// One viewer at a terminal.
final class TerminalPlayer: ScheduledStream {
  private let sequence: FrameSequence
  private let cells: AnimationCells
  private var screen: ScreenBlock?
  private let completion: (Errno?) -> Void
  private var scheduler: FrameScheduler?
  private var pacer: FramePacer
  private var line = UTF8Buffer()
  private var shown: [UInt8]?
  private var picture: (grid: CellGrid, window: TerminalWindow)?
  private var failure: Errno?

  private init(
    _ animation: NamedAnimation, on screen: ScreenBlock?, scheduler: FrameScheduler,
    _ completion: @escaping (Errno?) -> Void
  ) {
    sequence = animation.sequence
    cells = animation.cells
    self.screen = screen
    self.completion = completion
    self.scheduler = scheduler
    pacer = FramePacer(Timeline([sequence.track]), start: .now, heartbeat: .seconds(86_400))
  }

  /// Plays an animation on a serial queue.
  ///
  /// To be called on that queue, where `completion` is called with the error that ended it early, if any.
  ///
  /// - Parameters:
  ///   - animation: What to play.
  ///   - screen: The lines of a terminal to rewrite; `nil` writes each new text as a line.
  ///   - queue: The queue.
  ///   - completion: Told the end.
  static func play(
    _ animation: NamedAnimation, on screen: ScreenBlock?, queue: DispatchQueue, completion: @escaping (Errno?) -> Void
  ) {
    let scheduler = FrameScheduler(queue: queue)
    scheduler.add(TerminalPlayer(animation, on: screen, scheduler: scheduler, completion), due: .now)
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
      line.truncate()
      screen?.finish(to: &line)
      write(line.bytes())
      return end()
    }
  }

  private func end() -> MonotonicTime? {
    scheduler = nil
    completion(failure)
    return nil
  }

  private func show(_ index: Int) {
    guard screen == nil else { return show(cells.grid(ofFrame: index)) }
    line.truncate()
    line.appendPrintable { sequence.writeText(ofFrame: index, to: &$0) }
    line.append("\n")
    let bytes = line.bytes()
    if bytes != shown { write(bytes) }
    shown = bytes
  }

  private func show(_ grid: CellGrid) {
    let window = TerminalWindow(of: STDOUT_FILENO)
    if let picture, picture == (grid, window) { return }
    picture = (grid, window)
    line.truncate()
    screen?.show(grid, width: window.columns, rows: window.rows, to: &line)
    write(line.bytes())
  }

  private func write(_ bytes: some Sequence<UInt8>) {
    failure = failure ?? CommandOutput.write(bytes)
  }
}
