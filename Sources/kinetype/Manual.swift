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
    try CommandOutput.checkWritten(CommandOutput.write(command.manual.utf8))
  }
}

// A page of the manual in the words of man(7), made of the help as ArgumentParser dumps it.
extension JSONValue {
  fileprivate var manual: String {
    """
    .TH KINETYPE 1 "" "kinetype \(KinetypeVersion.text)"
    .SH NAME
    kinetype \\- \(words("abstract").escapedRoff)
    .SH SYNOPSIS
    .B kinetype
    .I subcommand
    [\\fIoption\\fR ...]
    .SH DESCRIPTION

    """ + discussion + sections(after: "kinetype")
  }

  private func sections(after path: String) -> String {
    list("subcommands").filter { $0.words("commandName") != "help" }.map { $0.section(after: path) }.joined()
  }

  /// A subcommand with its options, and those below it.
  private func section(after path: String) -> String {
    let path = "\(path) \(words("commandName"))"
    var text = ".SH \"\(path.uppercased().escapedRoff)\"\n\(words("abstract").escapedRoff)\n.PP\n" + discussion
    var section = ""
    for argument in list("arguments") where !["version", "help"].contains(argument.words("valueName")) {
      let title = argument.words("sectionTitle")
      if title != section { text += ".SS \"\(title.isEmpty ? "Other options" : title.escapedRoff)\"\n" }
      section = title
      text += ".TP\n\(argument.names)\n\(argument.words("abstract").escapedRoff)\n"
    }
    return text + sections(after: path)
  }

  /// Sentences are filled, and examples stand as they are.
  private var discussion: String {
    var (text, isExample) = ("", false)
    for line in words("discussion").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") != isExample {
        isExample.toggle()
        text += isExample ? ".PP\n.nf\n" : ".fi\n.PP\n"
      }
      text += line.isEmpty ? ".PP\n" : "\(String(line).escapedRoff)\n"
    }
    return text + (isExample ? ".fi\n" : "")
  }

  private func words(_ name: String) -> String { self[name]?.text ?? "" }

  private func list(_ name: String) -> [JSONValue] {
    guard case .array(let elements)? = self[name] else { return [] }
    return elements
  }

  /// An option with its names, or an argument.
  private var names: String {
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
