import AnimationService

/// Lets a text such as `-5` be an argument of `kinetype label set` and `kinetype label add`, which would be taken for an
/// option.
enum ValuesBelowZero {
  /// Options that take no value.
  private static let flags: Set<String> = {
    var names = ["--private", "--no-private", "--help"]
    for parameter in ChangeParameters.offered {
      if case .boolean = parameter.kind { names += ["--\(parameter.name)", "--\(parameter.name.hyphenated)"] }
    }
    return Set(names)
  }()

  /// The arguments of the program with such a text behind `--`, unless the user has written that.
  static func arranged(_ arguments: [String]) -> [String] {
    guard arguments.count > 3, arguments[0] == "label", ["set", "add"].contains(arguments[1]),
      !arguments.contains("--"),
      let place = arguments.indices.dropFirst(3).first(where: { isText(arguments[$0], after: arguments[$0 - 1]) })
    else { return arguments }
    var rest = arguments
    let text = rest.remove(at: place)
    return rest + ["--", text]
  }

  /// A hyphen before anything but a letter or another hyphen begins no option.
  private static func isText(_ argument: String, after last: String) -> Bool {
    guard argument.first == "-", let next = argument.dropFirst().first, next != "-", !next.isLetter else {
      return false
    }
    return !last.hasPrefix("--") || last.contains("=") || flags.contains(last)
  }
}
