/// Everything that is wrong with several animations; what is wrong with a default is said once.
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

  /// Notes what is wrong with one of the animations.
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
