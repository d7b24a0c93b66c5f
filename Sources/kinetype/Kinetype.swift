import AnimationService
import ArgumentParser
import Timing

@main
struct Kinetype: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kinetype",
    abstract: "Animates a text that changes, frame by frame.",
    discussion: """
      Examples:
        kinetype play --from '100 apples' --to '400 apples'
        kinetype frames --from '$1,234.50' --to '$9,876.25' --curve 'spring(duration: .5, bounce: .3)'
        kinetype curve 'spring(duration: .5, bounce: .3)'
        kinetype serve --port 8080
      """,
    version: "kinetype \(KinetypeVersion.text)",
    groupedSubcommands: [
      CommandGroup(name: "Animation", subcommands: [Play.self, Frames.self, Frame.self, Curves.self, Curve.self]),
      CommandGroup(name: "Service", subcommands: [Serve.self, LabelCommand.self, Healthcheck.self]),
      CommandGroup(name: "File", subcommands: [Package.self, Manual.self]),
    ]
  )

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let problem = problem(with: arguments) {
      exit(withError: CommandOutput.usageError(problem))
    }
    await main(LabelSet.arranged(arguments))
  }
}

struct Package: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "package",
    abstract: "Writes the browser module as a package for npm.",
    discussion: """
      It is what every service of this version serves as /kinetype-\(KinetypeVersion.text).tgz.

      Example:
        kinetype package > kinetype.tgz && npm install ./kinetype.tgz
      """
  )

  func run() throws {
    try CommandOutput.checkWritten(CommandOutput.write(Asset.modulePackage))
  }
}

extension ParsableCommand {
  /// What is wrong with a name of a subcommand, with the one that may have been meant; `nil` where nothing is.
  fileprivate static func problem(with arguments: [String], after path: String = "") -> String? {
    guard let name = arguments.first, !name.hasPrefix("-"), name != "help" else { return nil }
    let path = path + ownName
    let subcommands = configuration.subcommands
    if let subcommand = subcommands.first(where: { $0.ownName == name }) {
      if subcommand.configuration.subcommands.isEmpty { return nil }
      return subcommand.problem(with: Array(arguments.dropFirst()), after: "\(path) ")
    }
    let names = subcommands.map { $0.ownName }
    let hint = Spelling.nearest(to: name.lowercased(), among: names).map { "; did you mean `\(path) \($0)`?" } ?? ""
    return "`\(path)` has no subcommand `\(name)`\(hint)\nIts subcommands: \(names.joined(separator: ", "))"
  }

  private static var ownName: String { configuration.commandName ?? _commandName }
}
