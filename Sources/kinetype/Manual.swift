import AnimationService
import ArgumentParser
import TextBytes

struct Manual: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Writes the page of the manual.",
    discussion: """
      It has what the help of every subcommand has.

      Example:
        kinetype manual > kinetype.1 && man -l kinetype.1
      """
  )

  func run() throws {
    let help = try JSONValue(parsing: Array(Kinetype._dumpHelp().utf8))
    guard let command = help["command"] else { throw CommandOutput.failure("there is no help") }
    var page = ManualPage()
    page.write(command)
    try CommandOutput.checkWritten(CommandOutput.write(page.text.utf8))
  }
}

/// A page of the manual in the words of man(7), made of the help as ArgumentParser dumps it.
private struct ManualPage {
  private(set) var text = ".TH KINETYPE 1 \"\" \"kinetype \(KinetypeVersion.text)\"\n"

  mutating func write(_ command: JSONValue) {
    text += ".SH NAME\nkinetype \\- \(command.words("abstract").escapedRoff)\n"
    text += ".SH SYNOPSIS\n.B kinetype\n.I subcommand\n[\\fIoption\\fR ...]\n"
    text += ".SH DESCRIPTION\n"
    writeDiscussion(of: command)
    for subcommand in command.list("subcommands") where subcommand.words("commandName") != "help" {
      write(subcommand, after: "kinetype")
    }
  }

  /// A subcommand with its options, and those below it.
  private mutating func write(_ command: JSONValue, after path: String) {
    let path = "\(path) \(command.words("commandName"))"
    text += ".SH \"\(path.uppercased().escapedRoff)\"\n\(command.words("abstract").escapedRoff)\n.PP\n"
    writeDiscussion(of: command)
    var section = ""
    for argument in command.list("arguments") where !["version", "help"].contains(argument.words("valueName")) {
      let title = argument.words("sectionTitle")
      if title != section { text += ".SS \"\(title.isEmpty ? "Other options" : title.escapedRoff)\"\n" }
      section = title
      text += ".TP\n\(argument.names)\n\(argument.words("abstract").escapedRoff)\n"
    }
    for subcommand in command.list("subcommands") where subcommand.words("commandName") != "help" {
      write(subcommand, after: path)
    }
  }

  /// Sentences are filled, and examples stand as they are.
  private mutating func writeDiscussion(of command: JSONValue) {
    var isExample = false
    for line in command.words("discussion").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") != isExample {
        isExample.toggle()
        text += isExample ? ".PP\n.nf\n" : ".fi\n.PP\n"
      }
      text += line.isEmpty ? ".PP\n" : "\(String(line).escapedRoff)\n"
    }
    if isExample { text += ".fi\n" }
  }
}

extension JSONValue {
  fileprivate func words(_ name: String) -> String {
    guard case .string(let text)? = self[name] else { return "" }
    return text
  }

  fileprivate func list(_ name: String) -> [JSONValue] {
    guard case .array(let elements)? = self[name] else { return [] }
    return elements
  }

  /// An option with its names, or an argument.
  fileprivate var names: String {
    let value = "\\fI\(words("valueName").escapedRoff)\\fR"
    let names = list("names").map { name in
      let dashes = name.words("kind") == "short" ? "-" : "--"
      return "\\fB\("\(dashes)\(name.words("name"))".escapedRoff)\\fR"
    }
    guard !names.isEmpty else { return value }
    return names.joined(separator: ", ") + (words("kind") == "flag" ? "" : " \(value)")
  }
}

extension String {
  /// The text as roff takes it for a text.
  fileprivate var escapedRoff: String {
    let plain = replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
