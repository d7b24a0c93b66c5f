import WireFormat

extension JSONValue {
  /// Whether it says nothing, which counts as absent.
  var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// What kind of value it is, in an error's words.
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The text of a number, which may stand in quotation marks.
  var digits: String? {
    switch self {
    case .number(let text), .string(let text): text
    default: nil
    }
  }
}
