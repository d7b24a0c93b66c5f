import AnimationService
import ArgumentParser

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
