import WireFormat

/// Where one of several animations stands in its request, to tell a client which of its words is wrong.
struct ElementPlace: Sendable {
  private let index: Int
  private let ownNames: [String]
  private let defaults: ParameterSet

  init(index: Int, members: [JSONValue.Member], defaults: ParameterSet) {
    self.index = index
    ownNames = members.map(\.name)
    self.defaults = defaults
  }
}

extension ElementPlace {
  /// How the animation is called.
  var name: String { "animations[\(index)]" }

  /// How a parameter of the animation is called: `duration` is `animations[3].duration`; `nil` where it is a default.
  func name(of parameter: String) -> String? {
    let root = String(parameter.prefix { $0 != "." && $0 != "[" })
    if !ownNames.contains(root), !defaults.isDisjoint(with: ParameterSet(named: [root])) { return nil }
    return "\(name).\(parameter)"
  }
}
