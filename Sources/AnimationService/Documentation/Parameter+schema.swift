import Documents
import Requests
import TextAnimation
import TextBytes
import WrittenNumbers

/// Where a value stands: a query has texts only, a body JSON as well.
enum ValuePlace {
  case query, body
}

extension Parameter {
  /// Its JSON Schema, with the one type that clients should send; the document says in words what else is taken.
  func schema(in place: ValuePlace, _ interpolators: InterpolatorCatalog) -> JSONValue {
    if isAnimated, let component, place == .body || kind.choices(of: interpolators) != nil {
      return ["$ref": .string("#/components/schemas/\(component)")]
    }
    return ownSchema(in: place, interpolators)
  }

  /// The same where null has a meaning of its own.
  func schemaOrNull(_ interpolators: InterpolatorCatalog) -> JSONValue {
    let schema = schema(in: .body, interpolators)
    guard case .object(var members) = schema else { return schema }
    if let index = members.firstIndex(where: { $0.name == "type" }) {
      members[index] = .init("type", [members[index].value, "null"])
      return .object(members)
    }
    let isMeaning = { (member: JSONValue.Member) in ["$ref", "anyOf"].contains(member.name) }
    let meaning: JSONValue = .object(members.filter(isMeaning))
    members.removeAll(where: isMeaning)
    if members.isEmpty { members.append(.init("description", .string(description))) }
    return .object(members + [.init("anyOf", [meaning, ["type": "null"]])])
  }

  /// What it does, and what stands for leaving it out: clients would send what a schema has as its default, and what is
  /// sent can mean something else than what is left out.
  var description: String { defaultValue.map { "\(summary) Default: `\($0)`." } ?? summary }

  /// Its member of the components, where it has one: what clients need a type for, which every request then shares.
  func namedSchema(_ interpolators: InterpolatorCatalog) -> JSONValue.Member? {
    component.map { .init($0, ownSchema(in: .body, interpolators)) }
  }

  private var component: String? {
    switch kind {
    case .choice, .interpolation: name.prefix(1).uppercased() + name.dropFirst()
    case .textOrParts: "SourceText"
    case .textsOrParts: "TargetText"
    case .repetitions: "Repetitions"
    default: nil
    }
  }

  private func ownSchema(in place: ValuePlace, _ interpolators: InterpolatorCatalog) -> JSONValue {
    var members = kind.schema(in: place, interpolators)
    // A parameter of a query says so itself.
    if place == .body { members.append(.init("description", .string(description))) }
    if !examples.isEmpty { members.append(.init("examples", .array(examples.map { kind.value($0, in: place) }))) }
    return .object(members)
  }
}

extension Parameter.Kind {
  fileprivate func schema(in place: ValuePlace, _ interpolators: InterpolatorCatalog) -> [JSONValue.Member] {
    switch self {
    case .text, .names: [.init("type", "string")]
    case .number(let range, let excludesMinimum):
      [.init("type", "number")] + Self.limits(range, excludesMinimum: excludesMinimum)
    case .seconds(let range): [.init("type", "number")] + Self.limits(range)
    case .integer(let range): Self.integer(range)
    case .boolean: [.init("type", "boolean")]
    case .choice, .interpolation:
      [.init("type", "string"), .init("enum", .array((choices(of: interpolators) ?? []).map { .string($0) }))]
    case .repetitions, .numbers, .textOrParts, .textsOrParts, .transition, .plurals, .changes, .animations:
      place == .query ? writtenSchema : structure
    }
  }

  /// What is not of one plain type, as the text that a query has of it.
  private var writtenSchema: [JSONValue.Member] {
    let text = JSONValue.Member("type", "string")
    switch self {
    case .transition, .plurals, .changes, .animations:
      return [
        text, .init("contentMediaType", "application/json"), .init("contentSchema", .object(structure)),
      ]
    default: return [text]
    }
  }

  /// The same in a body.
  private var structure: [JSONValue.Member] {
    let text: JSONValue = ["type": "string"]
    let parts: JSONValue = ["$ref": "#/components/schemas/TextParts"]
    switch self {
    case .repetitions(let range):
      return [.init("anyOf", [.object(Self.integer(range)), ["type": "string", "enum": ["infinite"]]])]
    case .numbers(let range, let limit):
      return [
        .init("type", "array"), .init("items", .object([.init("type", "number")] + Self.limits(range))),
        .init("maxItems", .number(String(limit))),
      ]
    case .textOrParts: return [.init("anyOf", [text, ["type": "number"], parts])]
    case .textsOrParts(let limit):
      let limit = JSONValue.number(String(limit))
      let texts: JSONValue = ["type": "array", "items": text, "minItems": .number("1"), "maxItems": limit]
      return [.init("anyOf", [text, ["type": "number"], texts, parts])]
    case .plurals: return [.init("$ref", "#/components/schemas/PluralForms")]
    case .transition: return [.init("$ref", "#/components/schemas/KeyframesOfLabels")]
    case .changes: return [.init("$ref", "#/components/schemas/EarlierChanges")]
    default: return [.init("$ref", "#/components/schemas/AnimationList")]
    }
  }

  /// A text as the JSON value that is nearest.
  fileprivate func value(_ text: String, in place: ValuePlace) -> JSONValue {
    let parsed = try? JSONValue(parsing: Array(text.utf8))
    switch self {
    // The CSS times among them are for whoever writes by hand.
    case .number, .seconds, .integer, .repetitions: return Double(text) == nil ? .string(text) : .number(text)
    case .boolean: return .bool(text == "true")
    case .numbers where place == .body: return (try? JSONValue(parsing: Array("[\(text)]".utf8))) ?? .string(text)
    case .transition, .plurals, .changes, .animations: return place == .body ? parsed ?? .string(text) : .string(text)
    case .text, .textOrParts, .textsOrParts, .choice, .interpolation, .names, .numbers: return .string(text)
    }
  }

  private static func integer(_ range: ClosedRange<Int>) -> [JSONValue.Member] {
    [.init("type", "integer")] + limits(Double(range.lowerBound)...Double(range.upperBound))
  }

  /// The bounds, but for those that are the limits of 64-bit integers.
  private static func limits(_ range: ClosedRange<Double>, excludesMinimum: Bool = false) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if range.lowerBound > -0x1p63 {
      members.append(.init(excludesMinimum ? "exclusiveMinimum" : "minimum", .number(range.lowerBound.plain)))
    }
    if range.upperBound < 0x1p63 { members.append(.init("maximum", .number(range.upperBound.plain))) }
    return members
  }
}
