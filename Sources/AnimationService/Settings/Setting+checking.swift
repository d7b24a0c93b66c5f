import Timing

extension Setting {
  /// The line of an environment file that sets this to what it is in `settings`; a secret is not shown.
  public func line(in settings: Settings) -> String {
    let value = text(settings)
    return "\(environmentName)=\(isSecret && !value.isEmpty ? "********" : value)"
  }

  /// What is said about names that look like settings and are none, sorted; each with the setting it may be meant for.
  ///
  /// They are no errors: an older version may be started with a newer file, and Kubernetes puts names of its own into
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
