package import Documents
package import TextAnimation
import Interpolation
package import WrittenNumbers
package import TextBytes
import Timing

/// What a client asked to be animated, decoded and checked.
package struct AnimationRequest: Sendable {
  package let change: Change
  package let how: How
  /// How often, how fast, after which delay.
  package var playback: Playback
  /// Parameters that have no effect beside the others.
  package let warnings: [ParameterProblem]

  package var isEndless: Bool { playback.repeatCount == .infinite }

  /// The same, where it is known what begins a fraction in the texts, or which word is a plural.
  package func reading(decimalSeparator: Character?, plural: String?) -> AnimationRequest {
    guard decimalSeparator != nil || plural != nil else { return self }
    return AnimationRequest(
      change: change,
      how: how.changed { manner in
        if let decimalSeparator { manner.options.symbols = manner.options.symbols.telling(decimal: decimalSeparator) }
        if let plural { manner.options.symbols = manner.options.symbols.telling(plural: plural) }
      },
      playback: playback, warnings: warnings)
  }

  /// The same with numbers that are rounded so, unless the request says how.
  package func rounding(by rounding: Rounding) -> AnimationRequest {
    AnimationRequest(
      change: change, how: how.rounding(byDefault: rounding), playback: playback, warnings: warnings)
  }
}

extension AnimationRequest {
  /// - Throws: 400 for what cannot be animated, and for more frames than allowed.
  package func prepared(in context: RequestContext, spending meter: inout Meter) throws(Problem) -> PreparedSequence {
    switch change {
    case .plain(let pair):
      let found = try how.content(of: pair, in: context, &meter)
      return try begun(pair.source ?? (how.writesNumbers ? "0" : ""), pair.target, found, in: context, &meter)
    case .continuing(let earlier, let pair):
      let (name, animation) = try continued(after: earlier, pair, in: context, &meter)
      return try prepared(animation, by: name, in: context, &meter)
    case .through(let source, let texts, let times, _):
      let (name, animation, refused) = try led([source ?? ""] + texts, times, in: context, &meter)
      return try prepared(animation, by: name, refused, in: context, &meter)
    case .decay(let decay, let source):
      return try following(decay, from: source ?? "0", &meter).prepared(in: context, spending: &meter)
    case .template(let template, let source, let target):
      let found = try how.content(of: template, from: source, to: target, in: context, &meter)
      return try begun(template.text(with: source), template.text(with: target), found, in: context, &meter)
    }
  }

  /// The same, however long it takes.
  package func prepared(in context: RequestContext) throws(Problem) -> PreparedSequence {
    var meter = Meter(limit: .max)
    return try prepared(in: context, spending: &meter)
  }

  private func begun(
    _ source: String, _ target: String, _ found: (name: String, content: Animation.Content),
    in context: RequestContext, _ meter: inout Meter
  ) throws(Problem) -> PreparedSequence {
    // Only labels that move let a text change at once.
    let isInstant = how.manner.transition != nil && found.content.isInstant
    let animation = Animation(
      from: source, to: target, curve: how.manner.curve.curve,
      duration: how.manner.duration ?? (isInstant ? how.effectDuration : nil), clamp: how.manner.clamp,
      prefix: how.manner.prefix, suffix: how.manner.suffix, content: found.content)
    return try prepared(animation, by: found.name, in: context, &meter)
  }

  /// The request with the target that its decay reaches; 400 where the source is not a number.
  private func following(
    _ decay: Decay, from source: String, _ meter: inout Meter
  ) throws(Problem) -> AnimationRequest {
    do throws(NotAnimatable) {
      let symbols = how.manner.options.symbols
      let number = try LeadingNumber(
        in: source, symbols: how.writesNumbers ? symbols.telling(decimal: ".") : symbols, spending: &meter)
      // It ends where it is slower than five halves of the last digit shown, a second: POP's rule with a threshold that
      // can be seen.
      let duration = how.manner.duration ?? decay.duration(threshold: number.step / 2)
      let target = try number.text(movedBy: decay.distance(after: duration))
      return AnimationRequest(
        change: .plain(TextPair(source: source, target: target)), how: how.changed { $0.duration = duration },
        playback: playback, warnings: warnings)
    } catch {
      throw .invalidParameter("from", "cannot decay: \(error.reason)")
    }
  }

  /// The sequence of an animation that the interpolation `name` took; where it `isKept`, its length was checked when it
  /// came, and the settings do not bound it any more.
  package func prepared(
    _ animation: consuming Animation, by name: String, at times: [Double]? = nil, _ refused: [ParameterProblem] = [],
    isKept: Bool = false, in context: RequestContext, _ meter: inout Meter
  ) throws(Problem) -> PreparedSequence {
    let details = FrameDetails(
      how.manner.members, of: animation, how.manner.transition, how.manner.options.symbols,
      how.manner.options.alignment, spending: &meter)
    let warnings = warnings + refused + how.manner.warnings(about: animation, by: name, in: context)
    var sequence = FrameSequence(animation, playback: playback, fps: how.manner.fps)
    if let times { sequence = FrameSequence(sequence, at: times) }
    if !isKept { try checkLength(of: sequence, limits: context.limits) }
    if how.manner.isDistinct {
      sequence = try distinct(sequence, saying: details, limit: context.limits.frames, &meter)
    }
    let marked = sequence.markers(at: how.manner.markers, spending: &meter)
    let cost = sequence.distinctCost + marked.cost
    let widest =
      how.manner.members.hasWidest
      ? sequence.widestText(among: context.limits.frames, spending: &meter) : nil
    return PreparedSequence(
      sequence: consume sequence, markers: marked.markers, interpolation: name, curve: how.manner.curve.text,
      details: details, widest: widest, warnings: warnings, searchCost: cost)
  }

  /// - Throws: 400 for too many frames, and unless the length is another's than the curve's for one that goes on for too
  ///   long.
  package func checkLength(
    of sequence: borrowing FrameSequence, limits: RequestLimits, settles: Bool = true
  ) throws(Problem) {
    if settles, how.manner.duration == nil, sequence.animation.duration > limits.settling {
      throw .invalidParameter("curve", how.manner.curve.curve.settlingRefusal(within: limits.settling))
    }
    guard !how.manner.isDistinct, let count = sequence.count, count > limits.frames else { return }
    throw .invalidParameter(
      "duration", "would make \(count) frames together with `fps` and `repeat`; \(limits.frames) are allowed")
  }

  private func distinct(
    _ sequence: consuming FrameSequence, saying details: FrameDetails, limit: Int, _ meter: inout Meter
  ) throws(Problem) -> FrameSequence {
    // Labels, glyphs and columns may still move after the last text has appeared.
    let keepsEnd = !details.isEmpty || !how.manner.markers.isEmpty
    guard let distinct = sequence.distinct(limit: limit, keepsEnd: keepsEnd, spending: &meter) else {
      throw .invalidParameter(
        "frames", "would make more than \(limit) frames of different texts, or take too long to be looked for")
    }
    return distinct
  }
}

// MARK: - Several texts, one after another

extension AnimationRequest {
  /// The change through all texts, with the name of the interpolation of the first leg that has one, and a warning for
  /// each leg whose text changes at once.
  private func led(
    _ texts: [String], _ times: [Double], in context: RequestContext, _ meter: inout Meter
  ) throws(Problem) -> (String, Animation, [ParameterProblem]) {
    var contents: [Animation.Content] = []
    var name = "none"
    var warnings: [ParameterProblem] = []
    for (before, after) in zip(texts, texts.dropFirst()) {
      let leg = try leg(from: before, to: after, in: context, &meter)
      if name == "none" { name = leg.name }
      if case .immediate(let refusal) = leg.content, before != after, how.manner.interpolation != .none {
        let detail = "changes at once from `\(before.excerpt)` to `\(after.excerpt)`: \(refusal.reason)"
        warnings.append(ParameterProblem(parameter: "to", detail: detail))
      }
      contents.append(leg.content)
    }
    // An effect takes its time for each of the labels.
    let isInstant = contents.allSatisfy(\.isInstant)
    let effectDuration = isInstant ? how.effectDuration.map { $0 * Double(contents.count) } : nil
    let animation = Animation(
      through: texts, at: times, curve: how.manner.curve.curve, duration: how.manner.duration ?? effectDuration,
      clamp: how.manner.clamp, prefix: how.manner.prefix, suffix: how.manner.suffix, contents: contents)
    return (name, animation, warnings)
  }

  /// What leads from one of the texts to the next.
  private func leg(
    from source: String, to target: String, in context: RequestContext, _ meter: inout Meter
  ) throws(Problem) -> (name: String, content: Animation.Content) {
    do throws(Problem) {
      return try how.content(of: TextPair(source: source, target: target), in: context, &meter)
    } catch {
      let problems = how.unwritable(change.texts, spending: &meter)
      throw problems.isEmpty ? error : .invalidParameters(problems)
    }
  }
}

// MARK: - Going on from changes before

extension AnimationRequest {
  /// The animation that goes on from where earlier changes have brought the text, with the name of its interpolation.
  ///
  /// - Throws: 400 for a text that is no number where a format needs one, and for a change that changes nothing.
  private func continued(
    after earlier: [EarlierChange], _ pair: TextPair, in context: RequestContext, _ meter: inout Meter
  ) throws(Problem) -> (name: String, Animation) {
    let texts = earlier.enumerated().map { ("earlier[\($0.offset)].to", $0.element.target) }
    let problems = how.unwritable(pair.texts + texts, spending: &meter)
    guard problems.isEmpty else { throw .invalidParameters(problems) }
    let shared = SharedMeter(limit: meter.left)
    let last = state(after: earlier, pair, in: context, shared)
    meter.spend(shared.spent, .earlier)
    guard !meter.isExhausted else { throw .tooMuchWork }
    guard let last else {
      throw .invalidParameter(
        "to", "is what the last of `earlier` is on the way to already; without that one nothing changes")
    }
    let found = try how.content(of: TextPair(source: last.motion.source, target: pair.target), in: context, &meter)
    return (found.name, last.animation)
  }

  /// What comes of all changes; `nil` where the last one changes nothing.
  private func state(
    after earlier: [EarlierChange], _ pair: TextPair, in context: RequestContext, _ meter: SharedMeter
  ) -> LabelState? {
    // The playback runs at its speed.
    let newest = how.change(in: context, spending: meter)
    var state: LabelState?
    for earlier in earlier where !meter.isExhausted {
      meter.spend(Self.unitsOfChange, .earlier)
      let own = how.changed { manner in
        manner.curve = earlier.curve ?? manner.curve
        if let duration = earlier.duration { manner.duration = duration }
      }
      let change = own.change(in: context, spending: meter)
      let start = Self.now - Int64(earlier.age * playback.speed * 1e6)
      let text = pair.source ?? (how.writesNumbers ? "0" : "")
      state =
        state?.retargeted(to: earlier.target, by: change, at: start)
        ?? LabelState(LabelMotion(to: earlier.target, from: text, at: start), by: change)
    }
    let last = state?.retargeted(to: pair.target, by: newest, at: Self.now)
    return last?.motion.start == Self.now ? last : nil
  }

  /// What going on from what is shown takes beside matching the texts, in units of a meter.
  private static let unitsOfChange = 100_000

  /// The start of the animation on a clock of its own, far enough from 0 for every age.
  private static let now: Int64 = 1 << 40
}

extension TimingCurve {
  /// Why a curve that has not settled after so many seconds cannot be used without a duration.
  func settlingRefusal(within seconds: Double) -> String {
    let name = (self as? Spring).map { "`\($0)`" } ?? "it"
    return "needs a `duration`: \(name) does not settle within \(seconds.shortest) seconds"
  }
}
