import TextAnimation
import Timing

extension AnimationRequest {
  /// Makes the animation, parsing both texts.
  ///
  /// - Parameter context: Limits and catalogues.
  /// - Returns: The sequence, each frame of which can be had at once.
  /// - Throws: What cannot be animated: a format with a text that is no number, or more frames than allowed.
  func prepared(in context: ServiceContext) throws(Problem) -> PreparedSequence {
    guard let decay else { return try assembled(in: context) }
    return try following(decay).assembled(in: context)
  }

  /// The same, off the loop where that takes long.
  ///
  /// - Returns: `nil` where the sequence comes later.
  /// - Throws: What cannot be animated.
  func prepared(in context: ServiceContext, by work: LongWork) throws(Problem) -> PreparedSequence? {
    guard work.isLong(preparationCost) else { return try prepared(in: context) }
    return try work.value(cost: preparationCost) { () throws(Problem) in try prepared(in: context) }
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

  private func assembled(in context: ServiceContext) throws(Problem) -> PreparedSequence {
    let (name, content) = try content(context)
    let animation = Animation(
      from: source ?? (writer == nil ? "" : "0"), to: target, curve: curve,
      duration: duration ?? (content.isInstant ? Self.effectDuration(curve) : nil), clamp: clamp, prefix: prefix,
      content: content)
    let details = FrameDetails(members.union([.labels, .glyphs, .columns]), of: content, transition)
    let sequence = try limited(
      FrameSequence(consume animation, playback: playback, fps: fps), saying: details,
      to: context.settings.maximumFrames)
    let marked = sequence.markers(at: markers)
    let cost = sequence.distinctCost + marked.cost
    return PreparedSequence(
      sequence: consume sequence, markers: marked.markers, interpolation: name, curve: curveText, details: details,
      warnings: warnings, searchCost: cost)
  }

  /// BBCyclingLabel's default, for a curve that does not know its own duration.
  private static func effectDuration(_ curve: any TimingCurve) -> Double? {
    curve.settlingDuration(within: 0.5) == nil ? 0.3 : nil
  }

  /// The sequence with the frames that are asked for.
  ///
  /// - Throws: 400 where a sequence with an end has more of them than allowed.
  private func limited(
    _ sequence: consuming FrameSequence, saying details: FrameDetails, to limit: Int
  ) throws(Problem) -> FrameSequence {
    if isDistinct {
      // Labels, glyphs and columns may still move after the last text has appeared.
      let keepsEnd = !details.isEmpty || !markers.isEmpty
      let distinct = sequence.distinct(limit: limit, keepsEnd: keepsEnd)
      guard let distinct else {
        let detail = "would make more than \(limit) frames of different texts, or take too long to be looked for"
        throw .invalidParameters([ParameterProblem(parameter: "frames", detail: detail)])
      }
      return distinct
    }
    guard let count = sequence.count, count > limit else { return sequence }
    let detail = "would make \(count) frames together with `fps` and `repeat`; \(limit) are possible"
    throw .invalidParameters([ParameterProblem(parameter: "duration", detail: detail)])
  }

  /// The interpolation of the two texts, with its name.
  private func content(_ context: ServiceContext) throws(Problem) -> (name: String, Animation.Content) {
    if let writer { return ("number", try written(by: writer)) }
    let isEqual = source ?? "" == target
    if isEqual, transition == nil { return ("none", .immediate(NotAnimatable(reason: "both texts are the same"))) }
    let options = InterpolatorCatalog.Options(
      seed: seed, rounding: rounding ?? .nearest, symbols: numberStyle.symbols, columnMode: columnMode,
      direction: direction)
    var refusal = NotAnimatable(reason: "the interpolation is `none`")
    for name in interpolation == "auto" ? ["number", "numbers"] : [interpolation] {
      guard let entry = context.interpolators[name] else { continue }
      do throws(NotAnimatable) {
        let prepared = try entry.make(options).prepare(from: source ?? "", to: target)
        return (name, .interpolated(try rounded(prepared), writesEnds: false))
      } catch {
        refusal = error
      }
    }
    guard transition == nil else { return ("none", .interpolated(InstantInterpolation(to: target), writesEnds: false)) }
    return ("none", .immediate(refusal))
  }

  /// The texts with their numbers kept to multiples of the factor, where one is asked for.
  ///
  /// - Throws: ``NotAnimatable`` for an interpolation that has no such numbers.
  private func rounded(_ interpolation: any TextInterpolation) throws(NotAnimatable) -> any TextInterpolation {
    guard let roundingFactor else { return interpolation }
    guard let multiples = interpolation as? NumbersInterpolation else {
      throw NotAnimatable(reason: "the interpolation has no numbers that could be multiples of a `roundingFactor`")
    }
    return multiples.rounded(toMultiplesOf: roundingFactor)
  }

  /// Writes the two numbers and all between, where `format` or a number style is given.
  private var writer: (any TextInterpolator)? {
    format.map { FormatInterpolator(format: $0, rounding: rounding) } ?? numberStyle.writer
  }

  private func written(by writer: any TextInterpolator) throws(Problem) -> Animation.Content {
    guard let prepared = try? writer.prepare(from: source ?? "0", to: target) else {
      throw .invalidParameters(unwritableTexts)
    }
    let rounded = roundingFactor.flatMap { (prepared as? NumbersInterpolation)?.rounded(toMultiplesOf: $0) }
    return .interpolated(rounded ?? prepared, writesEnds: true)
  }

  /// Problems of the two texts, where they have to be numbers.
  var unwritableTexts: [ParameterProblem] {
    guard let writer else { return [] }
    return [("from", source ?? "0"), ("to", target)].compactMap { name, text in
      do throws(NotAnimatable) {
        _ = try writer.prepare(from: text, to: text)
        return nil
      } catch {
        let way = format == nil ? "as a number" : "by `format`"
        return ParameterProblem(parameter: name, detail: "cannot be written \(way): \(error.reason)")
      }
    }
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
