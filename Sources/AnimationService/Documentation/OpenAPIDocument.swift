import Documents
import WrittenNumbers
import LiveLabels
import Requests
import Deployment
import TextAnimation
import TextBytes

// MARK: - `/openapi.json`

// A template with the paths and parameters of this service in place of its marks. A mark is a text or the name of a member
// in double braces, such as `"{{properties of /v1/frames}}"`; it is replaced by any number of members.
extension ServedFiles {
  var openAPI: [UInt8] {
    guard let template = try? JSONValue(parsing: Asset["/openapi.json"].bytes) else {
      preconditionFailure("the template of /openapi.json is JSON")
    }
    var document = UTF8Buffer(capacity: 65_536)
    filled(template).writeJSON(to: &document)
    document.append("\n")
    return document.bytes()
  }

  private func filled(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string("{{version}}"): .string(KinetypeVersion.text)
    case .string("{{maximumAnimations}}"): .number(String(settings.maximumAnimations))
    case .string("{{maximumEarlierChanges}}"): .number(String(EarlierChange.limit))
    case .array(let elements): .array(elements.map(filled))
    case .object(let members): .object(members.flatMap(filledMembers))
    case .null, .bool, .number, .string: value
    }
  }

  private func filledMembers(_ member: JSONValue.Member) -> [JSONValue.Member] {
    guard member.name.isMark else { return [.init(member.name, filled(member.value))] }
    for (path, place) in Parameter.Places.all where member.name == "{{properties of \(path)}}" {
      return parameters(at: place).filter { !$0.isAnimated && $0.name != "animations" }.map(property)
    }
    let animated = Parameter.all.filter(\.isAnimated)
    switch member.name {
    case "{{parameters of an animation}}": return animated.map { .init($0.name, $0.inQuery(interpolators)) }
    case "{{properties of an animation}}": return animated.map(property)
    case "{{names of an animation}}": return animated.compactMap { $0.namedSchema(interpolators) }
    case "{{properties of a label}}":
      return parameters(at: .label).map { .init($0.name, $0.schemaOrNull(interpolators)) }
    case "{{properties of a visitor's label}}":
      return parameters(at: .label).filter { $0.name != "to" && LabelParameterSet.visitorNames.contains($0.name) }
        .map(property)
    case "{{forms of a word}}": return PluralCategory.allCases.map { .init($0.rawValue, ["type": "string"]) }
    case "{{paths}}": return Endpoint.all.map { .init($0.path, $0.pathItem(interpolators)) }
    default: return [.init(member.name, filled(member.value))]
    }
  }

  private func parameters(at place: Parameter.Places) -> [Parameter] {
    Parameter.all.filter { $0.places.contains(place) }
  }

  private func property(_ parameter: Parameter) -> JSONValue.Member {
    JSONValue.Member(parameter.name, parameter.schema(in: .body, interpolators))
  }
}

extension Parameter {
  /// Its entry in the parameters of a query.
  func reference(at place: Places?, _ interpolators: InterpolatorCatalog) -> JSONValue {
    if isAnimated, place != .curve { return ["$ref": .string("#/components/parameters/\(name)")] }
    let isRequired = (place == .curve && name == "curve") || (place == .labelsStream && name == "id")
    return inQuery(interpolators, isRequired: isRequired)
  }

  /// Its description as a parameter of queries.
  fileprivate func inQuery(_ interpolators: InterpolatorCatalog, isRequired: Bool = false) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("in", "query"), .init("description", .string(description)),
      .init("style", "form"), .init("schema", schema(in: .query, interpolators)),
    ]
    if isRequired { members.append(.init("required", .bool(true))) }
    return .object(members)
  }
}

extension String {
  /// Whether it begins like a mark; all other texts need not be compared.
  fileprivate var isMark: Bool { utf8.first == UInt8(ascii: "{") }
}
