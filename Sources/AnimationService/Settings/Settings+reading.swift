public import Configuration

/// Every setting that cannot be used, at once.
public struct InvalidSettings: Error, Equatable, Sendable, CustomStringConvertible {
  /// One entry a setting.
  public var problems: [SettingProblem]

  /// Creates the error.
  public init(problems: [SettingProblem]) {
    self.problems = problems
  }

  /// One line a setting.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension Settings {
  /// Reads the settings; the first provider that knows a name wins.
  ///
  /// - Throws: Every setting that is wrong, named.
  public init(from reader: ConfigReader) throws(InvalidSettings) {
    self.init()
    let scope = reader.scoped(to: "kinetype")
    var problems: [SettingProblem] = []
    for setting in Setting.all {
      guard let text = scope.string(forKey: ConfigKey(setting.key)) else { continue }
      do throws(SettingProblem) {
        try setting.apply(text, &self)
      } catch {
        problems.append(error)
      }
    }
    problems += missingHalf
    guard problems.isEmpty else { throw InvalidSettings(problems: problems) }
  }
}
