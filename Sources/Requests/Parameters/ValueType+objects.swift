import WrittenNumbers
import Documents
import TextAnimation
import TextBytes
import Timing

// Values that are arrays or objects, or the JSON text of one, since a query has only texts.

/// What `from` or `to` is.
package enum Wording: Equatable, Sendable {
  case text(String)
  /// The values of a template, by name.
  case parts([String: String])
  /// Texts that follow one another.
  case list([String])

  /// Whether it is a text without characters.
  var isEmpty: Bool {
    if case .text(let text) = self { text.isEmpty } else { false }
  }
}

extension ValueType {
  /// A text, or an object with the parts of a template.
  static func textOrParts(_ kind: Parameter.Kind = .textOrParts) -> Self where Value == Wording {
    Self(kind) { (value, reading) throws(ParameterRefusal) in
      if let parts = try value.parts(reading.limits) { return .parts(parts) }
      return .text(try value.shortText(reading.limits))
    }
  }

  /// The same, or a list of texts.
  static func textsOrParts() -> Self where Value == Wording {
    let textOrParts = textOrParts(.textsOrParts(limit: Change.maximumTexts))
    return Self(textOrParts.kind) { (value, reading) throws(ParameterRefusal) in
      if let texts = try value.texts(reading.limits) { return .list(texts) }
      return try textOrParts.read(value, reading)
    }
  }

  /// A list of animations, which is read once all defaults are known.
  static func animations() -> Self where Value == JSONValue { Self(.animations) { value, _ in value } }

  /// The forms of a word by their names in CLDR.
  static func plurals() -> Self where Value == [PluralCategory: String] {
    Self(.plurals) { (value, reading) throws(ParameterRefusal) in
      guard let forms = try value.structure("a JSON object").parts(reading.limits) else {
        throw ParameterRefusal("must be a JSON object with the forms of a word, such as `one` and `other`")
      }
      let names = PluralCategory.allCases.map(\.rawValue)
      var plurals: [PluralCategory: String] = [:]
      for (name, word) in forms.sorted(by: { $0.key < $1.key }) {
        guard let category = PluralCategory(rawValue: name) else {
          throw ParameterRefusal("has a form that \(ParameterRefusal.noChoice(name, among: names).detail)")
        }
        guard UnitWords.canRead(word) else {
          throw ParameterRefusal("has a form `\(name)` that must be a word of letters, not `\(word.excerpt)`")
        }
        plurals[category] = word
      }
      guard plurals[.other] != nil else {
        throw ParameterRefusal("lacks `other`, the form of all numbers without another")
      }
      return plurals
    }
  }

  // MARK: - The changes before

  /// Changes, the oldest first.
  static func changes() -> Self where Value == [EarlierChange] {
    Self(.changes) { (value, reading) throws(ParameterRefusal) in
      let value = try value.structure("a JSON array")
      guard case .array(let elements) = value else {
        throw ParameterRefusal("must be an array, not \(value.kindName)")
      }
      guard elements.count <= EarlierChange.limit else {
        throw ParameterRefusal("has \(elements.count) changes; \(EarlierChange.limit) are allowed")
      }
      var changes: [EarlierChange] = []
      var problems: [ParameterProblem] = []
      for (index, element) in elements.enumerated() {
        let path = "[\(index)]"
        guard case .object(let members) = element else {
          problems.append(ParameterProblem(parameter: path, detail: "must be an object, not \(element.kindName)"))
          continue
        }
        var change = EarlierChange()
        let found = EarlierChange.reader.read(members, at: path, with: reading, into: &change)
        problems += found
        guard found.isEmpty else { continue }
        if let last = changes.last, last.age < change.age {
          let detail = "must not be more than that of the change before"
          problems.append(ParameterProblem(parameter: "\(path).ago", detail: detail))
        }
        changes.append(change)
      }
      guard problems.isEmpty else { throw ParameterRefusal(problems) }
      return changes
    }
  }
}

extension EarlierChange {
  fileprivate static let reader = ObjectReader<EarlierChange>(fields: [
    .init("to", .shortText, isRequired: true) { $0.target = $1 },
    .init("ago", .seconds(0...86_400), isRequired: true) { $0.age = $1 },
    .init("curve", .curveOfTarget()) { $0.curve = $1 },
    .init("duration", .secondsOrNull()) { $0.duration = .some($1) },
  ])
}

extension ValueType {
  static func curve() -> Self where Value == WrittenCurve {
    Self { (value, reading) throws(ParameterRefusal) in
      let text = try value.text()
      do throws(CurveSyntaxError) {
        return WrittenCurve(text: text, curve: try reading.context.curves.curve(text))
      } catch {
        throw ParameterRefusal("cannot be used: \(error.message)")
      }
    }
  }

  /// The text of one that does not find its own target; null stands for the default.
  fileprivate static func curveOfTarget() -> Self where Value == WrittenCurve {
    Self { (value, reading) throws(ParameterRefusal) in
      let named = try curve().read(value.isNull ? .string(Manner.defaultCurve) : value, reading)
      if named.curve is Decay { throw ParameterRefusal("must not be a decay, which finds its own target") }
      return named
    }
  }

  /// Seconds; null stands for those of the curve.
  fileprivate static func secondsOrNull() -> Self where Value == Double? {
    let seconds = ValueType<Double>.seconds(0...86_400)
    return Self { (value, reading) throws(ParameterRefusal) in
      value.isNull ? nil : try seconds.read(value, reading)
    }
  }

  // MARK: - Labels that leave and enter

  static func effects() -> Self where Value == TransitionEffect {
    Self(.names(TransitionEffect.named.map(\.name))) { (value, _) throws(ParameterRefusal) in
      let text = try value.text()
      do throws(InvalidMembers) {
        return try TransitionEffect(parsing: text)
      } catch {
        throw ParameterRefusal(error.problems.map { ParameterProblem(parameter: "", detail: $0.reason) })
      }
    }
  }

  static func keyframes() -> Self where Value == Transition {
    Self(.transition) { (value, reading) throws(ParameterRefusal) in
      let object = try value.structure("a JSON object")
      let (exit, enter) = (try keyframes("exit", of: object, reading), try keyframes("enter", of: object, reading))
      do throws(InvalidMembers) {
        return try Transition(exit: exit, enter: enter)
      } catch {
        throw ParameterRefusal(error.problems.map { ParameterProblem(parameter: ".\($0.member)", detail: $0.reason) })
      }
    }
  }

  /// - Throws: What is wrong with the first keyframe that cannot be read.
  private static func keyframes(
    _ list: String, of value: JSONValue, _ reading: Reading
  ) throws(ParameterRefusal) -> [LabelKeyframe] {
    guard case .object(let members) = value else {
      throw ParameterRefusal("must be in an object with `enter` and `exit`", at: ".\(list)")
    }
    if let unknown = members.first(where: { !["enter", "exit"].contains($0.name) }) {
      throw ParameterRefusal("is unknown; there are `enter` and `exit`", at: ".\(unknown.name)")
    }
    guard let frames = value[list] else { return [] }
    guard case .array(let elements) = frames else {
      throw ParameterRefusal("must be an array of keyframes", at: ".\(list)")
    }
    var keyframes: [LabelKeyframe] = []
    for (index, element) in elements.enumerated() {
      let path = ".\(list)[\(index)]"
      guard case .object(let members) = element else { throw ParameterRefusal("must be an object", at: path) }
      var keyframe = LabelKeyframe(at: 0)
      let problems = LabelKeyframe.reader.read(members, at: path, with: reading, into: &keyframe)
      guard problems.isEmpty else { throw ParameterRefusal(problems) }
      keyframes.append(keyframe)
    }
    return keyframes
  }

  fileprivate static func easing() -> Self where Value == any Easing {
    Self { (value, reading) throws(ParameterRefusal) in
      let text = try value.text()
      if let easing = try? reading.context.curves.curve(text).easing { return easing }
      throw ParameterRefusal("must be an easing, such as `ease-out`, not `\(text.excerpt)`")
    }
  }
}

extension LabelKeyframe {
  private static let anyNumber = ValueType<Double>.number(-1e9...1e9)

  fileprivate static let reader = ObjectReader<LabelKeyframe>(
    fields: [
      .init("at", .number(0...1), isRequired: true) { $0.at = $1 },
      .init("opacity", anyNumber) { $0.opacity = $1 }, .init("scale", anyNumber) { $0.scale = $1 },
      .init("rotation", anyNumber) { $0.rotation = $1 },
      .init("offsetX", anyNumber) { $0.offsetX = $1 }, .init("offsetY", anyNumber) { $0.offsetY = $1 },
      .init("curve", .easing()) { $0.curve = $1 },
    ], ignoresNull: true)
}

// MARK: - Texts and parts

extension JSONValue {
  /// The texts of an array, or in a query of a JSON array of texts in quotation marks; `nil` for anything else.
  func texts(_ limits: TextLimits) throws(ParameterRefusal) -> [String]? {
    guard let elements = list else { return nil }
    guard 1...Change.maximumTexts ~= elements.count else {
      throw ParameterRefusal("must be from 1 to \(Change.maximumTexts) texts, not \(elements.count)")
    }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      do throws(ParameterRefusal) {
        texts.append(try element.shortText(limits))
      } catch {
        throw ParameterRefusal("has an element \(index) that \(error.detail)")
      }
    }
    let (bytes, limit) = (texts.reduce(0) { $0 + $1.utf8.count }, limits.bytes)
    guard bytes <= limit else {
      throw ParameterRefusal("has texts of \(bytes) bytes in total; \(limit) are allowed")
    }
    return texts
  }

  /// A text that merely begins with a bracket, such as `[1, 2]`, is no list.
  private var list: [JSONValue]? {
    switch self {
    case .array(let elements): return elements
    case .string(let text) where text.hasPrefix("[\"") && text.hasSuffix("\"]"):
      guard case .array(let elements)? = try? JSONValue(parsing: Array(text.utf8)), elements.count > 1 else {
        return nil
      }
      return elements.allSatisfy { $0.kindName == "a text" } ? elements : nil
    default: return nil
    }
  }

  /// The texts of an object's members, by name; `nil` where it is no object.
  func parts(_ limits: TextLimits) throws(ParameterRefusal) -> [String: String]? {
    guard case .object(let members) = self else { return nil }
    var parts: [String: String] = [:]
    for member in members {
      do throws(ParameterRefusal) {
        parts[member.name] = try member.value.shortText(limits)
      } catch {
        throw ParameterRefusal("has a part `\(member.name.excerpt)` that \(error.detail)")
      }
    }
    return parts
  }
}

/// Reads the members of a JSON object into a value, and finds all that is wrong with them.
struct ObjectReader<Target>: Sendable {
  struct Field: Sendable {
    let name: String
    fileprivate let isRequired: Bool
    fileprivate let read: @Sendable (JSONValue, Reading, inout Target) throws(ParameterRefusal) -> Void

    init<Value>(
      _ name: String, _ type: ValueType<Value>, isRequired: Bool = false,
      set: @escaping @Sendable (inout Target, Value) -> Void
    ) {
      (self.name, self.isRequired) = (name, isRequired)
      read = { (value, reading, target) throws(ParameterRefusal) in set(&target, try type.read(value, reading)) }
    }
  }

  let fields: [Field]
  /// Whether null counts as left out; else it is read as a value.
  var ignoresNull = false

  /// Reads what is right of them, and returns what is wrong; `path` is where the object is, below its parameter.
  func read(
    _ members: [JSONValue.Member], at path: String, with reading: Reading, into target: inout Target
  ) -> [ParameterProblem] {
    var problems: [ParameterProblem] = []
    let members = ignoresNull ? members.filter { !$0.value.isNull } : members
    for member in members {
      do throws(ParameterRefusal) {
        try read(member, with: reading, into: &target)
      } catch {
        let name = "\(path).\(member.name.prefix(64))"
        problems += error.problems.map { ParameterProblem(parameter: name + $0.parameter, detail: $0.detail) }
      }
    }
    for field in fields where field.isRequired && !members.contains(where: { $0.name == field.name }) {
      problems.append(ParameterProblem(parameter: "\(path).\(field.name)", detail: "is required"))
    }
    return problems
  }

  private func read(
    _ member: JSONValue.Member, with reading: Reading, into target: inout Target
  ) throws(ParameterRefusal) {
    guard let field = fields.first(where: { $0.name == member.name }) else {
      let near = Spelling.nearest(to: member.name, among: fields.map(\.name))
      throw ParameterRefusal("is unknown" + (near.map { "; did you mean `\($0)`?" } ?? ""))
    }
    try field.read(member.value, reading, &target)
  }
}
