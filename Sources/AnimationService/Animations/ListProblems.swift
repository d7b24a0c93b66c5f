import TextBytes

/// The problems of several animations; a problem of a default is listed once.
struct ListProblems {
  /// The problems in the order in which they were found.
  private(set) var all: [ParameterProblem] = []
  private var defaults: Set<[String]> = []
}

extension ListProblems {
  /// Notes a problem of the list.
  mutating func note(_ name: String, _ detail: String) {
    all.append(ParameterProblem(parameter: name, detail: detail))
  }

  /// Notes the problems of one of the animations.
  mutating func note(_ error: Problem, at place: ElementPlace) {
    if error.errors.isEmpty { note(place.name, error.detail) }
    for problem in error.errors {
      if let name = place.name(of: problem.parameter) {
        note(name, problem.detail)
      } else if defaults.insert([problem.parameter, problem.detail]).inserted {
        all.append(problem)
      }
    }
  }
}

/// Where one of several animations stands in its request, so that problems name the right parameter.
struct ElementPlace: Sendable {
  private let index: Int
  private let members: [JSONValue.Member]
  private let defaults: ParameterSet

  init(index: Int, members: [JSONValue.Member], defaults: ParameterSet) {
    self.index = index
    self.members = members
    self.defaults = defaults
  }
}

extension ElementPlace {
  /// The animation in a problem's words: `animations[3]`.
  var name: String { "animations[\(index)]" }

  /// A parameter in a problem's words: `duration` is `animations[3].duration`; `nil` where it is a default.
  func name(of parameter: String) -> String? {
    let root = String(parameter.prefix { $0 != "." && $0 != "[" })
    let isOwn = members.contains { $0.name == root }
    if !isOwn, !defaults.isDisjoint(with: ParameterSet(named: [root])) { return nil }
    return "\(name).\(parameter)"
  }
}
