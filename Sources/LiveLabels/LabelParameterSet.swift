package import Documents
import Interpolation
import Requests
import TextAnimation
package import TextBytes
import WrittenNumbers

/// The parameters of a label's change, decoded and checked.
package struct LabelParameterSet: Sendable {
  /// The animation by these parameters, whatever texts it leads from and to.
  private(set) var animation: AnimationRequest
  /// The template that both texts are made by.
  let template: TextTemplate?
  /// The target, as one text: that of a template is its only value, or all of them as the text of a JSON object.
  let target: String
  /// What the label sets out from at first, where that is said: a text, or the target of the values that a format writes.
  let source: String?
  /// Seconds after which the label is deleted.
  let expires: Double?
  /// Whether reading it takes a key or a token.
  let isPrivate: Bool
  /// What its number grows by in a second, where that is said: units, or seconds of a time.
  let rate: Decimal?
  /// When it shows its target.
  let until: Instant?

  /// Reads parameters as they were given, after those that are kept of earlier changes; where it is known what begins a
  /// fraction in the target or what its plural is, it is read so.
  init(
    _ members: [JSONValue.Member], after kept: [JSONValue.Member], decimalSeparator: Character? = nil,
    plural: String? = nil, in context: RequestContext
  ) throws(Problem) {
    var parameters = RequestParameters(members, after: kept, by: .label, in: context)
    _ = try JSONRepresentation.chosen(by: &parameters, accept: nil)
    if parameters.decay != nil {
      parameters.refuse("curve", "cannot be a decay, which finds its own target")
    }
    if parameters.manner.members.hasWidest {
      parameters.refuse("include", "cannot have `widest` with a label")
    }
    if case .list = parameters.to {
      parameters.refuse("to", "must be one text or number: a label has one target at a time")
    }
    let keepsRate = !members.contains { $0.name == "rate" }
    rate = keepsRate ? kept.last { $0.name == "rate" }?.value.plainDecimal : parameters[Parameter.rate]
    until = parameters[Parameter.until]
    if parameters.from != nil, rate.map({ !$0.isZero }) ?? false || until != nil {
      parameters.refuse("from", "cannot be given: a label that runs begins with `to`")
    }
    if until != nil, rate?.isZero ?? false { parameters.refuse("until", "cannot be given beside a `rate` of 0") }
    animation = try parameters.finishedAnimation(in: context).reading(
      decimalSeparator: decimalSeparator, plural: plural)
    let source: String?
    switch animation.change {
    case .template(let template, let before, let after):
      (self.template, target) = (template, template.target(of: after))
      source = animation.how.writesNumbers ? template.target(of: before) : template.text(with: before)
    case .plain(let pair), .continuing(_, let pair): (template, target, source) = (nil, pair.target, pair.source)
    // Both were refused.
    case .through, .decay: (template, target, source) = (nil, "", nil)
    }
    self.source = parameters.from == nil ? nil : source
    expires = parameters[Parameter.expires]
    isPrivate = parameters[Parameter.isPrivate] ?? false
  }

  /// Reads what was stored.
  init(_ record: LabelRecord, in context: RequestContext) throws(Problem) {
    try self.init(
      [], after: record.parameters + [.init("to", .string(record.motion.target))],
      decimalSeparator: record.decimalSeparator, plural: record.plural, in: context)
    self = rounding(by: record.motion.run)
  }
}

extension LabelParameterSet {
  /// The text at rest for a target.
  func text(of target: String) -> String { animation.how.text(of: target, by: template) }

  /// Problems of its texts, where they have to be numbers.
  var unwritableTexts: [ParameterProblem] {
    var meter = Meter(limit: .max)
    return animation.how.unwritable(animation.change.texts, spending: &meter)
  }

  /// Why a target cannot be written as numbers where it has to be.
  func refusal(of target: String) -> ParameterProblem? {
    var meter = Meter(limit: .max)
    let values = template?.values(of: target) ?? [:]
    let texts = template?.texts(from: values, to: values) ?? [("to", target)]
    return animation.how.unwritable(texts, spending: &meter).first
  }

  /// The same, where it is known what begins a fraction in its texts, or which word is a plural.
  func reading(decimalSeparator: Character?, plural: String?) -> LabelParameterSet {
    var parameters = self
    parameters.animation = animation.reading(decimalSeparator: decimalSeparator, plural: plural)
    return parameters
  }

  /// The same, with the numbers of a label that runs rounded so that each shows when it is reached.
  func rounding(by run: LabelRun?) -> LabelParameterSet {
    var parameters = self
    if let run { parameters.animation = animation.rounding(by: run.rounding) }
    return parameters
  }

  /// The only number of a text, which can run.
  func number(
    of text: String, rounding: Rounding, in context: RequestContext
  ) throws(NotAnimatable) -> RunningNumber {
    try animation.rounding(by: rounding).how.number(of: text, in: context)
  }

  /// How a label moves by them.
  func change(in context: RequestContext, spending meter: SharedMeter) -> LabelChange {
    animation.how.change(by: template, at: animation.playback.speed, in: context, spending: meter)
  }

  /// The frames of a state from its start to rest, however many they are, at times in seconds; `nil` is the grid.
  func prepared(
    _ state: LabelState, at times: [Double]?, in context: RequestContext, spending meter: SharedMeter
  ) throws(Problem) -> PreparedSequence {
    let (source, target) = (state.shown.source ?? state.restText, state.shown.target)
    return try meter.spend { (meter) throws(Problem) in
      let name = (try? animation.how.content(from: source, to: target, by: template, in: context, &meter))?.name
      // The state runs at that speed already.
      var request = animation
      request.playback.speed = 1
      return try request.prepared(
        state.animation, by: name ?? "none", at: times, isKept: true, in: context, &meter)
    }
  }
}

extension JSONValue {
  /// A number as it is stored.
  fileprivate var plainDecimal: Decimal? { if case .number(let text) = self { Decimal(plain: text) } else { nil } }
}

// MARK: - Visitors

extension LabelParameterSet {
  /// Seconds after which a visitor's label is deleted, whatever becomes of it.
  package static let visitorLifetime = 3600.0

  /// What a visitor may say of one.
  package static let visitorNames = [
    "to", "curve", "duration", "interpolation", "columnMode", "rate", "until",
  ]
  /// Each of them is as short; a character of it has four bytes on average at most.
  private static let visitorLimits = TextLimits(bytes: 800, characters: 200)

  /// Checks that nothing is given but what a visitor may say; 400 with each parameter that is more.
  package static func checkVisitors(_ members: [JSONValue.Member]) throws(Problem) {
    let problems = members.compactMap { member -> ParameterProblem? in
      guard visitorNames.contains(member.name) else {
        let names = visitorNames.dropLast().map { "`\($0)`" }.joined(separator: ", ")
        let detail = "cannot be given for a visitor's label, which takes \(names) and `\(visitorNames.last ?? "")`"
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
