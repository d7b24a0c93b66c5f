import WireFormat
import Timing

/// Takes parameters one by one and remembers everything that is wrong, so that the client hears it all at once.
///
/// Each method answers `nil` where the parameter is absent, and also where it is wrong: then a problem is noted, and
/// the caller goes on with the default.
///
/// A request has few parameters, so they are looked through one by one, and nothing is hashed. It is asked for many more:
/// once all that were given have been taken, groups of others are passed by together.
struct ParameterReader {
  private let members: [JSONValue.Member]
  /// Of each member, whether somebody has taken it or nobody may.
  private var isRead: [Bool]
  private var unreadCount = 0
  /// A bit for each length that a member's name has.
  private var lengths: UInt64 = 0
  /// The names that were asked for, some of them more than once.
  private var asked: [String] = []
  /// Groups that were passed by, each with the count of names that were asked for before.
  private var passed: [(place: Int, group: ParameterGroup)] = []
  private(set) var problems: [ParameterProblem] = []

  init(_ parameters: Parameters) {
    members = parameters.members
    isRead = members.map { _ in false }
    asked.reserveCapacity(Self.usualCount)
    for index in members.indices {
      if let first = self.index(of: members[index].name), first < index {
        refuse(members[index].name, "is given twice")
        isRead[index] = true
      } else {
        unreadCount += 1
      }
      lengths |= Self.mark(of: members[index].name)
    }
  }

  /// About how many names are asked for one by one.
  private static let usualCount = 24

  /// The names that were asked for, whether given or not.
  var known: [String] {
    var names = asked
    for (place, group) in passed.reversed() { names.insert(contentsOf: group.names, at: place) }
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Where the first member of this name stands.
  private func index(of name: String) -> Int? {
    guard lengths & Self.mark(of: name) != 0 else { return nil }
    let length = name.utf8.count
    for index in members.indices
    where members[index].name.utf8.count == length && members[index].name == name { return index }
    return nil
  }

  @inline(__always)
  private static func mark(of name: String) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: name.utf8.count)
  }

  /// Notes a problem with a parameter; details stand in a list, so they end without a full stop.
  mutating func refuse(_ name: String, _ detail: String) {
    problems.append(
      ParameterProblem(parameter: name, detail: detail.hasSuffix(".") ? String(detail.dropLast()) : detail))
  }

  /// Whether the parameter was given at all.
  func has(_ name: String) -> Bool {
    index(of: name).map { !members[$0].value.isNull } ?? false
  }

  /// Whether the parameter was given at all; where it was not, it is known from now on, and names near it hint at it.
  mutating func offers(_ name: String) -> Bool {
    if !has(name) { _ = take(name) }
    return has(name)
  }

  /// Whether everything that was given has been taken; then the names of a group are known from now on, too.
  ///
  /// None of them may have been asked for before.
  mutating func isDone(before group: ParameterGroup) -> Bool {
    guard unreadCount == 0 else { return false }
    passed.append((asked.count, group))
    return true
  }

  /// Ends the reading: names that nobody took are problems too.
  ///
  /// - Throws: One problem with all that was found.
  mutating func finish() throws(Problem) {
    if unreadCount > 0 { refuseUnknown() }
    guard problems.isEmpty else { throw .invalidParameters(problems) }
  }

  /// A key that nobody asked for is none: the client may ask servers that do.
  private mutating func refuseUnknown() {
    let known = known
    for index in members.indices
    where !isRead[index] && members[index].name != Credential.parameter && problems.count <= Problem.maximumErrors {
      let name = members[index].name
      noteRead(index)
      let shown = name.count > 64 ? "\(name.prefix(64))…" : name
      if let near = Spelling.nearest(to: name, among: known) {
        refuse(shown, "is unknown; did you mean `\(near)`?")
      } else {
        refuse(shown, "is unknown")
      }
    }
  }
}

// MARK: - Kinds of values

extension ParameterReader {
  /// A text; a JSON number counts as its digits.
  mutating func text(_ name: String) -> String? {
    guard let index = take(name) else { return nil }
    if case .number(let digits) = members[index].value { return Self.withoutExponent(digits) }
    return literal(at: index)
  }

  /// A text, or a JSON number as it was written.
  private mutating func literal(_ name: String) -> String? {
    guard let index = take(name) else { return nil }
    return literal(at: index)
  }

  private mutating func literal(at index: Int) -> String? {
    switch members[index].value {
    case .string(let text), .number(let text): return text
    case let other:
      refuse(members[index].name, "must be a text, not \(other.kindName)")
      return nil
    }
  }

  /// A finite number within a range.
  mutating func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
    guard let text = literal(name) else { return nil }
    guard let value = Self.number(text) else {
      refuse(name, "must be a number, not `\(Self.excerpt(text))`")
      return nil
    }
    return check(value, name, in: range, unit: "", written: text)
  }

  /// Numbers with commas between them, in a JSON text or array, each within a range; none where it is absent.
  mutating func numbers(_ name: String, in range: ClosedRange<Double>, limit: Int) -> [Double] {
    let texts: [String]
    switch value(name) {
    case nil: return []
    case .string(let text)?:
      texts = text.elements(separatedBy: ",").map { String($0) }
    case .number(let text)?: texts = [text]
    case .array(let elements)?: texts = elements.map { $0.digits ?? $0.kindName }
    case .some(let value):
      refuse(name, "must be numbers with commas between them, not \(value.kindName)")
      return []
    }
    guard texts.count <= limit else {
      refuse(name, "has \(texts.count) numbers; \(limit) are possible")
      return []
    }
    return texts.compactMap { text in
      guard let value = Self.number(text) else {
        refuse(name, "must be numbers with commas between them, not `\(Self.excerpt(text))`")
        return nil
      }
      return check(value, name, in: range, unit: "", written: text)
    }
  }

  /// A whole number within a range; JSON has no other name for 2.0.
  mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let text = literal(name) else { return nil }
    guard let value = Int(text) ?? Self.number(text).flatMap(Int.init(exactly:)) else {
      refuse(name, "must be a whole number, not `\(Self.excerpt(text))`")
      return nil
    }
    guard range.contains(value) else {
      refuse(name, "must be from \(range.lowerBound) to \(range.upperBound), not \(Self.excerpt(text))")
      return nil
    }
    return value
  }

  /// A time in seconds: `2`, `0.4`, or a CSS `<time>` such as `400ms` or `2s`.
  mutating func seconds(_ name: String, in range: ClosedRange<Double>) -> Double? {
    guard let text = literal(name) else { return nil }
    if let value = Self.number(text) { return check(value, name, in: range, unit: " seconds", written: text) }
    let (digits, milliseconds) = Self.withoutUnit(text)
    guard let value = Self.number(digits) else {
      refuse(name, "must be a time in seconds (`2`, `0.4`, `400ms`, `2s`), not `\(Self.excerpt(text))`")
      return nil
    }
    return check(milliseconds ? value / 1000 : value, name, in: range, unit: " seconds", written: text)
  }

  /// `true` or `false`; `1`, `0` and a bare name in a query count too.
  mutating func boolean(_ name: String) -> Bool? {
    switch value(name) {
    case .bool(let value)?: return value
    case .string("true")?, .string("1")?, .string("")?, .number("1")?: return true
    case .string("false")?, .string("0")?, .number("0")?: return false
    case nil: return nil
    case .some:
      refuse(name, "must be `true` or `false`")
      return nil
    }
  }

  /// One of a closed set of names.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, of type: Choice.Type = Choice.self
  ) -> Choice? {
    guard let text = text(name) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    refuseChoice(name, text, among: Choice.allCases.map(\.rawValue))
    return nil
  }

  /// Notes that `text` is none of `names`, with the near one where there is one.
  mutating func refuseChoice(_ name: String, _ text: String, among names: [String]) {
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    let hint = Spelling.nearest(to: text, among: names).map { "; did you mean `\($0)`?" } ?? ""
    refuse(name, "must be one of \(list), not `\(Self.excerpt(text))`\(hint)")
  }

  /// A value of any JSON kind.
  mutating func value(_ name: String) -> JSONValue? {
    take(name).map { members[$0].value }
  }

  /// An array or an object, or the JSON text of one, since a query has only texts; `kind` is what errors call it.
  mutating func structure(_ name: String, _ kind: String) -> JSONValue? {
    let value = value(name)
    guard case .string(let text)? = value else { return value }
    do throws(JSONSyntaxError) {
      return try JSONValue(parsing: Array(text.utf8))
    } catch {
      refuse(name, "must be \(kind): \(error.description)")
      return nil
    }
  }

  /// Those of the named parameters that were given, for a reader of their own.
  mutating func take(_ names: [String]) -> [JSONValue.Member] {
    names.compactMap { name in value(name).map { JSONValue.Member(name, $0) } }
  }
}

// MARK: - Checks

extension ParameterReader {
  /// A client's text, short enough to be repeated in an error.
  static func excerpt(_ text: String) -> String {
    text.count > 40 ? "\(text.prefix(40))…" : text
  }

  /// A time without its `s` or `ms`, in letters of either size.
  private static func withoutUnit(_ text: String) -> (digits: String, milliseconds: Bool) {
    let bytes = text.utf8
    guard let last = bytes.last, last | 0x20 == UInt8(ascii: "s") else { return (text, false) }
    let rest = bytes.dropLast()
    guard let unit = rest.last, unit | 0x20 == UInt8(ascii: "m") else { return (String(rest) ?? "", false) }
    return (String(rest.dropLast()) ?? "", true)
  }

  /// The place of a parameter that has a value; it counts as read from now on, also where it has none.
  private mutating func take(_ name: String) -> Int? {
    asked.append(name)
    guard let index = index(of: name) else { return nil }
    noteRead(index)
    return members[index].value.isNull ? nil : index
  }

  private mutating func noteRead(_ index: Int) {
    if !isRead[index] { unreadCount -= 1 }
    isRead[index] = true
  }

  private mutating func check(
    _ value: Double, _ name: String, in range: ClosedRange<Double>, unit: String, written: String
  ) -> Double? {
    guard !range.contains(value) else { return value == 0 ? 0 : value }
    let low = Self.plain(range.lowerBound)
    let limits = range.upperBound == .infinity ? "\(low) or more" : "from \(low) to \(Self.plain(range.upperBound))"
    refuse(name, "must be \(limits)\(unit), not \(Self.excerpt(written))")
    return nil
  }

  private static func plain(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? String(value)
  }
}
