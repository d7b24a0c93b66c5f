import AnimationService

/// How what is said about parameters of the HTTP interface reads where they are options.
enum OptionNames {
  private static let parameters = Set(Parameter.all.map(\.name))

  /// `fractionDigits` as `--fraction-digits`.
  static func option(_ parameter: String) -> String {
    parameters.contains(parameter) ? "--\(parameter.hyphenated)" : "--\(parameter)"
  }

  /// What is wrong with a parameter, named as an option and with others named as options.
  ///
  /// - Parameters:
  ///   - parameter: Its name.
  ///   - detail: What is wrong with it.
  ///   - arguments: Those that are arguments instead, with what the usage calls them.
  /// - Returns: A sentence without its full stop.
  static func sentence(_ parameter: String, _ detail: String, arguments: [String: String] = [:]) -> String {
    let subject = arguments[parameter] ?? option(parameter)
    // The names that can be chosen, and those in the text of a curve, are no options, whatever they are called.
    let hasChoices = detail.hasPrefix("must be one ") || parameter == "curve" && !detail.hasPrefix("needs a `duration`")
    return "\(subject) \(hasChoices ? detail : words(detail, arguments: arguments))"
  }

  /// A text with each parameter in backticks as an option.
  static func words(_ text: String, arguments: [String: String] = [:]) -> String {
    var parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    for index in stride(from: 1, to: parts.count - 1, by: 2) where !parts[index - 1].hasSuffix("not ") {
      let words = parts[index].split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = words.first, parameters.contains(name) else { continue }
      parts[index] = ([arguments[name] ?? option(name)] + words.dropFirst()).joined(separator: " ")
    }
    return parts.joined(separator: "`")
  }
}

extension String {
  /// `minimumIntegerDigits` as `minimum-integer-digits`.
  var hyphenated: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }
}
