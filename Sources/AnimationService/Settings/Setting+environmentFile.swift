import Timing

extension Setting {
  /// Warnings about lines of an environment file that do not do what they seem to, beside ``unknown(among:)``.
  ///
  /// They are not errors: swift-configuration accepts such a file, and other programs may share it.
  public static func warnings(inEnvironmentFile text: String) -> [SettingProblem] {
    var seen: Set<String> = []
    var problems: [SettingProblem] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard let detail = warning(of: line.trimmingSpaces(), after: &seen) else { continue }
      problems.append(SettingProblem(name: "line \(index + 1)", detail: detail))
    }
    return problems
  }

  private static func warning(of line: Substring, after seen: inout Set<String>) -> String? {
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    guard let (name, value) = assignment(line) else { return "is ignored: it is neither a comment nor `NAME=value`" }
    guard name.hasPrefix(prefix) else {
      guard let start = name.uppercased().firstRange(of: prefix) else { return nil }
      return "is ignored: write `\(name.uppercased()[start.lowerBound...])`, not `\(name)`"
    }
    if !seen.insert(name).inserted { return "sets \(name) again; the last value counts" }
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

  /// The line of an environment file that sets this to what it is in `settings`; a secret is not shown.
  public func line(in settings: Settings) -> String {
    let value = text(settings)
    return "\(environmentName)=\(isSecret && !value.isEmpty ? "********" : value)"
  }

  /// Warnings about names that look like settings but are none, sorted, each with the setting it may be meant for.
  ///
  /// They are not errors: an older version may be started with a newer file, and Kubernetes puts names of its own into
  /// the environment of every pod beside a Service called `kinetype`.
  public static func unknown(among names: some Sequence<String>) -> [SettingProblem] {
    let known = Set(all.map(\.environmentName))
    let unknown = Set(names.filter { $0.hasPrefix(prefix) }).subtracting(known)
    return unknown.sorted().map { name in
      let near = Spelling.nearest(to: bare(name), among: known.sorted().map(bare))
      return SettingProblem(name: name, detail: "is unknown" + (near.map { "; did you mean `\(prefix)\($0)`?" } ?? ""))
    }
  }

  static let prefix = "KINETYPE_"

  private static func bare(_ name: String) -> String { String(name.dropFirst(prefix.count)) }
}
