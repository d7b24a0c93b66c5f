import AnimationService
import ArgumentParser
import Requests

struct Frames: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Writes a whole sequence to standard output.",
    discussion: """
      Examples:
        kinetype frames --from '100 apples' --to '400 apples'
        kinetype frames --from 0 --to 99.5 --format '%.1f%%' --fps 10 --as csv
        kinetype frames --to 1500000 --locale de --style currency --currency EUR --as text
        kinetype frames --to 1234 --interpolation odometer --as svg --repeat infinite --color crimson > users.svg
      """
  )

  @OptionGroup var animation: AnimationOptions

  @OptionGroup(title: "Pictures") var picture: ParameterOptions<Frames>

  @Option(name: .customLong("as"), help: ArgumentHelp(of: "as", at: .frames))
  var representation = "json"

  func run() throws {
    try CommandOutput.write { () throws(Problem) in
      try NamedAnimation(animation.parameters + picture.parameters).document(as: representation)
    }
  }
}

struct Frame: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Writes one frame as JSON, computed without the others.",
    discussion: """
      Examples:
        kinetype frame --from '100 apples' --to '400 apples' --time 1.25
        kinetype frame --from 0 --to 9007199254740993 --position 0.5 --include value,velocity
      """
  )

  @OptionGroup var animation: AnimationOptions

  @Option(parsing: .unconditional, help: ArgumentHelp(of: "index", at: .frame))
  var index: String?

  @Option(parsing: .unconditional, help: ArgumentHelp(of: "time", at: .frame))
  var time: String?

  @Option(parsing: .unconditional, help: ArgumentHelp(of: "position", at: .frame))
  var position: String?

  @Option(parsing: .unconditional, help: "The earlier name of --position.")
  var progress: String?

  func run() throws {
    let position = [("index", index), ("time", time), ("position", position), ("progress", progress)]
      .compactMap { name, value in value.map { (name: name, value: $0) } }
    try CommandOutput.write { () throws(Problem) in try NamedAnimation(animation.parameters).frame(at: position) }
  }
}

/// The parameters of an animation as options, by the names of the HTTP interface, in the groups of their tables.
struct AnimationOptions: ParsableArguments {
  @OptionGroup(title: "Texts") var texts: ParameterOptions<TextParameters>
  @OptionGroup(title: "Motion") var motion: ParameterOptions<MotionParameters>
  @OptionGroup(title: "Effects") var looks: ParameterOptions<LookParameters>
  @OptionGroup(title: "Numbers") var numbers: ParameterOptions<NumberParameters>
  @OptionGroup(title: "More of an animation") var others: ParameterOptions<OtherParameters>

  /// Name and value of everything that was given.
  var parameters: [(name: String, value: String)] {
    texts.parameters + motion.parameters + looks.parameters + numbers.parameters + others.parameters
  }
}

/// Says which parameters are options of a command, or of a part of it.
protocol OfferedParameters {
  static var offered: [Parameter] { get }
}

enum TextParameters: OfferedParameters {
  static let offered = Parameter.texts.ofAnimations.filter { !MotionParameters.names.contains($0.name) }
}

enum MotionParameters: OfferedParameters {
  /// Those of the table of texts that say how one becomes the other.
  fileprivate static let names = ["duration", "curve", "fps", "interpolation"]
  static let offered = Parameter.texts.filter { names.contains($0.name) } + Parameter.motion.ofAnimations
}

enum LookParameters: OfferedParameters {
  static let offered = Parameter.looks.ofAnimations
}

enum NumberParameters: OfferedParameters {
  static let offered = Parameter.numbers.ofAnimations
}

/// What an animation takes beside these.
enum OtherParameters: OfferedParameters {
  static let offered = {
    let grouped = Set((Parameter.texts + Parameter.motion + Parameter.looks + Parameter.numbers).map(\.name))
    return Parameter.all.ofAnimations.filter { !grouped.contains($0.name) }
  }()
}

extension [Parameter] {
  /// Those that an animation takes.
  fileprivate var ofAnimations: [Parameter] { filter { $0.places.isSuperset(of: .sequence) } }
}

extension Frames: OfferedParameters {
  /// How pictures look.
  static let offered = Parameter.all.filter { $0.places.isSuperset(of: .pictures) }
}

/// Parameters as options, by the names of the HTTP interface: one for each in its table.
struct ParameterOptions<Place: OfferedParameters>: ParsableArguments, CustomReflectable {
  /// Name and value of everything that was given, in the order of the table.
  private(set) var parameters: [(name: String, value: String)] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: OptionName.self)
    for parameter in Place.offered {
      let name = OptionName(stringValue: parameter.name)
      if case .boolean = parameter.kind {
        if try values.decode(Flag<Bool>.self, forKey: name).wrappedValue { parameters.append((parameter.name, "true")) }
      } else if let value = try values.decode(Option<String?>.self, forKey: name).wrappedValue {
        parameters.append((parameter.name, value))
      }
    }
  }

  /// The options as ArgumentParser finds them: it looks at the properties of an instance that has no values.
  var customMirror: Mirror {
    Mirror(self, children: Place.offered.map { (label: $0.name, value: Self.option($0)) })
  }

  private static func option(_ parameter: Parameter) -> Any {
    // Both `--fraction-digits` and `--fractionDigits`.
    let isOneWord = !parameter.name.contains(where: \.isUppercase)
    let name: NameSpecification = isOneWord ? .long : [.long, .customLong(parameter.name)]
    let help = ArgumentHelp(parameter)
    switch parameter.kind {
    case .boolean: return Flag<Bool>(wrappedValue: false, name: name, help: help)
    // A following option is not taken for the value.
    case .choice, .interpolation, .names: return Option<String?>(name: name, parsing: .next, help: help)
    default: return Option<String?>(name: name, parsing: .unconditional, help: help)
    }
  }

  private struct OptionName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) { return nil }
  }
}

extension ArgumentHelp {
  /// What a parameter does, with its values and its default, in the plain text of a terminal.
  init(_ parameter: Parameter, saysDefault: Bool = true) {
    let values = parameter.kind.description().map { " \($0)." } ?? ""
    let start = saysDefault ? parameter.defaultValue.map { " (default: \($0))" } ?? "" : ""
    self.init(stringLiteral: (OptionNames.words(parameter.summary) + values + start).filter { $0 != "`" })
  }

  /// The same for the parameter of this name in one place, without the default, which the option itself has.
  init(of name: String, at place: Parameter.Places) {
    guard let parameter = Parameter.all.first(where: { $0.name == name && $0.places.contains(place) }) else {
      preconditionFailure("\(name) is no parameter")
    }
    self.init(parameter, saysDefault: false)
  }
}
