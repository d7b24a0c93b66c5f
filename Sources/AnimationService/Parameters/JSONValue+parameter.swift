import Timing
import TextBytes

// Values of parameters: typed in JSON, always texts in a query or a form.
extension JSONValue {
  /// A text; a JSON number counts as its digits.
  func text() throws(ParameterRefusal) -> String {
    if case .number(let digits) = self { return Self.withoutExponent(digits) }
    return try literal("a text or a number")
  }

  /// A finite number within a range.
  func number(in range: ClosedRange<Double>) throws(ParameterRefusal) -> Double {
    let text = try literal("a number")
    guard let value = Double(decimal: text) else {
      throw ParameterRefusal("must be a number, not `\(text.excerpt)`")
    }
    return try value.checked(in: range, unit: "", written: text)
  }

  /// A whole number within a range; JSON has no other name for 2.0.
  func integer(in range: ClosedRange<Int>) throws(ParameterRefusal) -> Int {
    let text = try literal("a whole number")
    guard let value = Int(decimal: text) else {
      throw ParameterRefusal("must be a whole number, not `\(text.excerpt)`")
    }
    guard range.contains(value) else {
      let (low, high) = (range.lowerBound, range.upperBound)
      let limits = high == .max ? "\(low) or more" : "from \(low) to \(high)"
      throw ParameterRefusal("must be \(limits), not \(text.excerpt)")
    }
    return value
  }

  /// A time in seconds: `2`, `0.4`, or a CSS `<time>` such as `400ms` or `2s`.
  func seconds(in range: ClosedRange<Double>) throws(ParameterRefusal) -> Double {
    let text = try literal("a time in seconds")
    if let value = Double(decimal: text) { return try value.checked(in: range, unit: " seconds", written: text) }
    let (digits, divisor) = text.withoutTimeUnit
    guard let value = Double(decimal: digits) else {
      throw ParameterRefusal("must be a time in seconds (`2`, `0.4`, `400ms`, `2s`), not `\(text.excerpt)`")
    }
    return try (value / divisor).checked(in: range, unit: " seconds", written: text)
  }

  /// `true` or `false`; `1`, `0` and a bare name in a query count too.
  func boolean() throws(ParameterRefusal) -> Bool {
    switch self {
    case .bool(let value): value
    case .string("true"), .string("1"), .string(""), .number("1"): true
    case .string("false"), .string("0"), .number("0"): false
    default: throw ParameterRefusal("must be `true` or `false`")
    }
  }

  /// One of an enumeration's cases, by its raw value.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of type: Choice.Type = Choice.self
  ) throws(ParameterRefusal) -> Choice {
    let text = try text()
    guard let choice = Choice(rawValue: text) else {
      throw .noChoice(text, among: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  /// Numbers with commas between them, in a text or an array, each within a range.
  func numbers(in range: ClosedRange<Double>, limit: Int) throws(ParameterRefusal) -> [Double] {
    let texts: [String]
    switch self {
    case .string(let text): texts = text.elements(separatedBy: ",").map { String($0) }
    case .number(let text): texts = [text]
    case .array(let elements): texts = elements.map { $0.digits ?? $0.kindName }
    default: throw ParameterRefusal("must be numbers with commas between them, not \(kindName)")
    }
    guard texts.count <= limit else {
      throw ParameterRefusal("has \(texts.count) numbers; \(limit) are possible")
    }
    var numbers: [Double] = []
    for text in texts {
      guard let value = Double(decimal: text) else {
        throw ParameterRefusal("must be numbers with commas between them, not `\(text.excerpt)`")
      }
      numbers.append(try value.checked(in: range, unit: "", written: text))
    }
    return numbers
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
  var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Whether it is a text without characters.
  var isEmptyText: Bool {
    if case .string(let text) = self { text.isEmpty } else { false }
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
  private var digits: String? {
    switch self {
    case .number(let text), .string(let text): text
    default: nil
    }
  }

  /// A text, or a JSON number as it was written; `kind` is what errors call it.
  private func literal(_ kind: String) throws(ParameterRefusal) -> String {
    switch self {
    case .string(let text), .number(let text): return text
    default: throw ParameterRefusal("must be \(kind), not \(kindName)")
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

extension ParameterRefusal {
  /// A text that is none of some names, with the name it may be meant for.
  static func noChoice(_ text: String, among names: [String]) -> ParameterRefusal {
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    let hint = Spelling.nearest(to: text, among: names).map { "; did you mean `\($0)`?" } ?? ""
    return ParameterRefusal("must be one of \(list), not `\(text.excerpt)`\(hint)")
  }
}

extension String {
  /// A client's text, short enough to be repeated in an error.
  var excerpt: String { count > 40 ? "\(prefix(40))…" : self }

  /// A time without its `s` or `ms`, in letters of either size, and what its number is to be divided by.
  fileprivate var withoutTimeUnit: (digits: String, divisor: Double) {
    guard let last = utf8.last, last | 0x20 == UInt8(ascii: "s") else { return (self, 1) }
    let rest = utf8.dropLast()
    guard let unit = rest.last, unit | 0x20 == UInt8(ascii: "m") else { return (String(rest) ?? "", 1) }
    return (String(rest.dropLast()) ?? "", 1000)
  }
}
