import TextAnimation
import Timing
import WireFormat

/// Reads `effect`, and `transition` with its keyframes.
enum TransitionReader {
  /// The transition asked for, if any; what is wrong is noted with the reader.
  static func transition(_ reader: inout ParameterReader, _ curves: CurveCatalog) -> Transition? {
    let effect = reader.text("effect")
    let custom = reader.structure("transition", "a JSON object")
    if effect != nil, custom != nil { reader.refuse("transition", "cannot be asked together with `effect`") }
    do throws(InvalidMembers) {
      if let effect { return Transition(try TransitionEffect(parsing: effect)) }
      guard let custom else { return nil }
      return try Transition(
        exit: try keyframes("exit", of: custom, curves), enter: try keyframes("enter", of: custom, curves))
    } catch {
      for problem in error.problems {
        reader.refuse(effect == nil ? "transition.\(problem.member)" : problem.member, problem.reason)
      }
      return nil
    }
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
    var reader = ParameterReader(Parameters(members: members))
    let range = -1e9...1e9
    let keyframe = LabelKeyframe(
      at: reader.number("at", in: 0...1) ?? 0, opacity: reader.number("opacity", in: range),
      scale: reader.number("scale", in: range), rotation: reader.number("rotation", in: range),
      offsetX: reader.number("offsetX", in: range), offsetY: reader.number("offsetY", in: range),
      curve: easing(&reader, curves))
    if !reader.has("at") { reader.refuse("at", "is required") }
    do throws(Problem) {
      try reader.finish()
      return keyframe
    } catch {
      throw InvalidMembers(problems: error.errors.map { .init(member: "\(path).\($0.parameter)", reason: $0.detail) })
    }
  }

  private static func easing(_ reader: inout ParameterReader, _ curves: CurveCatalog) -> (any Easing)? {
    guard let text = reader.text("curve") else { return nil }
    guard let easing = (try? curves.curve(text)) as? any Easing else {
      reader.refuse("curve", "must be an easing, such as `ease-out`, not `\(ParameterReader.excerpt(text))`")
      return nil
    }
    return easing
  }
}
