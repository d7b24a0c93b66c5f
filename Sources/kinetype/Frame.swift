import AnimationService
import ArgumentParser

struct Frame: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes one frame as JSON, computed without the others.",
    discussion: """
      Examples:
        kinetype frame --from '100 apples' --to '400 apples' --time 1.25
        kinetype frame --from 0 --to 9007199254740993 --progress 0.5 --include value,velocity
      """
  )

  @OptionGroup var animation: AnimationOptions

  @Option(parsing: .unconditional, help: "Its place in the sequence, from 0.")
  var index: String?

  @Option(parsing: .unconditional, help: "When it is shown: seconds, or a CSS time such as 400ms.")
  var time: String?

  @Option(parsing: .unconditional, help: "When it is shown, as a fraction of the whole.")
  var progress: String?

  func run() throws {
    let position = [("index", index), ("time", time), ("progress", progress)]
      .compactMap { name, value in value.map { (name: name, value: $0) } }
    try CommandOutput.write { () throws(Problem) in try NamedAnimation(animation.parameters).frame(at: position) }
  }
}
