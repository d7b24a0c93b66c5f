import ArgumentParser
import Timing

/// The names that may follow a command, and what is said of one that is none.
struct Subcommands {
  private let command: any ParsableCommand.Type
  private let path: String

  init(of command: any ParsableCommand.Type, after path: String = "") {
    self.command = command
    self.path = path + Self.name(of: command)
  }

  /// What is wrong with a name of a subcommand, with the one that may have been meant; `nil` where nothing is.
  func problem(with arguments: [String]) -> String? {
    guard let name = arguments.first, !name.hasPrefix("-"), name != "help" else { return nil }
    var names: [String] = []
    for subcommand in command.configuration.subcommands {
      names.append(Self.name(of: subcommand))
      guard names.last == name else { continue }
      if subcommand.configuration.subcommands.isEmpty { return nil }
      return Subcommands(of: subcommand, after: "\(path) ").problem(with: Array(arguments.dropFirst()))
    }
    let hint = Spelling.nearest(to: name.lowercased(), among: names).map { "; did you mean `\(path) \($0)`?" } ?? ""
    return "`\(path)` has no subcommand `\(name)`\(hint)\nIts subcommands: \(names.joined(separator: ", "))"
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? command._commandName
  }
}
