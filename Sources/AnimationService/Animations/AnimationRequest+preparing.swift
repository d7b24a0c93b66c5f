import TextAnimation
import TextBytes
import Timing

extension AnimationRequest {
  /// Makes the animation, parsing both texts.
  ///
  /// - Parameters:
  ///   - context: Limits and catalogues.
  ///   - meter: What it spends from; nothing that comes of it means anything once that is exhausted.
  /// - Returns: The sequence, each frame of which can be had at once.
  /// - Throws: What cannot be animated: a format with a text that is no number, or more frames than allowed.
  func prepared(in context: ServiceContext, spending meter: inout Meter) throws(Problem) -> PreparedSequence {
    guard let decay else { return try assembled(in: context, &meter) }
    return try following(decay).assembled(in: context, &meter)
  }

  /// The same, however long it takes.
  func prepared(in context: ServiceContext) throws(Problem) -> PreparedSequence {
    var meter = Meter(limit: .max)
    return try prepared(in: context, spending: &meter)
  }

  /// The request with the target that its decay reaches.
  ///
  /// - Throws: 400 where the source is not a number.
  private func following(_ decay: Decay) throws(Problem) -> AnimationRequest {
    do throws(NotAnimatable) {
      let end = try DecayTarget(of: decay, from: source ?? "0", duration: duration)
      var request = self
      request.source = source ?? "0"
      request.target = end.text
      request.duration = end.duration
      return request
    } catch {
      throw .invalidParameters([ParameterProblem(parameter: "from", detail: "cannot decay: \(error.reason)")])
    }
  }

  private func assembled(in context: ServiceContext, _ meter: inout Meter) throws(Problem) -> PreparedSequence {
    if !texts.isEmpty {
      let (name, animation, refused) = try led(in: context, &meter)
      return try prepared(animation, by: name, refused, in: context, &meter)
    }
    let (name, animation) = try earlier.isEmpty ? begun(in: context, &meter) : continued(in: context, &meter)
    return try prepared(animation, by: name, in: context, &meter)
  }

  /// The sequence of an animation of this request's texts.
  ///
  /// - Parameters:
  ///   - animation: What moves.
  ///   - name: The interpolation that took the texts.
  ///   - refused: Warnings about texts that change at once.
  ///   - isKept: Whether its length was checked when it came, and the settings do not bound it any more.
  ///   - context: Limits and catalogues.
  ///   - meter: What searches spend from.
  /// - Returns: The sequence, each frame of which can be had at once.
  /// - Throws: What ``checkLength(of:limits:)`` throws; 400 for too many distinct frames.
  func prepared(
    _ animation: Animation, by name: String, _ refused: [ParameterProblem] = [], isKept: Bool = false,
    in context: ServiceContext, _ meter: inout Meter
  ) throws(Problem) -> PreparedSequence {
    let known = warnings + refused
    let warnings = seed == 0 && rounding == nil && clamp == .none ? known : known + warnings(about: animation, by: name)
    let details = FrameDetails(
      members.union([.labels, .glyphs, .columns]), of: animation, transition, numberStyle.symbols, alignment)
    var sequence = FrameSequence(animation, playback: playback, fps: fps)
    if !isKept { try checkLength(of: sequence, limits: context.settings) }
    if isDistinct { sequence = try distinct(sequence, saying: details, limit: context.settings.maximumFrames, &meter) }
    let marked = sequence.markers(at: markers, spending: &meter)
    let cost = sequence.distinctCost + marked.cost
    let widest =
      members.contains(.widest)
      ? sequence.widestText(among: context.settings.maximumFrames, spending: &meter) : nil
    return PreparedSequence(
      sequence: consume sequence, markers: marked.markers, interpolation: name, curve: curveText, details: details,
      widest: widest, warnings: warnings, searchCost: cost)
  }

  /// The animation that sets out from the source, with the name of its interpolation.
  private func begun(
    in context: ServiceContext, _ meter: inout Meter
  ) throws(Problem) -> (name: String, Animation) {
    let (name, content) = try content(context, spending: &meter)
    let animation = Animation(
      from: source ?? (writesNumbers ? "0" : ""), to: target, curve: curve,
      duration: duration ?? (content.isInstant ? Self.effectDuration(curve) : nil), clamp: clamp, prefix: prefix,
      suffix: suffix, content: content)
    return (name, animation)
  }

  /// BBCyclingLabel's default, for a curve that does not know its own duration.
  static func effectDuration(_ curve: any TimingCurve) -> Double? {
    curve.settlingDuration(within: Settling.visibleShare) == nil ? 0.3 : nil
  }

  /// Refuses what is longer than it may be.
  ///
  /// - Throws: 400 for a sequence with an end that has more frames than allowed, and for a spring without a duration that
  ///   takes longer than the longest stream.
  func checkLength(of sequence: borrowing FrameSequence, limits: Settings) throws(Problem) {
    if duration == nil, sequence.animation.duration > limits.maximumStreamSeconds {
      let refusal = curve.settlingRefusal(within: limits.maximumStreamSeconds)
      throw .invalidParameters([ParameterProblem(parameter: "curve", detail: refusal)])
    }
    guard !isDistinct, let count = sequence.count, count > limits.maximumFrames else { return }
    let detail = "would make \(count) frames together with `fps` and `repeat`; \(limits.maximumFrames) are possible"
    throw .invalidParameters([ParameterProblem(parameter: "duration", detail: detail)])
  }

  /// The frames with different texts.
  ///
  /// - Throws: 400 where there are more of them than allowed.
  private func distinct(
    _ sequence: consuming FrameSequence, saying details: FrameDetails, limit: Int, _ meter: inout Meter
  ) throws(Problem) -> FrameSequence {
    // Labels, glyphs and columns may still move after the last text has appeared.
    let keepsEnd = !details.isEmpty || !markers.isEmpty
    guard let distinct = sequence.distinct(limit: limit, keepsEnd: keepsEnd, spending: &meter) else {
      let detail = "would make more than \(limit) frames of different texts, or take too long to be looked for"
      throw .invalidParameters([ParameterProblem(parameter: "frames", detail: detail)])
    }
    return distinct
  }

  /// The interpolation of the two texts, with its name.
  func content(
    _ context: ServiceContext, spending meter: inout Meter
  ) throws(Problem) -> (name: String, Animation.Content) {
    if let writer {
      return (interpolation == "odometer" ? interpolation : "number", try written(by: writer, &meter))
    }
    let isEqual = source ?? "" == target
    if isEqual, transition == nil { return ("none", .immediate(NotAnimatable(reason: "both texts are the same"))) }
    if interpolation == "auto", transition != nil { return ("none", instant) }
    let options = InterpolatorCatalog.Options(
      seed: seed, rounding: rounding ?? .halfExpand, symbols: numberStyle.symbols, columnMode: columnMode,
      direction: direction, alignment: alignment, isAsked: interpolation != "auto")
    var refusal = NotAnimatable(reason: "the interpolation is `none`")
    for name in interpolation == "auto" ? Self.automatic : [interpolation] {
      guard !meter.isExhausted, let entry = context.interpolators[name] else { continue }
      if interpolation == "auto", name == "words",
        NumbersInterpolator.changesUnit(from: source ?? "", to: target)
          || NumbersInterpolator.changesDate(from: source ?? "", to: target, symbols: numberStyle.symbols)
      {
        continue
      }
      do throws(NotAnimatable) {
        let prepared = try entry.make(options).prepare(from: source ?? "", to: target, spending: &meter)
        return (name, .interpolated(try rounded(prepared), writesEnds: false))
      } catch {
        refusal = error
      }
    }
    return ("none", transition == nil ? .immediate(offering(refusal, context)) : instant)
  }

  /// The reason why these texts cannot be animated so, with the interpolations that animate any texts.
  private func offering(_ refusal: NotAnimatable, _ context: ServiceContext) -> NotAnimatable {
    let names = ["typewriter", "morph", "scramble"].filter { context.interpolators[$0] != nil }.map { "`\($0)`" }
    guard interpolation != "none", !names.isEmpty else { return refusal }
    let list = names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1])" : names[0]
    return NotAnimatable(reason: "\(refusal.reason); `interpolation` can be \(list) for any two texts")
  }

  /// What `auto` tries, in order.
  private static let automatic = ["number", "colors", "numbers", "words"]

  /// The two texts as labels, which change at once.
  private var instant: Animation.Content { .interpolated(InstantInterpolation(to: target), writesEnds: false) }

  /// The texts with their numbers kept to multiples of the factor, where one is asked for.
  ///
  /// - Throws: ``NotAnimatable`` for an interpolation that has no such numbers.
  private func rounded(_ interpolation: any TextInterpolation) throws(NotAnimatable) -> any TextInterpolation {
    guard let roundingFactor else { return interpolation }
    guard let multiples = interpolation as? NumbersInterpolation else {
      throw NotAnimatable(reason: "the interpolation has no numbers that could be multiples of a `roundingFactor`")
    }
    return try multiples.rounded(toMultiplesOf: roundingFactor)
  }

  /// Numbers that are written by a format or a style, kept to multiples of the factor where one is asked for.
  private func rounded(written numbers: NumbersInterpolation) throws(Problem) -> NumbersInterpolation {
    guard let roundingFactor else { return numbers }
    do throws(NotAnimatable) {
      return try numbers.rounded(toMultiplesOf: roundingFactor)
    } catch {
      throw .invalidParameters([ParameterProblem(parameter: "roundingFactor", detail: "cannot be met: \(error.reason)")]
      )
    }
  }

  /// Whether both texts are numbers, which are written by a format or a style.
  var writesNumbers: Bool { writer != nil }

  /// Writes the two numbers and all between, where `format` or a number style is given.
  private var writer: (any TextInterpolator)? {
    format.map {
      FormatInterpolator(
        format: $0, rounding: rounding, symbols: numberStyle.symbols, locale: numberStyle.formatTemplate)
    } ?? numberStyle.writer
  }

  private func written(
    by writer: any TextInterpolator, _ meter: inout Meter
  ) throws(Problem) -> Animation.Content {
    if let parts, let template = parts.template { return try written(parts, in: template, by: writer, &meter) }
    let prepared = try prepared(source ?? "0", target, by: writer, &meter)
    guard let numbers = prepared as? NumbersInterpolation else { return .interpolated(prepared, writesEnds: true) }
    let rounded = try rounded(written: numbers)
    guard interpolation == "odometer" else { return .interpolated(rounded, writesEnds: true) }
    do throws(NotAnimatable) {
      return .interpolated(try rounded.rolling(mode: columnMode, direction: direction), writesEnds: true)
    } catch {
      let detail = "cannot be `odometer` here: \(error.reason)"
      throw .invalidParameters([ParameterProblem(parameter: "interpolation", detail: detail)])
    }
  }

  /// Each part of a template as a number.
  private func written(
    _ parts: TemplateParts, in template: TextTemplate, by writer: any TextInterpolator, _ meter: inout Meter
  ) throws(Problem) -> Animation.Content {
    var numbers: [String: NumbersInterpolation] = [:]
    for name in template.names {
      let (before, after) = (parts.source?[name] ?? "", parts.target?[name] ?? "")
      guard let number = try prepared(before, after, by: writer, &meter) as? NumbersInterpolation else {
        throw .invalidParameters(unwritableTexts(spending: &meter))
      }
      numbers[name] = try rounded(written: number)
    }
    guard let joined = template.interpolation(of: numbers) else {
      throw .invalidParameters(unwritableTexts(spending: &meter))
    }
    return .interpolated(joined, writesEnds: true)
  }

  /// Two texts as numbers.
  ///
  /// - Throws: 400 for each text that is none, or for the second where each is one but both together are not possible.
  private func prepared(
    _ source: String, _ target: String, by writer: any TextInterpolator, _ meter: inout Meter
  ) throws(Problem) -> any TextInterpolation {
    do throws(NotAnimatable) {
      return try writer.prepare(from: source, to: target, spending: &meter)
    } catch {
      let problems = unwritableTexts(spending: &meter)
      throw .invalidParameters(problems.isEmpty ? [unwritable("to", error)] : problems)
    }
  }

  private func unwritable(_ parameter: String, _ refusal: NotAnimatable) -> ParameterProblem {
    let way = format == nil ? "as a number" : "by `format`"
    return ParameterProblem(parameter: parameter, detail: "cannot be written \(way): \(refusal.reason)")
  }

  /// The texts that have to be numbers, with the parameters that they stand in.
  private var numberTexts: [(parameter: String, text: String)] {
    guard let parts, let template = parts.template else {
      return [(sourceParameter, source ?? "0")] + (texts.isEmpty ? [target] : texts).map { ("to", $0) }
    }
    return template.names.map { ("from", parts.source?[$0] ?? "") }
      + template.names.map { ("to", parts.target?[$0] ?? "") }
  }

  /// Problems of the two texts, where they have to be numbers.
  var unwritableTexts: [ParameterProblem] {
    var meter = Meter(limit: .max)
    return unwritableTexts(spending: &meter)
  }

  /// The same, spending what it takes.
  func unwritableTexts(spending meter: inout Meter) -> [ParameterProblem] {
    guard let writer else { return [] }
    var problems: [ParameterProblem] = []
    for (name, text) in numberTexts {
      do throws(NotAnimatable) {
        _ = try writer.prepare(from: text, to: text, spending: &meter)
      } catch {
        problems.append(unwritable(name, error))
      }
    }
    return problems
  }
}

extension TimingCurve {
  /// Why a curve that has not settled after so many seconds cannot be used without a duration.
  func settlingRefusal(within seconds: Double) -> String {
    let name = (self as? Spring).map { "`\($0)`" } ?? "it"
    return "needs a `duration`: \(name) does not settle within \(seconds.shortest) seconds"
  }
}

extension Animation.Content {
  /// Whether the text changes at once while labels move.
  ///
  /// The types are compared, since a cast costs as much as reading three parameters.
  var isInstant: Bool {
    if case .interpolated(let interpolation, _) = self {
      type(of: interpolation) == InstantInterpolation.self
    } else {
      false
    }
  }
}
