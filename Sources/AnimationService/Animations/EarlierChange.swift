import TextAnimation
import Timing
import TextBytes

/// What the text was set to before its animation, and may still be on the way to.
struct EarlierChange: Sendable {
  /// The text that it was to become.
  var target = ""
  /// Seconds from then to the start of the animation.
  var age = 0.0
  /// The curve, where it is not that of the animation.
  var curve: (text: String, curve: any TimingCurve)?
  /// The duration, where it is not that of the animation; `nil` in it for that of the curve.
  var duration: Duration?

  /// Seconds, or none.
  struct Duration: Sendable {
    var seconds: Double?
  }

  /// The most that one animation may have.
  static let limit = LabelMotion.residualLimit
}

extension EarlierChange {
  /// Reads a list of changes, the oldest first.
  ///
  /// - Throws: What is wrong with its elements.
  static func list(_ value: JSONValue, in context: ServiceContext) throws(InvalidMembers) -> [EarlierChange] {
    guard case .array(let elements) = value else {
      throw InvalidMembers(problems: [.init(member: "", reason: "must be an array, not \(value.kindName)")])
    }
    guard elements.count <= limit else {
      throw InvalidMembers(problems: [.init(member: "", reason: "has \(elements.count) changes; \(limit) are possible")]
      )
    }
    var changes: [EarlierChange] = []
    var problems: [InvalidMembers.Problem] = []
    for (index, element) in elements.enumerated() {
      do throws(InvalidMembers) {
        let change = try EarlierChange(element, at: "[\(index)]", in: context)
        if let last = changes.last, last.age < change.age {
          problems.append(.init(member: "[\(index)].ago", reason: "must not be more than that of the change before"))
        }
        changes.append(change)
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw InvalidMembers(problems: problems) }
    return changes
  }

  private init(_ value: JSONValue, at path: String, in context: ServiceContext) throws(InvalidMembers) {
    guard case .object(let members) = value else {
      throw InvalidMembers(problems: [.init(member: path, reason: "must be an object, not \(value.kindName)")])
    }
    var problems: [InvalidMembers.Problem] = []
    for member in members {
      do throws(ParameterRefusal) {
        try read(member, in: context)
      } catch {
        problems.append(.init(member: "\(path).\(member.name.prefix(64))", reason: error.detail))
      }
    }
    for name in ["to", "ago"] where !members.contains(where: { $0.name == name }) {
      problems.append(.init(member: "\(path).\(name)", reason: "is required"))
    }
    guard problems.isEmpty else { throw InvalidMembers(problems: problems) }
  }

  private mutating func read(_ member: JSONValue.Member, in context: ServiceContext) throws(ParameterRefusal) {
    let value = member.value
    switch member.name {
    case "to": target = try value.shortText(TextLimits(context.settings))
    case "ago": age = try value.seconds(in: 0...86_400)
    case "curve":
      curve = try Self.curve(value.isNull ? AnimationRequest.defaultCurve : value.text(), in: context.curves)
    case "duration": duration = Duration(seconds: value.isNull ? nil : try value.seconds(in: 0...86_400))
    default:
      let near = Spelling.nearest(to: member.name, among: ["to", "ago", "curve", "duration"])
      throw ParameterRefusal("is unknown" + (near.map { "; did you mean `\($0)`?" } ?? ""))
    }
  }

  private static func curve(
    _ text: String, in curves: CurveCatalog
  ) throws(ParameterRefusal) -> (String, any TimingCurve) {
    let curve = try curves.readCurve(text)
    guard !(curve is Decay) else { throw ParameterRefusal("must not be a decay, which finds its own target") }
    return (text, curve)
  }
}
