import WireFormat

/// Where one of several animations stands in its request, to tell a client which of its words is wrong.
struct ElementPlace: Sendable {
  private let index: Int
  private let ownNames: Set<String>
  private let defaultNames: Set<String>

  init(index: Int, members: [JSONValue.Member], defaults: [JSONValue.Member]) {
    self.index = index
    ownNames = Set(members.map(\.name))
    defaultNames = Set(defaults.map(\.name))
  }
}

extension ElementPlace {
  /// Whether the animation has a parameter of this name itself.
  func hasOwn(_ name: String) -> Bool {
    ownNames.contains(name)
  }

  /// How the animation is called.
  var name: String { "animations[\(index)]" }

  /// How a parameter of the animation is called: `duration` is `animations[3].duration`; `nil` where it is a default.
  func name(of parameter: String) -> String? {
    let root = String(parameter.prefix { $0 != "." && $0 != "[" })
    if !ownNames.contains(root), defaultNames.contains(root) { return nil }
    return "\(name).\(parameter)"
  }
}
