import AnimationService
import ArgumentParser
import TextBytes

struct LabelGet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Writes a label as it is at this moment.",
    discussion: """
      Examples:
        kinetype label get donations
        kinetype label get donations --as text
      """
  )

  @OptionGroup var label: LabelArgument

  @Option(name: .customLong("as"), help: "Form of the answer: json, text, or svg, a picture that goes on moving.")
  var representation = "json"

  @OptionGroup var server: LabelServer

  func run() throws {
    let answer = try server.ask("GET", "\(label.path)?as=\(representation.percentEncoded)")
    switch representation {
    case "text":
      let text = answer.last == UInt8(ascii: "\n") ? answer.dropLast() : answer[...]
      try CommandOutput.write(answer: text, as: .line)
      try CommandOutput.checkWritten(CommandOutput.write("\n".utf8))
    case "json": try CommandOutput.write(answer: answer, as: .json)
    default: try CommandOutput.write(answer: answer, as: .lines)
    }
  }
}

struct LabelList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Writes the names of all labels with their targets, one a line.",
    discussion: """
      Examples:
        kinetype label list
        kinetype label list --prefix shop- | cut -f 1
      """
  )

  @Option(help: "What the names begin with.")
  var prefix = ""

  @OptionGroup var server: LabelServer

  func run() throws {
    var after: String?
    repeat {
      let place = after.map { "&after=\($0.percentEncoded)" } ?? ""
      let answer = try server.ask("GET", "/v1/labels?limit=500&prefix=\(prefix.percentEncoded)\(place)")
      guard let page = try? JSONValue(parsing: answer), case .array(let labels)? = page["labels"] else {
        throw CommandOutput.failure("the answer is no list of labels")
      }
      var lines = UTF8Buffer()
      for label in labels {
        lines.appendPrintable { $0.append(contentsOf: label["id"]?.text ?? "") }
        lines.append("\t")
        lines.appendPrintable { $0.append(contentsOf: label["to"]?.text ?? "") }
        lines.append("\n")
      }
      try CommandOutput.checkWritten(CommandOutput.write(lines.bytes()))
      after = page["next"]?.text
    } while after != nil
  }
}
