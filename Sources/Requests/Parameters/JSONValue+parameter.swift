import TextBytes

// Values of parameters: typed in JSON, always texts in a query or a form.
extension JSONValue {
  /// A text; a JSON number counts as its digits.
  package func text() throws(ParameterRefusal) -> String {
    if case .number(let digits) = self { return Self.withoutExponent(digits) }
    return try literal("a text or a number")
  }

  package func shortText(_ limits: TextLimits) throws(ParameterRefusal) -> String {
    let text = try text()
    try limits.check(text)
    return text
  }

  /// A text, or a JSON number as it was written; `kind` is what errors call it.
  func literal(_ kind: String) throws(ParameterRefusal) -> String {
    switch self {
    case .string(let text), .number(let text): return text
    default: throw ParameterRefusal("must be \(kind), not \(kindName)")
    }
  }

  /// An array or an object, or the JSON text of one, since a query has only texts; `kind` is what errors call it.
  func structure(_ kind: String) throws(ParameterRefusal) -> JSONValue {
    guard case .string(let text) = self else { return self }
    do throws(JSONSyntaxError) {
      return try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw ParameterRefusal("must be \(kind): \(error.description)")
    }
  }

  /// Whether it is null, which counts as absent.
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  var isEmptyText: Bool {
    if case .string(let text) = self { text.isEmpty } else { false }
  }

  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// About the bytes of its text.
  var byteCount: Int {
    switch self {
    case .null, .bool: 4
    case .number(let text), .string(let text): text.utf8.count
    case .array(let elements): elements.reduce(0) { $0 + $1.byteCount + 1 }
    case .object(let members): members.reduce(0) { $0 + $1.name.utf8.count + $1.value.byteCount + 1 }
    }
  }

  /// The text of a number, which may stand in quotation marks.
  var digits: String? {
    switch self {
    case .number(let text), .string(let text): text
    default: nil
    }
  }

  /// A JSON number in digits alone, since a number in a text has no exponent: `1e+16` is how some languages write 10¹⁶.
  ///
  /// An exponent beyond those of `Double` is kept.
  private static func withoutExponent(_ number: String) -> String {
    guard let mark = number.utf8.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }),
      let exponent = Int(number[number.index(after: mark)...]), (-324...324).contains(exponent)
    else { return number }
    let sign = number.hasPrefix("-") ? "-" : ""
    let parts = number[..<mark].dropFirst(sign.count).split(separator: ".", maxSplits: 1)
    let digits = Array(parts.joined().utf8)
    let point = parts[0].count + exponent
    let padded =
      point <= 0
      ? Array(repeating: UInt8(ascii: "0"), count: 1 - point) + digits
      : digits + Array(repeating: UInt8(ascii: "0"), count: max(point - digits.count, 0))
    let integer = padded.prefix(max(point, 1)).drop { $0 == UInt8(ascii: "0") }
    let fraction = padded.dropFirst(max(point, 1))
    return sign + (integer.isEmpty ? "0" : String(decoding: integer, as: UTF8.self))
      + (fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self))
  }
}

extension String {
  /// A client's text, short enough to be repeated in an error.
  package var excerpt: String { count > 40 ? "\(prefix(40))…" : self }

  /// A time without its `s` or `ms`, in letters of either size, and what its number is to be divided by.
  var withoutTimeUnit: (digits: String, divisor: Double) {
    guard let last = utf8.last, last | 0x20 == UInt8(ascii: "s") else { return (self, 1) }
    let rest = utf8.dropLast()
    guard let unit = rest.last, unit | 0x20 == UInt8(ascii: "m") else { return (String(rest) ?? "", 1) }
    return (String(rest.dropLast()) ?? "", 1000)
  }
}
