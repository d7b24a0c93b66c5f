import AnimationService
import ArgumentParser
import Requests
import TextBytes

struct LabelSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Creates a label, or has it move from what it shows to another text.",
    discussion: """
      What is left out stays as it was. A text that begins with a hyphen and a letter stands behind `--`.

      Examples:
        kinetype label set donations '$12,340 raised' --curve smooth --duration 2
        kinetype label set temperature -5
        kinetype label set stream 1:30:00 --rate -1
        kinetype label set donations --unset curve,duration
      """
  )

  @OptionGroup var label: LabelArgument

  @Argument(help: "The text that it comes to show, or a number where `format` or `style` is given.")
  var text: String?

  @OptionGroup var animation: ParameterOptions<LabelSet>

  @Option(
    parsing: .unconditional,
    help: "What its number grows by in a second, of a time in seconds; 0 pauses it, --unset rate ends it.")
  var rate: String?

  @Option(help: "When it shows TEXT: a time such as 2027-01-01T00:00:00+01:00, or seconds from now.")
  var until: String?

  @Option(parsing: .unconditional, help: "Seconds after which the label is deleted by itself.")
  var expires: String?

  @Flag(name: .customLong("private"), inversion: .prefixedNo, help: "Whether reading the label takes a key or a token.")
  var isPrivate: Bool?

  @Option(parsing: .next, help: "Names of parameters that become what they are by default, with commas between them.")
  var unset: String?

  @Option(help: "Changes nothing unless this is the label's version.")
  var ifVersion: Int?

  @OptionGroup var server: LabelServer

  func run() throws {
    var members = text.map { [JSONValue.Member("to", .string($0))] } ?? []
    members += animation.parameters.map { JSONValue.Member($0.name, .string($0.value)) }
    if let rate { members.append(JSONValue.Member("rate", .string(rate))) }
    if let until { members.append(JSONValue.Member("until", .string(until))) }
    if let expires { members.append(JSONValue.Member("expires", .string(expires))) }
    if let isPrivate { members.append(JSONValue.Member("private", .bool(isPrivate))) }
    let given = Set(members.map(\.name))
    guard given.count == members.count else { throw CommandOutput.usageError("--to contradicts TEXT") }
    for name in Set((unset ?? "").split(separator: ",").map { $0.filter { $0 != " " } }).sorted() {
      guard !given.contains(name) else {
        throw CommandOutput.usageError("--unset \(name) contradicts the value that is given")
      }
      members.append(JSONValue.Member(name, .null))
    }
    guard !members.isEmpty else { throw CommandOutput.usageError("TEXT is required, or an option to change") }
    let fields = ifVersion.map { [("If-Match", "\"\($0)\"")] } ?? []
    let answer = try server.ask("PUT", label.path, fields: fields, body: .object(members))
    try CommandOutput.write(answer: answer, as: .json)
  }
}

struct LabelAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds to the number of a label's text, in exact decimals.",
    discussion: """
      Examples:
        kinetype label add donations 12.50
        kinetype label add visitors -1
        kinetype label add donations 12.50 --idempotency-key payment-4711
      """
  )

  @OptionGroup var label: LabelArgument

  @Argument(help: "A plain decimal, such as 12.50 or -1.")
  var by: String

  @Option(help: "Names this addition: with the same key it is made once, however often it is asked for within a day.")
  var idempotencyKey: String?

  @OptionGroup var server: LabelServer

  func validate() throws {
    guard idempotencyKey?.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) ?? true else {
      throw CommandOutput.usageError("--idempotency-key must be printable ASCII without spaces")
    }
  }

  func run() throws {
    let fields = idempotencyKey.map { [("Idempotency-Key", $0)] } ?? []
    let answer = try server.ask("POST", "\(label.path)/add", of: label.name, fields: fields, body: ["by": .string(by)])
    try CommandOutput.write(answer: answer, as: .json)
  }
}

struct LabelDelete: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "delete", abstract: "Deletes a label.")

  @OptionGroup var label: LabelArgument
  @OptionGroup var server: LabelServer

  func run() throws {
    _ = try server.ask("DELETE", label.path, of: label.name)
  }
}

// A text such as `-5` is an argument of `kinetype label set` and `kinetype label add`, and would be taken for an option.
extension LabelSet: OfferedParameters {
  /// All that a label takes of an animation.
  static let offered = Parameter.all.filter { $0.places.isSuperset(of: .animation) }

  /// Options that take no value.
  private static let flags: Set<String> = {
    var names = ["--private", "--no-private", "--help"]
    for parameter in offered {
      if case .boolean = parameter.kind { names += ["--\(parameter.name)", "--\(parameter.name.hyphenated)"] }
    }
    return Set(names)
  }()

  /// The arguments of the program with such a text behind `--`, unless the user has written that.
  static func arranged(_ arguments: [String]) -> [String] {
    guard arguments.count > 3, arguments[0] == "label", ["set", "add"].contains(arguments[1]),
      !arguments.contains("--"),
      let place = arguments.indices.dropFirst(3).first(where: { isText(arguments[$0], after: arguments[$0 - 1]) })
    else { return arguments }
    var rest = arguments
    let text = rest.remove(at: place)
    return rest + ["--", text]
  }

  /// A hyphen before anything but a letter or another hyphen begins no option.
  private static func isText(_ argument: String, after last: String) -> Bool {
    guard argument.first == "-", let next = argument.dropFirst().first, next != "-", !next.isLetter else {
      return false
    }
    return !last.hasPrefix("--") || last.contains("=") || flags.contains(last)
  }
}
