import AnimationService
import ArgumentParser
import TextBytes

struct LabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Sets and watches the labels that a running service holds.",
    discussion: """
      The service is --server, or KINETYPE_SERVER of the environment, or http://localhost:8080. The key that it asks for \
      stands in KINETYPE_KEY, so that no list of processes shows it.

      Examples:
        kinetype label set donations '$12,340 raised' --curve smooth
        kinetype label add donations 12.50
        kinetype label watch donations
        kinetype label get donations --as text
      """,
    subcommands: [
      LabelSet.self, LabelAdd.self, LabelGet.self, LabelWatch.self, LabelList.self, LabelDelete.self,
    ]
  )
}

struct LabelArgument: ParsableArguments {
  @Argument(help: "The label's name: letters and digits of ASCII, `.`, `_`, `:` and `-`.")
  var name: String

  var path: String { "/v1/labels/\(name.percentEncoded)" }
}

extension String {
  /// The text as a part of a path or a query (RFC 3986 section 2.1): all but unreserved characters are encoded.
  var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      let scalar = UnicodeScalar(byte)
      if scalar.isASCII, scalar.properties.isAlphabetic || "0123456789-._~".unicodeScalars.contains(scalar) {
        encoded.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}

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
    let answer = try server.ask("GET", "\(label.path)?as=\(representation.percentEncoded)", of: label.name)
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
        throw CommandOutput.failure("the answer is not a list of labels")
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
