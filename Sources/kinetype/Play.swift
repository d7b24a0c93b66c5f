import AnimationService
import ArgumentParser
import Dispatch
import Glibc

struct Play: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Plays an animation in the terminal, in real time.",
    discussion: """
      The line is rewritten in place; where standard output is not a terminal, each new text gets a line of its own.

      Examples:
        kinetype play --from '100 apples' --to '400 apples'
        kinetype play --from Hello --to 'Help!' --interpolation typewriter --duration 1
      """
  )

  @OptionGroup var animation: AnimationOptions

  func run() async throws {
    let prepared = try CommandOutput.checked { () throws(Problem) in try NamedAnimation(animation.parameters) }
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let queue = DispatchQueue(label: "play", qos: .userInteractive)
    let failure = await withCheckedContinuation { continuation in
      queue.async {
        TerminalPlayer.play(prepared.sequence, rewritesLine: isTerminal, queue: queue) {
          continuation.resume(returning: $0)
        }
      }
    }
    try CommandOutput.checkWritten(failure)
  }
}
