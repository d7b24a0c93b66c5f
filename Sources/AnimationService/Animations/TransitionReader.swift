import TextAnimation
import Timing
import TextBytes

/// Reads the keyframes of `transition`.
enum TransitionReader {
  /// The transition.
  ///
  /// - Throws: What is wrong with its members.
  static func transition(_ value: JSONValue, _ curves: CurveCatalog) throws(InvalidMembers) -> Transition {
    try Transition(exit: try keyframes("exit", of: value, curves), enter: try keyframes("enter", of: value, curves))
  }

  private static func keyframes(
    _ list: String, of value: JSONValue, _ curves: CurveCatalog
  ) throws(InvalidMembers) -> [LabelKeyframe] {
    guard case .object(let members) = value else {
      throw InvalidMembers(problems: [.init(member: list, reason: "must be in an object with `enter` and `exit`")])
    }
    if let unknown = members.first(where: { !["enter", "exit"].contains($0.name) }) {
      throw InvalidMembers(problems: [.init(member: unknown.name, reason: "is unknown; there are `enter` and `exit`")])
    }
    guard let frames = value[list] else { return [] }
    guard case .array(let elements) = frames else {
      throw InvalidMembers(problems: [.init(member: list, reason: "must be an array of keyframes")])
    }
    var keyframes: [LabelKeyframe] = []
    for (index, element) in elements.enumerated() {
      keyframes.append(try keyframe(element, at: "\(list)[\(index)]", curves))
    }
    return keyframes
  }

  private static func keyframe(
    _ value: JSONValue, at path: String, _ curves: CurveCatalog
  ) throws(InvalidMembers) -> LabelKeyframe {
    guard case .object(let members) = value else {
      throw InvalidMembers(problems: [.init(member: path, reason: "must be an object")])
    }
    var keyframe = LabelKeyframe(at: 0)
    var problems: [InvalidMembers.Problem] = []
    for member in members where !member.value.isNull {
      do throws(ParameterRefusal) {
        try read(member, into: &keyframe, curves)
      } catch {
        problems.append(.init(member: "\(path).\(member.name)", reason: error.detail))
      }
    }
    if !members.contains(where: { $0.name == "at" && !$0.value.isNull }) {
      problems.append(.init(member: "\(path).at", reason: "is required"))
    }
    guard problems.isEmpty else { throw InvalidMembers(problems: problems) }
    return keyframe
  }

  private static func read(
    _ member: JSONValue.Member, into keyframe: inout LabelKeyframe, _ curves: CurveCatalog
  ) throws(ParameterRefusal) {
    let (value, range) = (member.value, -1e9...1e9)
    switch member.name {
    case "at": keyframe.at = try value.number(in: 0...1)
    case "opacity": keyframe.opacity = try value.number(in: range)
    case "scale": keyframe.scale = try value.number(in: range)
    case "rotation": keyframe.rotation = try value.number(in: range)
    case "offsetX": keyframe.offsetX = try value.number(in: range)
    case "offsetY": keyframe.offsetY = try value.number(in: range)
    case "curve": keyframe.curve = try easing(value, curves)
    default:
      let names = ["at", "opacity", "scale", "rotation", "offsetX", "offsetY", "curve"]
      let near = Spelling.nearest(to: member.name, among: names)
      throw ParameterRefusal("is unknown" + (near.map { "; did you mean `\($0)`?" } ?? ""))
    }
  }

  private static func easing(_ value: JSONValue, _ curves: CurveCatalog) throws(ParameterRefusal) -> any Easing {
    let text = try value.text()
    guard let easing = (try? curves.curve(text)) as? any Easing else {
      throw ParameterRefusal("must be an easing, such as `ease-out`, not `\(text.excerpt)`")
    }
    return easing
  }
}
