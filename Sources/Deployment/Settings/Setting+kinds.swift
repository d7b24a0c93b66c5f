import TextBytes

// The kinds of settings: how each reads its text, and what it says of one that it cannot read.

extension Setting {
  static func boolean(
    _ key: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable, _ summary: String
  ) -> Setting {
    make(key, summary, { String($0[keyPath: path]) }) { text, settings in
      guard let value = Bool(text) else { return "must be true or false, not `\(text)`" }
      settings[keyPath: path] = value
      return nil
    }
  }

  static func text(
    _ key: String, _ path: any WritableKeyPath<Settings, String> & Sendable, _ summary: String,
    among choices: [String]? = nil
  ) -> Setting {
    make(key, summary, { $0[keyPath: path] }) { text, settings in
      guard !text.isEmpty else { return "must not be empty" }
      if let choices, !choices.contains(text) {
        return "must be one of \(choices.joined(separator: ", ")), not `\(text)`"
      }
      settings[keyPath: path] = text
      return nil
    }
  }

  /// A text that may be missing.
  static func optionalText(
    _ key: String, _ path: any WritableKeyPath<Settings, String> & Sendable, _ summary: String
  ) -> Setting {
    make(key, summary, { $0[keyPath: path] }) { text, settings in
      settings[keyPath: path] = text
      return nil
    }
  }

  /// A text that may be missing and is never shown.
  static func secret(
    _ key: String, _ path: any WritableKeyPath<Settings, String> & Sendable, _ summary: String
  ) -> Setting {
    var setting = optionalText(key, path, summary)
    setting.isSecret = true
    return setting
  }

  static func count(
    _ key: String, _ path: any WritableKeyPath<Settings, Int> & Sendable, in range: ClosedRange<Int>, _ summary: String
  ) -> Setting {
    make(key, summary, { String($0[keyPath: path]) }) { text, settings in
      if let detail = countProblem(text, in: range) { return detail }
      settings[keyPath: path] = Int(text) ?? 0
      return nil
    }
  }

  /// A number that has another meaning where there is none.
  static func optionalCount(
    _ key: String, _ path: any WritableKeyPath<Settings, Int?> & Sendable, in range: ClosedRange<Int>,
    _ summary: String
  ) -> Setting {
    make(key, summary, { $0[keyPath: path].map { String($0) } ?? "" }) { text, settings in
      if !text.isEmpty, let detail = countProblem(text, in: range) { return detail }
      settings[keyPath: path] = Int(text)
      return nil
    }
  }

  /// What is wrong with a text that is to be a whole number; `nil` for nothing.
  private static func countProblem(_ text: String, in range: ClosedRange<Int>) -> String? {
    guard let value = Int(text) else { return "must be a whole number, not `\(text)`\(kubernetesHint(text))" }
    return range.contains(value) ? nil : "must be from \(range.lowerBound) to \(range.upperBound), not \(text)"
  }

  /// Comma-separated values; an empty text is an empty list.
  static func list<Element>(
    _ key: String, _ path: any WritableKeyPath<Settings, [Element]> & Sendable, of kind: String,
    isSecret: Bool = false, _ summary: String, _ read: @escaping @Sendable (String) -> Element?
  ) -> Setting {
    let show: @Sendable (Settings) -> String = { $0[keyPath: path].map { "\($0)" }.joined(separator: ",") }
    var setting = make(key, summary, show) { text, settings in
      var elements: [Element] = []
      for (index, part) in text.split(separator: ",").enumerated() {
        guard let element = read(String(part.trimmingSpaces())) else {
          return "must be a list of \(kind); entry \(index + 1)\(isSecret ? "" : ", `\(part)`,") is none"
        }
        elements.append(element)
      }
      // `,` is a mistake, not the wish to need no key.
      guard !elements.isEmpty || text.isEmpty else { return "must be empty, or a list of \(kind)" }
      settings[keyPath: path] = elements
      return nil
    }
    setting.isSecret = isSecret
    return setting
  }

  static func rate(
    _ key: String, _ path: any WritableKeyPath<Settings, Double> & Sendable, _ summary: String
  ) -> Setting {
    make(key, summary, { $0[keyPath: path].plain }) { text, settings in
      guard let value = Double(decimal: text), value == 0 || (0.001...1e6).contains(value) else {
        return "must be 0, or a number from 0.001 to 1000000, not `\(text)`"
      }
      settings[keyPath: path] = value
      return nil
    }
  }

  static func seconds(
    _ key: String, _ path: any WritableKeyPath<Settings, Double> & Sendable, in range: ClosedRange<Double>,
    _ summary: String
  ) -> Setting {
    make(key, summary, { $0[keyPath: path].plain }) { text, settings in
      guard let value = Double(decimal: text) else { return "must be a number of seconds, not `\(text)`" }
      guard range.contains(value) else {
        return "must be from \(range.lowerBound.plain) to \(range.upperBound.plain) seconds, not \(text)"
      }
      settings[keyPath: path] = value
      return nil
    }
  }

  static func make(
    _ key: String, _ summary: String, _ text: @escaping @Sendable (Settings) -> String,
    _ take: @escaping @Sendable (String, inout Settings) -> String?
  ) -> Setting {
    let name = environmentName(of: key)
    return Setting(key: key, summary: summary, text: text) { text, settings throws(SettingProblem) in
      if let detail = take(text, &settings) { throw SettingProblem(name: name, detail: detail) }
    }
  }

  /// Kubernetes puts `KINETYPE_PORT=tcp://…` into every pod beside a Service called `kinetype`.
  static func kubernetesHint(_ text: String) -> String {
    text.hasPrefix("tcp://") ? " (a Kubernetes service link: set enableServiceLinks: false)" : ""
  }
}
