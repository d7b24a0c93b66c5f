import TextAnimation
import TextBytes
import Timing

extension AnimationRequest {
  /// The animation that goes on from where earlier changes have brought the text.
  ///
  /// - Returns: The animation, with the name of its interpolation.
  /// - Throws: 400 for a text that is no number where a format needs one, and for a change that changes nothing.
  func continued(in context: ServiceContext, _ meter: inout Meter) throws(Problem) -> (name: String, Animation) {
    try checkEarlierTexts(&meter)
    let shared = SharedMeter(limit: meter.left)
    let last = continued(in: context, shared)
    meter.spend(shared.spent, .earlier)
    guard !meter.isExhausted else { throw .tooMuchWork }
    guard let last else {
      let detail = "is what the last of `earlier` is on the way to already; without that one nothing changes"
      throw .invalidParameters([ParameterProblem(parameter: "to", detail: detail)])
    }
    var request = self
    request.source = last.motion.source
    return (try request.content(context, spending: &meter).name, last.animation)
  }

  /// What comes of all changes; `nil` where the last one changes nothing.
  private func continued(in context: ServiceContext, _ meter: SharedMeter) -> LabelState? {
    // The playback runs at its speed.
    var newest = self
    newest.speed = 1
    var state: LabelState?
    for earlier in earlier where !meter.isExhausted {
      meter.spend(Self.unitsOfChange, .earlier)
      var request = newest
      if let (text, curve) = earlier.curve { (request.curveText, request.curve) = (text, curve) }
      if let duration = earlier.duration { request.duration = duration }
      let start = Self.now - Int64(earlier.age * speed * 1e6)
      let change = request.change(in: context, spending: meter)
      let text = source ?? (writesNumbers ? "0" : "")
      state =
        state?.retargeted(to: earlier.target, by: change, at: start)
        ?? LabelState(LabelMotion(to: earlier.target, from: text, at: start), by: change)
    }
    let last = state?.retargeted(to: target, by: newest.change(in: context, spending: meter), at: Self.now)
    return last?.motion.start == Self.now ? last : nil
  }

  /// What going on from what is shown takes beside matching the texts, in units of a meter.
  private static let unitsOfChange = 100_000

  /// The start of the animation on a clock of its own, far enough from 0 for every age.
  private static let now: Int64 = 1 << 40

  /// - Throws: 400 for each text, the first and the last included, that is no number where a format needs one.
  private func checkEarlierTexts(_ meter: inout Meter) throws(Problem) {
    guard writesNumbers else { return }
    var problems = unwritableTexts(spending: &meter)
    for (index, earlier) in earlier.enumerated() {
      var request = self
      request.target = earlier.target
      for problem in request.unwritableTexts(spending: &meter) where problem.parameter == "to" {
        problems.append(ParameterProblem(parameter: "earlier[\(index)].to", detail: problem.detail))
      }
    }
    guard problems.isEmpty else { throw .invalidParameters(problems) }
  }
}
