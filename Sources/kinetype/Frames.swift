import AnimationService
import ArgumentParser

struct Frames: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a whole sequence to standard output.",
    discussion: """
      Examples:
        kinetype frames --from '100 apples' --to '400 apples'
        kinetype frames --from 0 --to 99.5 --format '%.1f%%' --fps 10 --as csv
        kinetype frames --to 1500000 --locale de --style currency --currency EUR --as text
      """
  )

  @OptionGroup var animation: AnimationOptions

  @Option(name: .customLong("as"), help: "json, ndjson, csv, text or svg.")
  var representation = "json"

  func run() throws {
    try CommandOutput.write { () throws(Problem) in
      try NamedAnimation(animation.parameters).document(as: representation)
    }
  }
}
