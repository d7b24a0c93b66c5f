package import Documents
import TextAnimation
package import TextBytes
import Timing

// What parameters ask for together: which need one another, and which exclude one another.
extension RequestParameters {
  /// - Throws: All problems of the parameters, and then also of texts that must be numbers.
  package mutating func finishedAnimation(
    in context: RequestContext, spending meter: inout Meter
  ) throws(Problem) -> AnimationRequest {
    let decay = decay
    if decay == nil {
      if !has(.to) { refuse("to", "is required") }
    } else if !(lastText ?? "").isEmpty {
      refuse("to", "must not be given together with a decay, which finds it")
    }
    let change = change(decay)
    if has(.seldomGiven) { checkSeldomGiven(change, in: context) }
    let how = takeHow()
    do throws(Problem) {
      try finish()
    } catch {
      let named = Set(error.errors.map(\.parameter))
      let unwritable = how.unwritable(change.texts, spending: &meter)
      throw .invalidParameters(error.errors + unwritable.filter { !named.contains($0.parameter) })
    }
    return AnimationRequest(change: change, how: how, playback: playback, warnings: warnings)
  }

  /// The same, however long it takes.
  package mutating func finishedAnimation(in context: RequestContext) throws(Problem) -> AnimationRequest {
    var meter = Meter(limit: .max)
    return try finishedAnimation(in: context, spending: &meter)
  }
}

// MARK: - Which texts

extension RequestParameters {
  /// The text before; `nil` where it is empty, or no text.
  private var firstText: String? {
    if case .text(let text)? = from { text } else { nil }
  }

  /// The text after, or the last of several; `nil` where it is no text.
  private var lastText: String? {
    switch to {
    case .text(let text): text
    case .list(let texts): texts.last
    case .parts, nil: nil
    }
  }

  private mutating func change(_ decay: Decay?) -> Change {
    if let template { return values(of: template, decay) }
    for (name, wording) in [("from", from), ("to", to)] {
      if case .parts? = wording { refuse(name, "must be a text or a number, not an object, without `template`") }
    }
    var pair = TextPair(source: firstText, target: lastText ?? "")
    if case .list(let texts)? = to {
      switch way(through: texts) {
      case .plain(let listed): pair = listed
      case let way: return decay.map { .decay($0, from: pair.source) } ?? way
      }
    } else if has(.times) {
      warn("times", "has no effect unless `to` is a list of texts")
    }
    if let decay { return .decay(decay, from: pair.source) }
    return earlier.isEmpty ? .plain(pair) : .continuing(earlier, pair)
  }

  /// Puts the source before the texts of a list, and finds when each is reached.
  private mutating func way(through list: [String]) -> Change {
    var (source, texts, times) = (firstText, list, times)
    let isListed = source == nil && texts.count > 1
    guard times.isEmpty || times.count == texts.count else {
      func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
      refuse("times", "has \(counted(times.count, "number")), but `to` has \(counted(texts.count, "text"))")
      return .through(source: source, texts, times: [], isSourceListed: false)
    }
    if isListed {
      source = texts.removeFirst()
    } else if !times.isEmpty {
      times.insert(0, at: 0)
    }
    if times.isEmpty { times = (0...texts.count).map { Double($0) / Double(texts.count) } }
    if zip(times, times.dropFirst()).contains(where: >) { refuse("times", "must not fall from one text to the next") }
    // One text is the target.
    if texts.count == 1, times == [0, 1] {
      return .plain(TextPair(source: source, target: texts[0], isSourceListed: isListed))
    }
    return .through(source: source, texts, times: times, isSourceListed: isListed)
  }

  private mutating func values(of template: TextTemplate, _ decay: Decay?) -> Change {
    let limits = isKept([.to, .template]) ? .none : textLimits
    if decay != nil { refuse("template", "cannot be combined with a decay") }
    var (before, after): ([String: String], [String: String]) = ([:], [:])
    do throws(ParameterRefusal) {
      before = try Self.values(from, or: firstText ?? "", of: template, limits)
      try Self.check(template, before, limits)
    } catch {
      refuse("from", error.detail)
    }
    do throws(ParameterRefusal) {
      after = try Self.values(to, or: lastText ?? "", of: template, limits)
      let missing = template.names.filter { after[$0] == nil }
      if !missing.isEmpty, has(.to) { throw ParameterRefusal("lacks \(Self.list(missing)) of `template`") }
      try Self.check(template, after, limits)
    } catch {
      refuse("to", error.detail)
    }
    if case .list(let texts)? = to {
      refuse("to", "cannot be a list together with `template`")
      _ = way(through: texts)
    } else if has(.times) {
      warn("times", "has no effect unless `to` is a list of texts")
    }
    return .template(template, from: before, to: after)
  }

  /// The values of one side: of an object, which is JSON text in a query, or the only one.
  private static func values(
    _ wording: Wording?, or text: String, of template: TextTemplate, _ limits: TextLimits
  ) throws(ParameterRefusal) -> [String: String] {
    var object: [String: String]?
    if case .parts(let values)? = wording {
      object = values
    } else if text.hasPrefix("{") {
      object = try JSONValue.string(text).structure("a JSON object with the parts").parts(limits)
    }
    let names = template.names
    guard let object else {
      if names.count == 1 { return [names[0]: text] }
      if text.isEmpty { return [:] }
      throw ParameterRefusal("must be an object with a text or a number for each of \(list(names))")
    }
    let unknown = object.keys.filter { !names.contains($0) }.sorted()
    guard unknown.isEmpty else {
      throw ParameterRefusal("has \(list(unknown)), which `template` does not name; it names \(list(names))")
    }
    return object
  }

  private static func check(
    _ template: TextTemplate, _ values: [String: String], _ limits: TextLimits
  ) throws(ParameterRefusal) {
    let bytes = template.byteCount(with: values)
    guard bytes <= limits.bytes else {
      throw ParameterRefusal("makes a text of \(bytes) bytes by `template`; \(limits.bytes) are allowed")
    }
    try limits.check(template.text(with: values))
  }

  private static func list(_ names: [String]) -> String {
    names.map { "`\($0.excerpt)`" }.joined(separator: ", ")
  }
}

// MARK: - Rules

extension RequestParameters {
  private mutating func checkSeldomGiven(_ change: Change, in context: RequestContext) {
    if manner.isDistinct, playback.repeatCount == .infinite {
      refuse("frames", "cannot be `distinct` together with `repeat=infinite`")
    }
    if has(.effect), has(.transition) { refuse("transition", "cannot be combined with `effect`") }
    if playback.repeatDelay > 0, playback.repeatCount == .times(1) {
      warn("repeatDelay", "has no effect without `repeat`")
    }
    if has(.numberStyle) { finishNumberStyle(of: change, in: context) }
    if has(.plurals) { finishPlurals() }
    if has(.format) {
      finishFormat()
      for name in NumberStyle.writingNames where choseAny(ParameterSet(named: [name])) {
        refuse(name, "cannot be combined with `format`, which says itself how the number is written")
      }
    }
    if has(.ofSomeInterpolations) || choseAny(.numberWriting) { checkInterpolation(in: context) }
    if !earlier.isEmpty { checkEarlier(change) }
  }

  private mutating func checkEarlier(_ change: Change) {
    let playback = ["delay", "repeat", "autoreverse"].first { choseAny(ParameterSet(named: [$0])) }
    var other = (has(.template) ? "template" : playback).map { "`\($0)`" }
    if case .through = change { other = "a list in `to`" }
    if decay != nil { other = "a decay" }
    if let other { refuse("earlier", "cannot be combined with \(other)") }
  }

  private mutating func checkInterpolation(in context: RequestContext) {
    let (choice, usesParts) = (manner.interpolation, usesParts)
    let (name, takes) = (context.interpolationName(choice), context.takes(choice))
    if manner.roundingFactor != nil, !takes.contains(.roundingFactor) {
      warn("roundingFactor", "has no effect together with `interpolation=\(name)`")
      manner.roundingFactor = nil
    }
    if has(.format) || choseAny(.numberWriting), !takes.contains(.format) || takes.contains(.columnMode) && usesParts {
      let writing = NumberStyle.writingNames.first { choseAny(ParameterSet(named: [$0])) } ?? "format"
      refuse("interpolation", "cannot be `\(name)` together with `\(writing)`, which writes a number")
    }
    for (parameter, option) in Self.options where !takes.contains(option) && choseAny(ParameterSet(named: [parameter]))
    {
      warn(parameter, "has no effect with `interpolation=\(name)`")
    }
  }

  /// Whether a side is, or may be, the values of a template.
  var usesParts: Bool {
    if template != nil { return true }
    if case .parts? = from { return true }
    if case .parts? = to { return true }
    return false
  }

  fileprivate static let options: [(name: String, option: InterpolatorCatalog.Takes)] = [
    ("columnMode", .columnMode), ("digits", .columnMode), ("direction", .direction), ("align", .alignment),
  ]
}

extension Manner {
  /// A warning for each parameter that changes nothing about what was prepared.
  func warnings(about animation: Animation, by interpolation: String, in context: RequestContext) -> [ParameterProblem]
  {
    if options.seed == 0, rounding == nil, clamp == .none { return [] }
    var warnings: [ParameterProblem] = []
    func warn(_ name: String, _ detail: String) {
      warnings.append(ParameterProblem(parameter: name, detail: "has no effect \(detail)"))
    }
    let takes = context.interpolators[interpolation]?.takes ?? []
    if options.seed != 0, !takes.contains(.seed) { warn("seed", "without `interpolation=scramble`") }
    if rounding != nil, animation.content.numbers == nil, !takes.contains(.rounding) {
      warn("rounding", "where no number counts")
    }
    if clamp != .none, !animation.isClamped { warn("clamp", "where nothing overshoots") }
    return warnings
  }
}

extension ParameterSet {
  fileprivate static let to = ParameterSet(named: ["to"])
  fileprivate static let times = ParameterSet(named: ["times"])
  fileprivate static let template = ParameterSet(named: ["template"])
  static let format = ParameterSet(named: ["format"])
  fileprivate static let effect = ParameterSet(named: ["effect"])
  fileprivate static let transition = ParameterSet(named: ["transition"])
  fileprivate static let ofSomeInterpolations = ParameterSet(
    named: ["format", "roundingFactor"] + RequestParameters.options.map(\.name))
  fileprivate static let numberStyle = ParameterSet(named: NumberStyle.names)
  fileprivate static let plurals = ParameterSet(named: ["plurals"])
  static let numberWriting = ParameterSet(named: NumberStyle.writingNames)

  /// Parameters that most requests leave out; rules between parameters concern only these.
  fileprivate static let seldomGiven = ParameterSet.animation.subtracting(
    ParameterSet(named: ["from", "to", "curve", "duration", "fps", "clamp", "rounding", "markers", "seed"]))
}
