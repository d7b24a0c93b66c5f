package import Documents
import TextAnimation
import WrittenNumbers
import TextBytes
import Timing

/// What values a parameter takes, or a member of an object in one: which are possible, and how one is read.
struct ValueType<Value: Sendable>: Sendable {
  let kind: Parameter.Kind
  /// Reads a value that is not null: typed in JSON, always a text in a query or a form.
  let read: @Sendable (JSONValue, Reading) throws(ParameterRefusal) -> Value

  init(
    _ kind: Parameter.Kind = .text,
    read: @escaping @Sendable (JSONValue, Reading) throws(ParameterRefusal) -> Value
  ) {
    (self.kind, self.read) = (kind, read)
  }
}

struct Reading {
  let context: RequestContext
  let limits: TextLimits
}

/// Why a value is refused, in words that follow the parameter's name.
package struct ParameterRefusal: Error {
  /// Each with the path below the value where it is: nothing for the value itself.
  package let problems: [ParameterProblem]

  init(_ problems: [ParameterProblem]) {
    self.problems = problems
  }

  init(_ detail: String, at path: String = "") {
    self.init([ParameterProblem(parameter: path, detail: detail)])
  }

  package var detail: String { problems.first?.detail ?? "" }
}

/// How long a text may be that comes with a request.
package struct TextLimits {
  let bytes: Int
  /// Grapheme clusters.
  let characters: Int

  package init(bytes: Int, characters: Int) {
    (self.bytes, self.characters) = (bytes, characters)
  }

  /// For what is kept: it was short enough when it came, and the settings may have changed since.
  static let none = TextLimits(bytes: .max, characters: .max)

  package func check(_ text: String) throws(ParameterRefusal) {
    if text.utf8.count > bytes {
      throw ParameterRefusal("has \(text.utf8.count) bytes; \(bytes) are allowed")
    }
    if text.utf8.count > characters, text.count > characters {
      throw ParameterRefusal("has \(text.count) characters; \(characters) are allowed")
    }
  }
}

// MARK: - Numbers

extension ValueType {
  static func number(_ range: ClosedRange<Double>) -> Self where Value == Double {
    Self(.number(range)) { (value, _) throws(ParameterRefusal) in
      let text = try value.literal("a number")
      guard let number = Double(decimal: text) else {
        throw ParameterRefusal("must be a number, not `\(text.excerpt)`")
      }
      return try number.checked(in: range, unit: "", written: text)
    }
  }

  /// A time in seconds: `2`, `0.4`, or a CSS `<time>` such as `400ms` or `2s`.
  static func seconds(_ range: ClosedRange<Double>) -> Self where Value == Double {
    Self(.seconds(range)) { (value, _) throws(ParameterRefusal) in
      let text = try value.literal("a time in seconds")
      if let value = Double(decimal: text) { return try value.checked(in: range, unit: " seconds", written: text) }
      let (digits, divisor) = text.withoutTimeUnit
      guard let value = Double(decimal: digits) else {
        throw ParameterRefusal("must be a time in seconds (`2`, `0.4`, `400ms`, `2s`), not `\(text.excerpt)`")
      }
      return try (value / divisor).checked(in: range, unit: " seconds", written: text)
    }
  }

  /// Numbers with commas between them, in a text or an array, each within a range.
  static func numbers(_ range: ClosedRange<Double>, limit: Int) -> Self where Value == [Double] {
    Self(.numbers(range, limit: limit)) { (value, _) throws(ParameterRefusal) in
      let texts: [String]
      switch value {
      case .string(let text): texts = text.elements(separatedBy: ",").map { String($0) }
      case .number(let text): texts = [text]
      case .array(let elements): texts = elements.map { $0.digits ?? $0.kindName }
      default: throw ParameterRefusal("must be numbers with commas between them, not \(value.kindName)")
      }
      guard texts.count <= limit else {
        throw ParameterRefusal("has \(texts.count) numbers; \(limit) are allowed")
      }
      var numbers: [Double] = []
      for text in texts {
        guard let number = Double(decimal: text) else {
          throw ParameterRefusal("must be numbers with commas between them, not `\(text.excerpt)`")
        }
        numbers.append(try number.checked(in: range, unit: "", written: text))
      }
      return numbers
    }
  }

  /// A whole number within a range; JSON has no other name for 2.0.
  static func integer(_ range: ClosedRange<Int>) -> Self where Value == Int {
    Self(.integer(range)) { (value, _) throws(ParameterRefusal) in
      let text = try value.literal("a whole number")
      guard let number = Int(decimal: text) else {
        throw ParameterRefusal("must be a whole number, not `\(text.excerpt)`")
      }
      guard range.contains(number) else {
        let (low, high) = (range.lowerBound, range.upperBound)
        let limits = high == .max ? "\(low) or more" : "from \(low) to \(high)"
        throw ParameterRefusal("must be \(limits), not \(text.excerpt)")
      }
      return number
    }
  }

  /// A whole number of iterations, or `infinite`.
  static func repetitions(_ range: ClosedRange<Int>) -> Self where Value == Playback.RepeatCount {
    Self(.repetitions(range)) { (value, _) throws(ParameterRefusal) in
      let text = try value.text()
      if text == "infinite" { return .infinite }
      guard let count = Int(decimal: text) else {
        throw ParameterRefusal("must be a whole number or `infinite`, not `\(text.excerpt)`")
      }
      guard range.contains(count) else {
        throw ParameterRefusal(
          "must be from \(range.lowerBound) to \(range.upperBound), or `infinite`, not \(text.excerpt)")
      }
      return .times(count)
    }
  }

  /// What a number grows by in a second: 0, or a plain decimal of a magnitude that a line can be told with.
  static func rate() -> Self where Value == Decimal {
    Self { (value, _) throws(ParameterRefusal) in
      let text = try value.text()
      guard text.utf8.count <= NumberLimits.writtenDigits, !text.isEmpty, let rate = Decimal(plain: text)?.withoutZeros
      else { throw ParameterRefusal("must be a plain decimal, such as `-1` or `12.5`, not `\(text.excerpt)`") }
      guard rate.isZero || (-9...11).contains(rate.exponent) || rate.magnitude == Decimal(1_000_000_000_000),
        let digits = rate.shifted(by: 9), digits.withoutZeros == digits.truncated
      else {
        throw ParameterRefusal("must be 0, or from 10⁻⁹ to 10¹² with up to 9 digits behind the point, or that below 0")
      }
      return rate
    }
  }

  /// A time with its zone, or seconds from now.
  static func instant() -> Self where Value == Instant {
    Self { (value, _) throws(ParameterRefusal) in
      let text = try value.text()
      if let time = Instant(text) { return time }
      let (digits, divisor) = text.withoutTimeUnit
      guard let seconds = Double(decimal: text) ?? Double(decimal: digits).map({ $0 / divisor }) else {
        throw ParameterRefusal(
          "must be a time with its zone, such as `2026-12-31T23:00:00Z`, or seconds from now, not `\(text.excerpt)`")
      }
      guard abs(seconds) <= Instant.farthest else { throw .tooFar }
      return .later(microseconds: Int64((seconds * 1e6).rounded()))
    }
  }

  /// A plain decimal, or a time with colons.
  static func addend() -> Self where Value == Addend {
    Self { (value, _) throws(ParameterRefusal) in
      let text = try value.text()
      guard text.utf8.count <= NumberLimits.writtenDigits, let addend = Addend(text) else {
        throw ParameterRefusal(
          "must be a decimal of up to \(NumberLimits.digits) digits, such as `12.50`, or a time, such as `5:00`, not "
            + "`\(text.excerpt)`")
      }
      return addend
    }
  }

  static func factor() -> Self where Value == Decimal {
    Self(.number(0 ... .infinity, excludesMinimum: true)) { (value, _) throws(ParameterRefusal) in
      let text = try value.text()
      guard !text.isEmpty, let factor = try? Decimal(parsing: text), factor.isFactor else {
        let digits = Decimal.factorDigits
        throw ParameterRefusal(
          "must be a number above 0 of at most \(digits) digits, such as `0.5` or `10`, not `\(text.excerpt)`")
      }
      return factor
    }
  }

  // MARK: - Names and texts

  /// `true` or `false`; `1`, `0` and a bare name in a query count too.
  static func boolean() -> Self where Value == Bool {
    Self(.boolean) { (value, _) throws(ParameterRefusal) in
      switch value {
      case .bool(let value): value
      case .string("true"), .string("1"), .string(""), .number("1"): true
      case .string("false"), .string("0"), .number("0"): false
      default: throw ParameterRefusal("must be `true` or `false`")
      }
    }
  }

  package static func name(_ names: [String], _ find: @escaping @Sendable (String) -> Value?) -> Self {
    Self(.choice(names)) { (value, _) throws(ParameterRefusal) in
      let name = try value.text()
      guard let value = find(name) else { throw .noChoice(name, among: names) }
      return value
    }
  }

  /// What a text is written as, or why it is not.
  static func written(_ read: @escaping @Sendable (String) throws(ParameterRefusal) -> Value) -> Self {
    Self { (value, _) throws(ParameterRefusal) in try read(value.text()) }
  }

  static func choice(of type: Value.Type) -> Self where Value: RawRepresentable<String> & CaseIterable {
    choice(among: Array(Value.allCases))
  }

  static func choice(among values: [Value]) -> Self where Value: RawRepresentable<String> {
    name(values.map(\.rawValue)) { name in values.first { $0.rawValue == name } }
  }
}

extension ValueType where Value == String {
  /// Any text; a JSON number counts as its digits.
  static var text: Self { Self { (value, _) throws(ParameterRefusal) in try value.text() } }

  static var shortText: Self {
    Self { (value, reading) throws(ParameterRefusal) in try value.shortText(reading.limits) }
  }

  static var elementID: Self {
    written { (id) throws(ParameterRefusal) in
      if !(1...64 ~= id.utf8.count) {
        throw ParameterRefusal("must have from 1 to 64 bytes, not \(id.utf8.count)")
      }
      // Control characters are U+0000 to U+001F and U+007F to U+009F.
      if id.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
        throw ParameterRefusal("must not have control characters")
      }
      return id
    }
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

extension Double {
  /// The number where it lies within a range; zero has no sign.
  func checked(
    in range: ClosedRange<Double>, unit: String, written text: String
  ) throws(ParameterRefusal) -> Double {
    guard !range.contains(self) else { return self == 0 ? 0 : self }
    let low = range.lowerBound.plain
    let limits = range.upperBound == .infinity ? "\(low) or more" : "from \(low) to \(range.upperBound.plain)"
    throw ParameterRefusal("must be \(limits)\(unit), not \(text.excerpt)")
  }
}
