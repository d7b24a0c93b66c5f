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
      terminal, each new text gets a line of its own.

      Examples:
        kinetype play --from '100 apples' --to '400 apples'
        kinetype play --from Hello --to 'Help!' --interpolation typewriter --duration 1
      """
  )

  @OptionGroup var animation: AnimationOptions

  func run() async throws {
    let prepared = try CommandOutput.checked { () throws(Problem) in try NamedAnimation(animation.parameters) }
    let screen = Screen.isRewritable ? ScreenBlock(usesStyles: Screen.usesStyles) : nil
    let queue = DispatchQueue(label: "play", qos: .userInteractive)
    let failure = await withCheckedContinuation { continuation in
      queue.async {
        TerminalPlayer.play(prepared.sequence, on: screen, queue: queue) {
          continuation.resume(returning: $0)
        }
      }
    }
    try CommandOutput.checkWritten(failure)
  }
}
