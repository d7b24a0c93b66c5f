import AnimationService
import ArgumentParser

/// The parameters of an animation as options, by the names of the HTTP interface.
typealias AnimationOptions = ParameterOptions<AnimationParameters>

protocol OfferedParameters {
  static var offered: [Parameter] { get }
}

/// All that an animation takes.
enum AnimationParameters: OfferedParameters {
  static let offered = Parameter.all.filter { $0.places.isSuperset(of: .sequence) }
}

/// How pictures look.
enum PictureParameters: OfferedParameters {
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
