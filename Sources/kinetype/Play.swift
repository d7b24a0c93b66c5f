import AnimationService
import ArgumentParser
import Dispatch
import Terminal

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
    let screen = Screen.isRewritable ? ScreenBlock(usesStyles: Screen.usesStyles) : nil
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
