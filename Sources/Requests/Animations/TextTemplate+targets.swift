import TextAnimation
import TextBytes

extension TextTemplate {
  /// The values of its parts as one text: the only value, or the text of a JSON object, which can be a `to` again.
  package func target(of values: [String: String]) -> String {
    if names.count == 1, let value = values[names[0]], !value.hasPrefix("{") { return value }
    var json = UTF8Buffer()
    JSONValue.object(names.map { .init($0, .string(values[$0] ?? "")) }).writeJSON(to: &json)
    return json.text()
  }

  /// The same for numbers as they stand in the text that is shown; `nil` where they are not as many.
  package func target(of numbers: [String]) -> String? {
    let names = placedNames
    guard names.count == numbers.count else { return nil }
    return target(of: Dictionary(zip(names, numbers)) { first, _ in first })
  }

  /// The values that stand in such a text; `nil` for a text that has others.
  package func values(of target: String) -> [String: String]? {
    guard target.hasPrefix("{") else { return names.count == 1 ? [names[0]: target] : nil }
    guard case .object(let members)? = try? JSONValue(parsing: Array(target.utf8)) else { return nil }
    var values: [String: String] = [:]
    for member in members { if case .string(let text) = member.value { values[member.name] = text } }
    return Set(values.keys) == Set(names) ? values : nil
  }
}
