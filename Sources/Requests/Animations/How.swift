import WrittenNumbers
package import Documents
package import TextAnimation
package import Interpolation
package import TextBytes
package import Timing

/// What a request says about how a text changes, whichever texts.
package struct Manner: Sendable {
  var prefix = ""
  var suffix = ""
  /// Seconds; `nil` for the duration of the curve, or the default.
  var duration: Double?
  package var curve: WrittenCurve
  var fps = 60.0
  package var interpolation = InterpolationChoice.auto
  /// The seed, columns, alignment and symbols of interpolations that have them.
  package var options = InterpolatorCatalog.Options()
  /// Writes two numbers and all between, where a format or a number style is given; `nil` animates the two texts.
  var writer: FormatInterpolator?
  /// Whether that is a printf format.
  package var hasFormat = false
  /// How numbers are rounded; `nil` for the interpolation's default.
  var rounding: Rounding?
  /// The interpolation's default.
  var defaultRounding = Rounding.halfExpand
  var roundingFactor: Decimal?
  /// Values of the eased progress whose times are reported.
  var markers: [Double] = []
  var clamp = Animation.Clamp.none
  var transition: Transition?
  /// The members of a frame beside its text and those that the interpolation and the transition need.
  package var members: FrameMembers = []
  /// Whether frames equal to the one before are left out.
  var isDistinct = false
}

package struct WrittenCurve: Sendable {
  package let text: String
  package let curve: any TimingCurve
}

package enum InterpolationChoice: Equatable, Sendable {
  /// The first of a few that the texts suit.
  case auto
  case none
  /// One of the catalogue, by its place.
  case entry(Int)
}

extension Manner {
  static let defaultCurve = "easeInOut"
}

extension WrittenCurve {
  /// The curve, where it is one that finds its own target.
  ///
  /// The types are compared first, since a cast costs as much as reading three parameters.
  var decay: Decay? { type(of: curve) == Decay.self ? curve as? Decay : nil }
}

/// How a text changes, ready for any two texts; all requests that say nothing of it share one.
package final class How: Sendable {
  /// Read member by member: a copy of all takes 250 instructions.
  package let manner: Manner

  init(_ manner: consuming Manner) {
    manner.options.rounding = manner.rounding ?? manner.defaultRounding
    manner.options.isAsked = manner.interpolation != .auto
    self.manner = manner
  }

  /// Whether both texts are numbers, which are written by a format or a style.
  package var writesNumbers: Bool { manner.writer != nil }

  func changed(_ change: (inout Manner) -> Void) -> How {
    var manner = manner
    change(&manner)
    return How(manner)
  }
}

extension How {
  /// The same with numbers that are rounded so where the request does not say how.
  func rounding(byDefault rounding: Rounding) -> How {
    changed { manner in
      manner.defaultRounding = rounding
      if manner.rounding == nil { manner.writer?.rounding = rounding }
    }
  }

  /// BBCyclingLabel's default where labels move alone, for a curve that does not know its own duration.
  var effectDuration: Double? {
    manner.curve.curve.settlingDuration(within: Settling.visibleShare) == nil ? 0.3 : nil
  }

  /// What stands between two texts, with the name of the interpolation that took them.
  ///
  /// - Throws: 400 for texts that are no numbers where a format needs them.
  func content(
    of pair: TextPair, in context: RequestContext, _ meter: inout Meter
  ) throws(Problem) -> (name: String, content: Animation.Content) {
    if let writer = manner.writer { return try written(pair, by: writer, in: context, &meter) }
    let (source, target) = (pair.source ?? "", pair.target)
    if manner.transition == nil, source == target {
      return ("none", .immediate(NotAnimatable(reason: "both texts are the same")))
    }
    var refusal = NotAnimatable(reason: "the interpolation is `none`")
    for index in tried(in: context) where !meter.isExhausted {
      let entry = context.interpolators.entries[index]
      // With a number between, the words of the target may tell what never was: a loss of $460 in `Profit $500` to `Loss $300`.
      if manner.interpolation == .auto, entry.name == "words", !source.isNumberAlone, !target.isNumberAlone { continue }
      do throws(NotAnimatable) {
        let prepared = try entry.make(manner.options).prepare(from: source, to: target, spending: &meter)
        return (entry.name, .interpolated(try rounded(prepared), writesEnds: false))
      } catch {
        refusal = error
      }
    }
    if manner.transition == nil { return ("none", .immediate(offering(refusal, context))) }
    return ("none", .interpolated(InstantInterpolation(to: target), writesEnds: false))
  }

  func content(
    of template: TextTemplate, from source: [String: String], to target: [String: String],
    in context: RequestContext, _ meter: inout Meter
  ) throws(Problem) -> (name: String, content: Animation.Content) {
    guard let writer = manner.writer else {
      let pair = TextPair(source: template.text(with: source), target: template.text(with: target))
      return try content(of: pair, in: context, &meter)
    }
    var parts: [String: NumbersInterpolation] = [:]
    let texts = template.texts(from: source, to: target)
    for name in template.names {
      let (before, after) = (source[name] ?? "", target[name] ?? "")
      parts[name] = try numbers(from: before, to: after, by: writer, among: texts, &meter)
    }
    guard let joined = template.interpolation(of: parts) else {
      throw .invalidParameters(unwritable(texts, spending: &meter))
    }
    return ("number", .interpolated(joined, writesEnds: true))
  }

  private func tried(in context: RequestContext) -> [Int] {
    switch manner.interpolation {
    case .auto: manner.transition == nil ? context.automaticInterpolations : []
    case .none: []
    case .entry(let index): [index]
    }
  }

  /// The reason why these texts cannot be animated so, with the interpolations that animate any texts.
  private func offering(_ refusal: NotAnimatable, _ context: RequestContext) -> NotAnimatable {
    let names = ["typewriter", "morph", "scramble"].filter { context.interpolators[$0] != nil }.map { "`\($0)`" }
    guard manner.interpolation != .none, !names.isEmpty else { return refusal }
    let list = names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1])" : names[0]
    return NotAnimatable(reason: "\(refusal.reason); `interpolation` can be \(list) for any two texts")
  }

  private func rounded(_ interpolation: any TextInterpolation) throws(NotAnimatable) -> any TextInterpolation {
    guard manner.roundingFactor != nil else { return interpolation }
    guard let numbers = interpolation.asNumbers else {
      throw NotAnimatable(reason: "the interpolation has no numbers that could be multiples of a `roundingFactor`")
    }
    return try rounded(numbers)
  }

  private func rounded(_ numbers: NumbersInterpolation) throws(NotAnimatable) -> NumbersInterpolation {
    guard let factor = manner.roundingFactor else { return numbers }
    return try numbers.rounded(toMultiplesOf: factor)
  }

  private func rolling(_ numbers: NumbersInterpolation) throws(NotAnimatable) -> any TextInterpolation {
    let options = manner.options
    return try numbers.rolling(
      mode: options.columnMode, direction: options.direction, highestDigits: options.highestDigits)
  }
}

// MARK: - Numbers that a format or a style writes

extension How {
  private func written(
    _ pair: TextPair, by writer: FormatInterpolator, in context: RequestContext, _ meter: inout Meter
  ) throws(Problem) -> (name: String, content: Animation.Content) {
    let numbers = try numbers(from: pair.source ?? "0", to: pair.target, by: writer, among: pair.texts, &meter)
    let rolls = context.takes(manner.interpolation).contains(.columnMode)
    guard rolls else { return ("number", .interpolated(numbers, writesEnds: true)) }
    let name = context.interpolationName(manner.interpolation)
    do throws(NotAnimatable) {
      return (name, .interpolated(try rolling(numbers), writesEnds: true))
    } catch {
      throw .invalidParameter("interpolation", "cannot be `\(name)` here: \(error.reason)")
    }
  }

  /// Two texts as numbers, and multiples of a factor between them.
  ///
  /// - Throws: 400 for each of all texts that is none, or for the second where each is one but both are not possible; and for
  ///   a factor that cannot be met.
  private func numbers(
    from source: String, to target: String, by writer: FormatInterpolator, among texts: [TextOfParameter],
    _ meter: inout Meter
  ) throws(Problem) -> NumbersInterpolation {
    let written: NumbersInterpolation
    do throws(NotAnimatable) {
      written = try writer.numbers(from: source, to: target, spending: &meter)
    } catch {
      let problems = unwritable(texts, spending: &meter)
      throw .invalidParameters(problems.isEmpty ? [unwritable("to", error)] : problems)
    }
    do throws(NotAnimatable) {
      return try rounded(written)
    } catch {
      throw .invalidParameter("roundingFactor", "cannot be met: \(error.reason)")
    }
  }

  package func unwritable(_ texts: [TextOfParameter], spending meter: inout Meter) -> [ParameterProblem] {
    guard let writer = manner.writer else { return [] }
    var problems: [ParameterProblem] = []
    for (name, text) in texts {
      do throws(NotAnimatable) {
        _ = try writer.prepare(from: text, to: text, spending: &meter)
      } catch {
        problems.append(unwritable(name, error))
      }
    }
    return problems
  }

  private func unwritable(_ parameter: String, _ refusal: NotAnimatable) -> ParameterProblem {
    let way = manner.hasFormat ? "by `format`" : "as a number"
    return ParameterProblem(parameter: parameter, detail: "cannot be written \(way): \(refusal.reason)")
  }
}

extension How {
  /// How a text changes, whatever the texts, each pair of which is read at the expense of a meter; `template` is what
  /// both texts are made by, whose values are kept as one text.
  package func change(
    by template: TextTemplate? = nil, at speed: Double = 1, in context: RequestContext, spending meter: SharedMeter
  ) -> LabelChange {
    let isHastened = speed != 1
    let (text, curve) = (manner.curve.text, manner.curve.curve)
    return LabelChange(
      curve: isHastened ? HastenedCurve(curve, by: speed) : curve,
      curveText: isHastened ? "\(speed) \(text)" : text,
      duration: isHastened ? hastenedDuration(speed) : changeDuration, clamp: manner.clamp, prefix: manner.prefix,
      suffix: manner.suffix,
      text: { [self] target in self.text(of: target, by: template) },
      target: { numbers in template.map { $0.target(of: numbers) } ?? (numbers.count == 1 ? numbers[0] : nil) },
      content: { [self, unowned context] source, target in
        meter.spend { meter in
          // A format that cannot write the text before writes the text after alone.
          let found =
            (try? self.content(from: source, to: target, by: template, in: context, &meter))
            ?? (try? self.content(from: target, to: target, by: template, in: context, &meter))
          return found?.content ?? .immediate(NotAnimatable(reason: "the texts cannot be written as numbers"))
        }
      },
      curveNamed: { [unowned context] in context.curves.curve(withSpeed: $0) },
      number: { [self, unowned context] text in
        meter.spend { meter in
          meter.spend(Self.unitsOfNumber * (1 + text.utf8.count), .texts)
          return template == nil ? try? self.number(of: text, in: context) : nil
        }
      }, fps: manner.fps)
  }

  /// What a byte of a text takes of which the number is to run, in units of a meter.
  private static let unitsOfNumber = 500

  /// The only number of a text, which can run.
  package func number(of text: String, in context: RequestContext) throws(NotAnimatable) -> RunningNumber {
    let rolls = context.takes(manner.interpolation).contains(.columnMode)
    let counts =
      rolls || manner.interpolation == .auto && manner.transition == nil
      || manner.interpolation != .none && context.takes(manner.interpolation).contains(.roundingFactor)
    guard counts else { throw NotAnimatable(reason: "its interpolation counts no number") }
    if let writer = manner.writer { return try number(of: text, by: writer, rolls: rolls) }
    let number = try TextNumber(text, symbols: manner.options.symbols)
    let rounding = manner.options.rounding
    var running = RunningNumber(
      value: number.value, step: manner.roundingFactor ?? Decimal(1, places: UInt8(clamping: number.fractionDigits)),
      rounding: rolls ? nil : rounding, text: { try? number.text(showing: $0, rounding: rounding) },
      content: { [self] source, target in
        content(writesEnds: false, rolls: rolls) { () throws(NotAnimatable) in
          try number.interpolation(from: source, to: target, rounding: rounding)
        }
      })
    running.written = number
    return running
  }

  /// The same for a number that a format writes.
  private func number(
    of text: String, by writer: FormatInterpolator, rolls: Bool
  ) throws(NotAnimatable) -> RunningNumber {
    let value = try Decimal.plain(text, manner.options.symbols)
    var meter = Meter(limit: .max)
    guard let next = value.adding(Decimal(1)),
      let number = try writer.numbers(from: value.description, to: next.description, spending: &meter).counting.first
    else { throw NotAnimatable(reason: "its format writes no number that counts") }
    let step = Decimal(1, places: UInt8(clamping: number.tween.places))
    return RunningNumber(
      value: value, step: manner.roundingFactor ?? step,
      rounding: rolls || !number.template.isPlain ? nil : manner.options.rounding, text: { $0.description },
      content: { [self] source, target in
        content(writesEnds: true, rolls: rolls) { () throws(NotAnimatable) in
          var meter = Meter(limit: .max)
          return try writer.numbers(from: source.description, to: target.description, spending: &meter)
        }
      })
  }

  private func content(
    writesEnds: Bool, rolls: Bool, _ numbers: () throws(NotAnimatable) -> NumbersInterpolation
  ) -> Animation.Content {
    do throws(NotAnimatable) {
      let numbers = try rounded(try numbers())
      return .interpolated(rolls ? try rolling(numbers) : numbers, writesEnds: writesEnds)
    } catch {
      return .immediate(error)
    }
  }

  /// Where only an effect runs, its own default.
  private var changeDuration: Double? {
    guard manner.duration == nil, manner.transition != nil, manner.interpolation == .auto else {
      return manner.duration
    }
    return effectDuration
  }

  /// The duration at another speed; a curve that comes to rest by itself does so sooner.
  private func hastenedDuration(_ speed: Double) -> Double? {
    let isTimed = manner.curve.curve.settlingDuration(within: Settling.visibleShare) == nil
    return (changeDuration ?? (isTimed ? Animation.defaultDuration : nil)).map { $0 / speed }
  }

  /// What stands between two texts that a label keeps, with the name of the interpolation that took them.
  ///
  /// Texts are animated as they are; only a format needs to know the values of a template.
  package func content(
    from source: String, to target: String, by template: TextTemplate?, in context: RequestContext,
    _ meter: inout Meter
  ) throws(Problem) -> (name: String, content: Animation.Content) {
    guard writesNumbers, let template else {
      return try content(of: TextPair(source: source, target: text(of: target, by: template)), in: context, &meter)
    }
    let values = template.values(of: target) ?? [:]
    return try content(of: template, from: template.values(of: source) ?? values, to: values, in: context, &meter)
  }

  /// The text at rest for a target.
  package func text(of target: String, by template: TextTemplate?) -> String {
    guard !writesNumbers, let template else { return target }
    return template.values(of: target).map(template.text) ?? target
  }
}

// MARK: - The curves of residuals, which know their speed: `2 smooth` is twice as fast as `smooth`

extension CurveCatalog {
  fileprivate func curve(withSpeed text: String) -> (any TimingCurve)? {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let speed = Double(parts[0]), speed > 0, speed.isFinite else { return try? curve(text) }
    return (try? curve(String(parts[1]))).map { HastenedCurve($0, by: speed) }
  }
}
