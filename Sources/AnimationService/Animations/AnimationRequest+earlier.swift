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
    let now = Self.now
    // The playback runs at its speed.
    var newest = self
    newest.speed = 1
    var state: LabelState?
    for earlier in earlier {
      guard meter.spend(Self.retargetingUnits(earlier.target, state), .earlier) else { throw .tooMuchWork }
      var request = newest
      if let (text, curve) = earlier.curve { (request.curveText, request.curve) = (text, curve) }
      if let duration = earlier.duration { request.duration = duration.seconds }
      let start = now - Int64(earlier.age * speed * 1e6)
      let change = request.change(in: context)
      let text = source ?? (writesNumbers ? "0" : "")
      state =
        state?.retargeted(to: earlier.target, by: change, at: start)
        ?? LabelState(LabelMotion(to: earlier.target, from: text, at: start), by: change)
    }
    guard let last = state?.retargeted(to: target, by: newest.change(in: context), at: now), last.motion.start == now
    else {
      let detail = "is what the last of `earlier` is on the way to already; without that one nothing changes"
      throw .invalidParameters([ParameterProblem(parameter: "to", detail: detail)])
    }
    var request = self
    request.source = last.motion.source
    return (try request.content(context, spending: &meter).name, last.animation)
  }

  private static func retargetingUnits(_ target: String, _ state: LabelState?) -> Int {
    100_000 + 400 * (target.utf8.count + (state?.motion.target.utf8.count ?? 0))
  }

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
