import TextAnimation
import TextBytes

// Which parameters need one another, and which exclude one another.
extension RequestParameters {
  /// Checks the animation as a whole.
  ///
  /// - Parameters:
  ///   - context: Limits and catalogues.
  ///   - meter: What looking at its texts spends from.
  /// - Returns: The animation.
  /// - Throws: All problems of the parameters, and then also of texts that must be numbers.
  mutating func finishedAnimation(
    in context: ServiceContext, spending meter: inout Meter
  ) throws(Problem) -> AnimationRequest {
    checkTarget()
    finishTemplate()
    finishTexts()
    if has(.seldomGiven) { checkSeldomGiven(in: context) }
    do throws(Problem) {
      try finish()
    } catch {
      let named = Set(error.errors.map(\.parameter))
      let unwritable = animation.unwritableTexts(spending: &meter)
      throw .invalidParameters(error.errors + unwritable.filter { !named.contains($0.parameter) })
    }
    return animation
  }

  /// The same, however long it takes.
  mutating func finishedAnimation(in context: ServiceContext) throws(Problem) -> AnimationRequest {
    var meter = Meter(limit: .max)
    return try finishedAnimation(in: context, spending: &meter)
  }

  private mutating func checkTarget() {
    if animation.decay == nil {
      if !has(.to) { refuse("to", "is required") }
    } else if !animation.target.isEmpty {
      refuse("to", "must not be given together with a decay, which finds it")
    }
  }

  private mutating func checkSeldomGiven(in context: ServiceContext) {
    if animation.isDistinct, animation.isEndless {
      refuse("frames", "cannot be `distinct` together with `repeat=infinite`")
    }
    if has(.effect), has(.transition) { refuse("transition", "cannot be asked together with `effect`") }
    if animation.repeatDelay > 0, animation.repeatCount == .times(1) {
      warn("repeatDelay", "has no effect without `repeat`")
    }
    if has(.numberStyle) { finishNumberStyle(in: context) }
    if has(.format) {
      for name in NumberStyle.writingNames where choseAny(ParameterSet(named: [name])) {
        refuse(name, "cannot be asked together with `format`, which says itself how the number is written")
      }
    }
    checkInterpolation()
    if !animation.earlier.isEmpty { checkEarlier() }
  }

  private mutating func checkEarlier() {
    let playback = ["delay", "repeat", "autoreverse"].first { choseAny(ParameterSet(named: [$0])) }
    let other =
      animation.decay != nil
      ? "a decay"
      : !animation.texts.isEmpty
        ? "a list in `to`" : (has(.template) ? "template" : playback).map { "`\($0)`" }
    if let other { refuse("earlier", "cannot be asked together with \(other)") }
  }

  private mutating func checkInterpolation() {
    let interpolation = animation.interpolation
    if animation.roundingFactor != nil, !["auto", "number", "numbers", "words"].contains(interpolation) {
      warn("roundingFactor", "has no effect together with `interpolation=\(interpolation)`")
      animation.roundingFactor = nil
    }
    if has(.format) || choseAny(.numberWriting), !["auto", "number"].contains(interpolation),
      interpolation != "odometer" || animation.parts != nil
    {
      let writing = NumberStyle.writingNames.first { choseAny(ParameterSet(named: [$0])) } ?? "format"
      refuse("interpolation", "cannot be `\(interpolation)` together with `\(writing)`, which writes a number")
    }
    guard choseAny(.ofSomeInterpolations) else { return }
    for (name, interpolations) in Self.interpolationsNeeded
    where !interpolations.contains(interpolation) && choseAny(ParameterSet(named: [name])) {
      warn(name, "has no effect with `interpolation=\(interpolation)`")
    }
  }
}

extension RequestParameters {
  /// Parameters that only some of the built-in interpolations take.
  fileprivate static let interpolationsNeeded: [(name: String, interpolations: Set<String>)] = [
    ("columnMode", ["odometer"]), ("direction", ["odometer", "numericText"]),
    ("align", ["morph", "evaporate", "fall", "pixelate", "anvil", "numericText", "wave"]),
  ]
}

extension ParameterSet {
  static let format = ParameterSet(named: ["format"])
  static let template = ParameterSet(named: ["template"])
  fileprivate static let effect = ParameterSet(named: ["effect"])
  fileprivate static let transition = ParameterSet(named: ["transition"])
  fileprivate static let ofSomeInterpolations = ParameterSet(
    named: RequestParameters.interpolationsNeeded.map(\.name))
  fileprivate static let numberStyle = ParameterSet(named: NumberStyle.names)
  static let numberWriting = ParameterSet(named: NumberStyle.writingNames)

  /// Parameters that most requests leave out; rules between parameters concern only these.
  fileprivate static let seldomGiven = ParameterSet.animation.subtracting(
    ParameterSet(named: ["from", "to", "curve", "duration", "fps", "clamp", "rounding", "markers", "seed"]))
}
