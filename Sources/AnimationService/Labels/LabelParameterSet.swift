import TextAnimation
import TextBytes
import Timing

/// The parameters of a label's change, decoded and checked.
struct LabelParameterSet: Sendable {
  /// The animation by these parameters, whatever texts it leads from and to.
  let animation: AnimationRequest
  /// What is asked beside it.
  let label: LabelParameters
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
    label = parameters.labels
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
