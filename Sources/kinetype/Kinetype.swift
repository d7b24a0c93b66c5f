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
    subcommands: [
      Serve.self, Frames.self, Frame.self, Play.self, Curves.self, Curve.self, LabelCommand.self, Package.self,
      Healthcheck.self,
    ]
  )

  static func main() async {
    await main(ValuesBelowZero.arranged(Array(CommandLine.arguments.dropFirst())))
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
