import AnimationService
import ArgumentParser

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
    if let problem = Subcommands(of: Kinetype.self).problem(with: arguments) {
      exit(withError: CommandOutput.usageError(problem))
    }
    await main(ValuesBelowZero.arranged(arguments))
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
    try CommandOutput.checkWritten(CommandOutput.write(ModulePackage().bytes))
  }
}
