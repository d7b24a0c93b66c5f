extension Setting {
  /// What is said about an environment file whose lines do not do what they look like, beside ``unknown(among:)``.
  ///
  /// They are no errors, since swift-configuration reads such a file without a word, and other programs may share it.
  public static func oddities(inEnvironmentFile text: String) -> [SettingProblem] {
    var seen: Set<String> = []
    var problems: [SettingProblem] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard let detail = oddity(of: line.trimmingSpaces(), after: &seen) else { continue }
      problems.append(SettingProblem(name: "line \(index + 1)", detail: detail))
    }
    return problems
  }

  private static func oddity(of line: Substring, after seen: inout Set<String>) -> String? {
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    guard let (name, value) = assignment(line) else { return "is not read: it is no comment and has no `NAME=value`" }
    guard name.hasPrefix(prefix) else {
      guard let start = name.uppercased().firstRange(of: prefix) else { return nil }
      return "is not read: write `\(name.uppercased()[start.lowerBound...])`, not `\(name)`"
    }
    if !seen.insert(name).inserted { return "sets \(name) again; the last one counts" }
    let isQuoted = value.count > 1 && value.first == value.last && ["\"", "'"].contains(value.first)
    return isQuoted ? "has quotation marks, which become a part of \(name)" : nil
  }

  /// The names that an environment file sets, one a line before `=`.
  public static func names(inEnvironmentFile text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let line = line.trimmingSpaces()
      return line.hasPrefix("#") ? nil : assignment(line)?.name
    }
  }

  /// A line as swift-configuration reads it.
  private static func assignment(_ line: Substring) -> (name: String, value: Substring)? {
    guard let end = line.firstIndex(of: "="), end > line.startIndex else { return nil }
    return (String(line[..<end].trimmingSpaces()), line[line.index(after: end)...].trimmingSpaces())
  }
}
