import AnimationService
import ArgumentParser

struct Frames: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Writes a whole sequence to standard output.",
    discussion: """
      Examples:
        kinetype frames --from '100 apples' --to '400 apples'
        kinetype frames --from 0 --to 99.5 --format '%.1f%%' --fps 10 --as csv
        kinetype frames --to 1500000 --locale de --style currency --currency EUR --as text
        kinetype frames --to 1234 --interpolation odometer --as svg --repeat infinite --color crimson > users.svg
      """
  )

  @OptionGroup var animation: AnimationOptions

  @OptionGroup(title: "Pictures") var picture: ParameterOptions<PictureParameters>

  @Option(name: .customLong("as"), help: ArgumentHelp(of: "as", at: .frames))
  var representation = "json"

  func run() throws {
    try CommandOutput.write { () throws(Problem) in
      try NamedAnimation(animation.parameters + picture.parameters).document(as: representation)
    }
  }
}

struct Frame: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Writes one frame as JSON, computed without the others.",
    discussion: """
      Examples:
        kinetype frame --from '100 apples' --to '400 apples' --time 1.25
        kinetype frame --from 0 --to 9007199254740993 --position 0.5 --include value,velocity
      """
  )

  @OptionGroup var animation: AnimationOptions

  @Option(parsing: .unconditional, help: ArgumentHelp(of: "index", at: .frame))
  var index: String?

  @Option(parsing: .unconditional, help: ArgumentHelp(of: "time", at: .frame))
  var time: String?

  @Option(parsing: .unconditional, help: ArgumentHelp(of: "position", at: .frame))
  var position: String?

  @Option(parsing: .unconditional, help: "The earlier name of --position.")
  var progress: String?

  func run() throws {
    let position = [("index", index), ("time", time), ("position", position), ("progress", progress)]
      .compactMap { name, value in value.map { (name: name, value: $0) } }
    try CommandOutput.write { () throws(Problem) in try NamedAnimation(animation.parameters).frame(at: position) }
  }
}
