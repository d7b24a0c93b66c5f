package import Documents
package import TextAnimation
package import Timing
package import TextBytes

/// All parameters of a request, each with its value or its default.
///
/// Problems are collected, so that the client learns of all at once; a wrong parameter has its default.
package struct RequestParameters: Sendable {
  /// What was given as `from`; `nil` for an empty text.
  package var from: Wording?
  package var to: Wording?
  var earlier: [EarlierChange] = []
  /// When each text of a list is reached, as a share of the duration.
  var times: [Double] = []
  var template: TextTemplate?
  /// How often, how fast, after which delay.
  package var playback = Playback.once
  /// How the text changes where nothing is said of it, for all requests.
  private let plain: How
  /// What is said of it; empty for nothing.
  ///
  /// An array, so that animations of a list share what defaults say.
  private var said: [Manner] = []
  /// What is asked of numbers; empty for nothing, since it is large.
  private var askedStyle: [NumberStyle] = []
  /// Parameters that have no effect beside the others.
  private(set) var warnings: [ParameterProblem] = []

  /// The formats of numbers that it asks for, those of animations before it included.
  var formats = RequestFormats()

  /// The parameters that were given, right or wrong.
  private(set) var given: ParameterSet = []
  /// Those of them whose value is not the default; a default said aloud is never a contradiction.
  private(set) var chosen: ParameterSet = []
  package private(set) var problems: [ParameterProblem] = []
  let members: [JSONValue.Member]
  private(set) var textLimits: TextLimits
  private var kept: ParameterSet = []
  private let table: ParameterTable
  private let context: RequestContext
  private var unknown: [String] = []

  /// Reads the members of a request, names and values from a query, a form or a JSON object, as long as the settings allow.
  ///
  /// `kept` is what an earlier request gave and this one leaves out, which the settings do not bound any more.
  package init(
    _ members: [JSONValue.Member], after kept: [JSONValue.Member] = [], by table: ParameterTable,
    in context: RequestContext
  ) {
    (self.members, self.table, self.context) = (members, table, context)
    plain = context.plainHow
    textLimits = context.limits.text
    if !kept.isEmpty { readKept(kept, in: context) }
    read(members, in: context)
  }

  /// Reads the members of one of several animations, after the values that `defaults` have.
  init(_ members: [JSONValue.Member], after defaults: borrowing RequestParameters, in context: RequestContext) {
    (self.members, table, self.context) = (members, .element, context)
    (from, to, earlier, times) = (defaults.from, defaults.to, defaults.earlier, defaults.times)
    (template, playback, plain, said) = (defaults.template, defaults.playback, defaults.plain, defaults.said)
    askedStyle = defaults.askedStyle
    (warnings, textLimits) = (defaults.warnings, defaults.textLimits)
    given = defaults.given.intersection(.animation)
    chosen = defaults.chosen.intersection(.animation)
    read(members, in: context)
  }

  private mutating func readKept(_ members: [JSONValue.Member], in context: RequestContext) {
    let limits = textLimits
    textLimits = .none
    read(members, in: context)
    (kept, textLimits) = (given, limits)
  }

  private mutating func read(_ members: [JSONValue.Member], in context: RequestContext) {
    let reading = Reading(context: context, limits: textLimits)
    var seen = kept
    for member in members {
      guard let index = table.index(of: member.name) else {
        unknown.append(member.name)
        continue
      }
      let mark = table.mark(at: index)
      guard seen.insert(mark).inserted else {
        refuse(member.name, "is given twice")
        continue
      }
      if member.value.isNull || member.value.isEmptyText && !table.parameters[index].takesEmptyText { continue }
      given.formUnion(mark)
      if table.isDefault(member.value, at: index) { chosen.subtract(mark) } else { chosen.formUnion(mark) }
      do throws(ParameterRefusal) {
        try table.parameters[index].read(member.value, reading, &self)
      } catch {
        for problem in error.problems { refuse(member.name + problem.parameter, problem.detail) }
      }
    }
  }
}

extension RequestParameters {
  package var manner: Manner {
    _read {
      if said.isEmpty { yield plain.manner } else { yield said[0] }
    }
    _modify {
      if said.isEmpty { said.append(plain.manner) }
      yield &said[0]
    }
  }

  var numberStyle: NumberStyle {
    get { askedStyle.first ?? NumberStyle() }
    set { askedStyle = [newValue] }
  }

  /// The curve, where it is one that finds its own target.
  package var decay: Decay? { said.isEmpty ? plain.manner.curve.decay : said[0].curve.decay }

  /// How the text changes; nothing is said of it from then on.
  mutating func takeHow() -> How { said.isEmpty ? plain : How(said.removeLast()) }

  package subscript<Value>(parameter: ParameterKey<Value>) -> Value? {
    guard let index = table.index(of: parameter.name), has(table.mark(at: index)),
      let member = members.first(where: { $0.name == parameter.name })
    else { return nil }
    // What cannot be read was refused.
    return try? parameter.type.read(member.value, Reading(context: context, limits: textLimits))
  }

  func isKept(_ parameters: ParameterSet) -> Bool { parameters.isSubset(of: kept) }

  func has(_ parameters: ParameterSet) -> Bool {
    !given.isDisjoint(with: parameters)
  }

  func choseAny(_ parameters: ParameterSet) -> Bool {
    !chosen.isDisjoint(with: parameters)
  }

  /// Notes that a parameter has no effect beside the others, which the answer says.
  package mutating func warn(_ name: String, _ detail: String) {
    warnings.append(ParameterProblem(parameter: name, detail: detail))
  }

  /// Notes a problem with a parameter; details stand in a list, so they end without a full stop.
  package mutating func refuse(_ name: String, _ detail: String) {
    problems.append(
      ParameterProblem(parameter: name, detail: detail.hasSuffix(".") ? String(detail.dropLast()) : detail))
  }

  /// Adds a problem for each unknown name, and throws what was found.
  package mutating func finish() throws(Problem) {
    for name in unknown where name != Self.key && problems.count <= Problem.maximumErrors {
      refuseUnknown(name)
    }
    guard problems.isEmpty else { throw .invalidParameters(problems) }
  }

  /// The parameter with an API key, which is read before all others.
  package static let key = "key"

  /// What other libraries call a parameter, with its name here.
  private static let synonyms = [
    "ease": "curve", "easing": "curve", "timingFunction": "curve", "decimals": "fractionDigits",
    "decimalPlaces": "fractionDigits",
    "iterations": "repeat", "repeatCount": "repeat", "alternate": "autoreverse",
  ]

  private mutating func refuseUnknown(_ name: String) {
    if self[Parameter.animations] != nil, name == "id" { return refuse(name, "belongs to each of `animations`") }
    if let refusal = table.refusals[name] { return refuse(name, refusal) }
    let shown = name.count > 64 ? "\(name.prefix(64))…" : name
    let synonym = Self.synonyms[name].flatMap { table.index(of: $0) == nil ? nil : $0 }
    if let near = synonym ?? Spelling.nearest(to: name, among: table.parameters.map(\.name)) {
      refuse(shown, "is unknown; did you mean `\(near)`?")
    } else {
      refuse(shown, "is unknown")
    }
  }
}
