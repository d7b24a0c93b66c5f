import Documents
import Requests
import ServiceSettings
import TextAnimation
import TextBytes
import WebAssets

/// `/openapi.json`: a template with the paths, parameters and files of this service in place of its marks.
///
/// A mark is a text or the name of a member in double braces, such as `"{{properties of /v1/frames}}"`; it is replaced by
/// any number of members.
struct OpenAPIDocument {
  let settings: Settings
  let interpolators: InterpolatorCatalog
  /// The files that are served, this document included.
  let files: [Asset]

  func bytes() throws(JSONSyntaxError) -> [UInt8] {
    var document = UTF8Buffer(capacity: 65_536)
    filled(try JSONValue(parsing: Asset["/openapi.json"].bytes)).writeJSON(to: &document)
    document.append("\n")
    return document.bytes()
  }

  private func filled(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string("{{version}}"): .string(KinetypeVersion.text)
    case .string("{{maximumAnimations}}"): .number(String(settings.maximumAnimations))
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
    switch member.name {
    case "{{parameters of an animation}}":
      return Parameter.all.filter(\.isAnimated).map { .init($0.name, $0.component) }
    case "{{properties of an animation}}": return Parameter.all.filter(\.isAnimated).map(property)
    case "{{properties of a label}}":
      let parameters = parameters(at: .label)
      let reference = "#/components/schemas/AnimationParameters/properties/"
      return parameters.map { $0.isAnimated ? .init($0.name, ["$ref": .string(reference + $0.name)]) : property($0) }
    case "{{paths}}":
      return Endpoint.all.map { .init($0.path, $0.pathItem(interpolators)) } + files.map { .init($0.path, $0.pathItem) }
    default: return [.init(member.name, filled(member.value))]
    }
  }

  private func parameters(at place: Parameter.Places) -> [Parameter] {
    Parameter.all.filter { $0.places.contains(place) }
  }

  private func property(_ parameter: Parameter) -> JSONValue.Member {
    JSONValue.Member(parameter.name, parameter.schema(interpolators))
  }
}

extension Parameter {
  /// Its entry in the parameters of a query.
  func reference(at place: Places?, _ interpolators: InterpolatorCatalog) -> JSONValue {
    if isAnimated, place != .curve { return ["$ref": .string("#/components/parameters/\(name)")] }
    guard place == .curve, name == "curve" else {
      return ["name": .string(name), "in": "query", "schema": querySchema(interpolators)]
    }
    return [
      "name": .string(name), "in": "query", "required": .bool(true), "example": .string(examples[0]),
      "schema": ["type": ["string", "number", "null"], "description": .string(summary)],
    ]
  }

  /// Its entry in the components, which refers to its schema in an animation.
  fileprivate var component: JSONValue {
    let schema: JSONValue = ["$ref": .string("#/components/schemas/AnimationParameters/properties/\(name)")]
    switch kind {
    case .transition, .plurals, .changes:
      return ["name": .string(name), "in": "query", "content": ["application/json": ["schema": schema]]]
    default: return ["name": .string(name), "in": "query", "schema": schema]
    }
  }

  private func querySchema(_ interpolators: InterpolatorCatalog) -> JSONValue {
    guard case .animations = kind else { return schema(interpolators) }
    return [
      "type": ["string", "null"], "contentMediaType": "application/json",
      "contentSchema": ["$ref": "#/components/schemas/AnimationList"], "description": .string(summary),
    ]
  }
}

extension String {
  /// Whether it begins like a mark; all other texts need not be compared.
  fileprivate var isMark: Bool { utf8.first == UInt8(ascii: "{") }
}

extension Asset {
  /// Its entry in the paths.
  fileprivate var pathItem: JSONValue {
    let type = String(mediaType.prefix { $0 != ";" })
    let schema: JSONValue = ["type": type == "application/json" ? "object" : "string"]
    let name: JSONValue = [
      "name": "id", "in": "path", "required": .bool(true), "schema": ["type": "string", "minLength": .number("1")],
    ]
    return [
      "parameters": .array(path.contains("{id}") ? [name] : []),
      "get": [
        "operationId": .string(operation), "summary": .string(summary),
        "responses": [
          "200": [
            "description": "OK", "headers": ["ETag": ["$ref": "#/components/headers/ETag"]],
            "content": .object([.init(type, ["schema": schema])]),
          ],
          "304": ["$ref": "#/components/responses/NotModified"],
        ],
      ],
    ]
  }
}
