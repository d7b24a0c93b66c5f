import AnimationService
import ArgumentParser
import Documents
import Dispatch
import FrameScheduling
import Glibc
import System
import SystemPackage
import TextAnimation
import TextBytes

struct Play: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Plays an animation in the terminal, in real time.",
    discussion: """
      The line is rewritten in place, or the lines where the text is too long for one; where standard output is not a \
      terminal, each new text gets a line of its own. Effects, odometers and morphs are shown as far as cells can: at the \
      nearest cell, faint while they fade, and on the line below while they come or go. With NO_COLOR in the environment \
      nothing is faint.

      Examples:
        kinetype play --from '100 apples' --to '400 apples'
        kinetype play --from Hello --to 'Help!' --interpolation typewriter --duration 1
        kinetype play --from 8:59 --to 9:00 --interpolation odometer
        kinetype play --from Monday --to Tuesday --effect crossFade,scrollUp
      """
  )

  @OptionGroup var animation: AnimationOptions

  func run() async throws {
    let prepared = try CommandOutput.checked { () throws(Problem) in try NamedAnimation(animation.parameters) }
    let screen = CommandOutput.isRewritable ? ScreenBlock(usesStyles: CommandOutput.usesStyles) : nil
    let queue = DispatchQueue(label: "play", qos: .userInteractive)
    let failure = await withCheckedContinuation { continuation in
      queue.async {
        TerminalPlayer.play(prepared, on: screen, queue: queue) {
          continuation.resume(returning: $0)
        }
      }
    }
    try CommandOutput.checkWritten(failure)
  }
}

/// One viewer at a terminal.
private final class TerminalPlayer: ScheduledStream {
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

  /// Plays an animation on a serial queue, on which this is to be called.
  ///
  /// There `completion` is called with the error that ended it early, if any; without a `screen`, each new text is
  /// written as a line.
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
