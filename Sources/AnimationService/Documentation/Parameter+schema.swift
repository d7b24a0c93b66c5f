import Languages
import Documents
import Requests
import TextAnimation
import TextBytes
import WrittenNumbers

extension Parameter {
  /// Its JSON Schema; null and an empty text count as left out, and a number may be in quotation marks.
  func schema(_ interpolators: InterpolatorCatalog) -> JSONValue {
    var members = kind.schema(interpolators)
    if let defaultValue { members.append(.init("default", kind.value(defaultValue))) }
    members.append(.init("description", .string(summary)))
    if !examples.isEmpty { members.append(.init("examples", .array(examples.map(kind.value)))) }
    return .object(members)
  }
}

extension Parameter.Kind {
  private static let number = #"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?"#

  fileprivate func schema(_ interpolators: InterpolatorCatalog) -> [JSONValue.Member] {
    switch self {
    case .text, .names: [.init("type", ["string", "number", "null"])]
    case .textOrParts:
      [
        .init("type", ["string", "number", "object", "null"]),
        .init("additionalProperties", .object([.init("type", ["string", "number"])])),
      ]
    case .textsOrParts(let limit):
      [
        .init("type", ["string", "number", "array", "object", "null"]),
        .init("additionalProperties", .object([.init("type", ["string", "number"])])),
        .init("items", .object([.init("type", ["string", "number"])])),
        .init("minItems", .number("1")), .init("maxItems", .number(String(limit))),
      ]
    case .number(let range, let excludesMinimum):
      Self.numeric("number", range, excludesMinimum: excludesMinimum, pattern: Self.number)
    case .seconds(let range): Self.numeric("number", range, pattern: Self.number + "(s|ms|S|MS|Ms|mS)?")
    case .integer(let range):
      Self.numeric("integer", Double(range.lowerBound)...Double(range.upperBound), pattern: #"[+-]?\d+"#)
    case .repetitions(let range):
      Self.numeric("integer", Double(range.lowerBound)...Double(range.upperBound), pattern: #"([+-]?\d+|infinite)"#)
    case .boolean:
      [.init("enum", [.bool(true), .bool(false), "true", "false", "1", "0", "", .number("1"), .number("0"), .null])]
    case .choice, .interpolation:
      [.init("enum", .array((choices(of: interpolators) ?? []).map { .string($0) } + ["", .null]))]
    case .numbers(let range, let limit):
      [
        .init("type", ["string", "number", "array", "null"]),
        .init("items", .object([.init("type", ["number", "string"])] + Self.limits(range))),
        .init("maxItems", .number(String(limit))),
      ]
    case .transition:
      [
        .init("type", ["object", "string", "null"]), .init("additionalProperties", .bool(false)),
        .init(
          "properties",
          [
            "exit": ["$ref": "#/components/schemas/Keyframes"], "enter": ["$ref": "#/components/schemas/Keyframes"],
          ]),
      ]
    case .plurals:
      [
        .init("type", ["object", "string", "null"]), .init("additionalProperties", .bool(false)),
        .init("required", ["other"]),
        .init(
          "properties",
          .object(PluralCategory.allCases.map { .init($0.rawValue, ["type": "string"]) })),
      ]
    case .changes:
      [
        .init("type", ["array", "string", "null"]), .init("items", ["$ref": "#/components/schemas/EarlierChange"]),
        .init("maxItems", .number(String(EarlierChange.limit))),
      ]
    case .animations: [.init("$ref", "#/components/schemas/AnimationList")]
    }
  }

  /// A text as the JSON value that is nearest.
  fileprivate func value(_ text: String) -> JSONValue {
    switch self {
    case .number, .seconds, .integer, .repetitions: Double(text) == nil ? .string(text) : .number(text)
    case .boolean: .bool(text == "true")
    case .transition, .plurals, .changes, .animations: (try? JSONValue(parsing: Array(text.utf8))) ?? .string(text)
    case .text, .textOrParts, .textsOrParts, .choice, .interpolation, .names, .numbers: .string(text)
    }
  }

  private static func numeric(
    _ type: JSONValue, _ range: ClosedRange<Double>, excludesMinimum: Bool = false, pattern: String
  ) -> [JSONValue.Member] {
    [.init("type", [type, "string", "null"])] + limits(range, excludesMinimum: excludesMinimum)
      + [.init("pattern", .string("^(\(pattern))?$"))]
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
