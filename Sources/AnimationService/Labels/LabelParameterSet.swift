import TextAnimation
import TextBytes
import Timing

/// The parameters of a label's change, decoded and checked.
struct LabelParameterSet: Sendable {
  /// The animation by these parameters, whatever texts it leads from and to.
  let animation: AnimationRequest
  /// Seconds after which the label is deleted.
  let expires: Double?
  /// Whether reading it takes a key or a token.
  let isPrivate: Bool
  /// Whether it says what the label sets out from.
  let hasSource: Bool

  /// Reads parameters as they were given, after those that are kept of earlier changes.
  ///
  /// - Throws: Everything that is wrong with them.
  init(
    _ members: [JSONValue.Member], after kept: [JSONValue.Member], in context: ServiceContext
  ) throws(Problem) {
    var parameters = RequestParameters(members, after: kept, by: .label, in: context)
    _ = try JSONRepresentation.chosen(by: &parameters, accept: nil)
    if parameters.animation.decay != nil {
      parameters.refuse("curve", "cannot be a decay, which finds its own target")
    }
    if parameters.animation.members.contains(.widest) {
      parameters.refuse("include", "cannot have `widest` with a label")
    }
    if !parameters.animation.texts.isEmpty {
      parameters.refuse("to", "must be one text or number: a label has one target at a time")
    }
    hasSource = parameters.animation.source != nil || parameters.animation.parts?.source != nil
    animation = try parameters.finishedAnimation(in: context)
    expires = parameters[Parameter.expires]
    isPrivate = parameters[Parameter.isPrivate] ?? false
  }

  /// Reads what was stored.
  init(_ record: LabelRecord, in context: ServiceContext) throws(Problem) {
    try self.init([], after: record.parameters + [.init("to", .string(record.motion.target))], in: context)
  }
}

extension LabelParameterSet {
  /// How a label moves by them.
  func change(in context: ServiceContext, spending meter: SharedMeter) -> LabelChange {
    animation.change(in: context, spending: meter)
  }

  /// The frames of a state from its start to rest, however many they are.
  func prepared(
    _ state: LabelState, in context: ServiceContext, spending meter: SharedMeter
  ) throws(Problem) -> PreparedSequence {
    var request = animation.leading(
      from: state.motion.source ?? state.restText, to: state.motion.target)
    return try meter.spend { (meter) throws(Problem) in
      let name = (try? request.content(context, spending: &meter))?.name ?? "none"
      // The state runs at that speed already.
      request.speed = 1
      return try request.prepared(state.animation, by: name, isKept: true, in: context, &meter)
    }
  }
}

// MARK: - Visitors

extension LabelParameterSet {
  /// Seconds after which a visitor's label is deleted, whatever becomes of it.
  static let visitorLifetime = 3600.0

  /// What a visitor may say of one.
  private static let visitorNames = ["to", "curve", "duration"]
  /// Each of them is as short; a character of it has four bytes on average at most.
  private static let visitorLimits = TextLimits(bytes: 800, characters: 200)

  /// Checks that nothing is given but what a visitor may say.
  ///
  /// - Throws: 400 with each parameter that is more.
  static func checkVisitors(_ members: [JSONValue.Member]) throws(Problem) {
    let problems = members.compactMap { member -> ParameterProblem? in
      guard visitorNames.contains(member.name) else {
        let detail = "cannot be given for a visitor's label, which takes `to`, `curve` and `duration`"
        return ParameterProblem(parameter: member.name, detail: detail)
      }
      do throws(ParameterRefusal) {
        if !member.value.isNull { _ = try member.value.shortText(visitorLimits) }
        return nil
      } catch {
        return ParameterProblem(parameter: member.name, detail: error.detail)
      }
    }
    guard problems.isEmpty else { throw .invalidParameters(problems) }
  }
}
