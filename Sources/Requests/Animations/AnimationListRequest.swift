package import Documents
import TextAnimation
package import TextBytes

/// The animations that a client asks for, decoded and checked: one by its parameters, or several by a list of objects.
///
/// Parameters beside `animations` are defaults for all of them; a `null` in one of them takes a default back.
package struct AnimationListRequest: Sendable {
  /// One of them.
  struct Element: Sendable {
    let request: AnimationRequest
    /// Its id and its place in the list; `nil` where there is no list.
    var name: (id: String, place: ElementPlace)?
    /// The first of the list that is asked for by the same parameters, but for its id.
    var original: Int?
  }

  private(set) var elements: [Element] = []
  private let mayBeEndless: Bool
}

extension AnimationListRequest {
  /// Reads what a request is to animate, as the last of its parameters.
  ///
  /// Nothing that comes of it means anything once the meter is exhausted.
  init(
    _ parameters: inout RequestParameters, mayBeEndless: Bool, in context: RequestContext,
    spending meter: inout Meter
  ) throws(Problem) {
    self.mayBeEndless = mayBeEndless
    guard let list = parameters[Parameter.animations] else {
      if parameters[Parameter.stagger] ?? 0 > 0 { parameters.warn("stagger", "has no effect without `animations`") }
      if !mayBeEndless, parameters.playback.repeatCount == .infinite {
        parameters.refuse("repeat", ParameterProblem.endless.detail)
      }
      elements = [Element(request: try parameters.finishedAnimation(in: context, spending: &meter))]
      return
    }
    do throws(ParameterRefusal) {
      let values = try Self.elements(of: list, beside: parameters, in: context, &meter)
      try read(values, &parameters, context, &meter)
    } catch {
      parameters.refuse("animations", error.detail)
    }
    try parameters.finish()
  }

  /// Reads the list; what is wrong, in whichever animation, is noted with the parameters of the request.
  private mutating func read(
    _ values: [JSONValue], _ parameters: inout RequestParameters, _ context: RequestContext, _ meter: inout Meter
  ) throws(ParameterRefusal) {
    var problems = ListProblems()
    var firstIndices = [String: Int](minimumCapacity: values.count)
    var formats = RequestFormats()
    var originals = Originals()
    let stagger = parameters[Parameter.stagger] ?? 0
    for (index, value) in values.enumerated() where problems.all.count <= Problem.maximumErrors {
      guard case .object(let members) = value else {
        problems.note("animations[\(index)]", "must be an object, not \(value.kindName)")
        continue
      }
      guard meter.spend(800, .animations) else { break }
      var own = Self.parameters(members, after: parameters, in: context)
      let place = ElementPlace(index: index, members: members, defaults: parameters.given)
      let id = own[Parameter.id]
      if let id {
        if let first = firstIndices.updateValue(index, forKey: id) {
          problems.note("\(place.name).id", "is the same as that of `animations[\(first)]`")
          firstIndices[id] = first
        }
      } else if !own.has(.id) {
        own.refuse("id", "is required")
      }
      own.formats = formats
      defer { formats = own.formats }
      do throws(Problem) {
        var request = try own.finishedAnimation(in: context, spending: &meter)
        request.playback.delay += Double(index) * stagger
        if request.playback.delay > 3600 {
          problems.note(place.name, "would be delayed by more than 3600 seconds together with `stagger`")
        }
        // Documents are written and gone; what may be endless is kept.
        let mayShare = mayBeEndless && stagger == 0
        let original = mayShare ? originals.place(of: members, orAdding: elements.count) : nil
        elements.append(Element(request: request, name: (id ?? "", place), original: original))
      } catch {
        problems.note(error, at: place)
      }
    }
    for problem in problems.all { parameters.refuse(problem.parameter, problem.detail) }
  }

  /// The parameters of one animation: its own after the defaults, but for those that a `null` takes back.
  private static func parameters(
    _ members: [JSONValue.Member], after defaults: borrowing RequestParameters, in context: RequestContext
  ) -> RequestParameters {
    let nulls = members.filter(\.value.isNull).map(\.name)
    guard !nulls.isEmpty, defaults.has(ParameterSet(named: nulls)) else {
      return RequestParameters(members, after: defaults, in: context)
    }
    let rest = defaults.members.filter { !nulls.contains($0.name) }
    return RequestParameters(members, after: RequestParameters(rest, by: .frames, in: context), in: context)
  }

  /// The elements of the list, as many and as large as is allowed.
  private static func elements(
    of list: JSONValue, beside parameters: RequestParameters, in context: RequestContext, _ meter: inout Meter
  ) throws(ParameterRefusal) -> [JSONValue] {
    let value = try list.structure("a JSON array")
    guard case .array(let elements) = value else {
      throw ParameterRefusal("must be an array, not \(value.kindName)")
    }
    guard 1...context.limits.animations ~= elements.count else {
      throw ParameterRefusal(
        "must be from 1 to \(context.limits.animations) objects, not \(elements.count)")
    }
    let defaults = JSONValue.object(parameters.members.filter { $0.name.isAnimationParameter && !$0.value.isNull })
    let byteCount = elements.reduce(0) { $0 + $1.byteCount } + elements.count * defaults.byteCount
    let limit = context.limits.animationsBytes
    guard byteCount <= limit else {
      throw ParameterRefusal(
        "have parameters of \(byteCount) bytes, defaults counted for each; \(limit) are allowed")
    }
    meter.spend(4 * byteCount, .animations)
    // To be read and prepared; many short ones take no less.
    return meter.demand(Self.leastUnits * elements.count, .animations) ? elements : []
  }

  /// What each of several animations takes at least, in units of a meter.
  private static let leastUnits = 10_000
}

/// Finds animations that are asked for by the same parameters, but for their ids.
private struct Originals: ~Copyable {
  /// By the fingerprint of their parameters; of several that share one, one is found.
  private var known: [UInt64: (place: Int, members: [JSONValue.Member])] = [:]
  private var text = UTF8Buffer(capacity: 256)

  /// The place of the first animation that is the same; `nil` where this one is.
  mutating func place(of members: [JSONValue.Member], orAdding place: Int) -> Int? {
    text.truncate()
    for member in members where member.name != "id" {
      text.append(contentsOf: member.name)
      switch member.value {
      case .string(let value), .number(let value): text.append(contentsOf: value)
      default: member.value.writeJSON(to: &text)
      }
    }
    let fingerprint = text.fingerprint
    guard let other = known.updateValue((place, members), forKey: fingerprint),
      other.members.lazy.filter({ $0.name != "id" }).elementsEqual(members.lazy.filter { $0.name != "id" })
    else { return nil }
    known[fingerprint] = other
    return other.place
  }
}

extension ParameterSet {
  fileprivate static let id = ParameterSet(named: ["id"])
}

extension String {
  /// Whether it is the name of a parameter that may stand beside `animations` as a default.
  fileprivate var isAnimationParameter: Bool {
    self != "id" && ParameterTable.element.index(of: self) != nil
  }
}

// MARK: - Preparing

extension AnimationListRequest {
  /// How many positions of a curve may be computed in search of distinct texts and markers before no other animation
  /// is begun.
  ///
  /// Where interpolations know their steps it is enough for all frames that are possible by default, in 0.1 to 0.2 s;
  /// elsewhere it takes 0.5 s at most. The last animation may exceed it: its own search is bounded by its frames.
  private static let maximumSearchCost = 2_500_000

  /// Makes the animations, parsing their texts, in the order in which they were asked for.
  ///
  /// Nothing that comes of it means anything once the meter is exhausted.
  package func prepared(in context: RequestContext, spending meter: inout Meter) throws(Problem) -> AnimationList {
    var list: [AnimationList.Element] = []
    var problems = ListProblems()
    // What the animations may still cost together.
    var (frames, search) = (context.limits.frames, Self.maximumSearchCost)
    // In place: a copy of a request counts a reference for each of its texts.
    let elements = elements.span
    if elements.count == 1, elements[0].name == nil {
      return AnimationList(try elements[0].request.prepared(in: context, spending: &meter))
    }
    for index in elements.indices {
      guard let (id, place) = elements[index].name else { continue }
      do throws(Problem) {
        let prepared: PreparedSequence
        if let original = elements[index].original, original < list.count {
          prepared = list[original].prepared
        } else {
          try Self.checkSearch(search, for: elements[index].request.how)
          prepared = try elements[index].request.prepared(in: context, spending: &meter)
          search -= prepared.searchCost
        }
        frames -= prepared.sequence.count ?? 0
        if !mayBeEndless, elements[index].request.isEndless { throw .endless }
        list.append(AnimationList.Element(id: id, prepared))
      } catch {
        problems.note(error, at: place)
        if error.errors.contains(where: { ["frames", "markers"].contains($0.parameter) }) { break }
      }
      // Further problems are not looked for: that would cost what the budget is to save.
      if frames < 0 || !meter.spend(600, .animations) { break }
    }
    if frames < 0 {
      problems.note("animations", "would make more than \(context.limits.frames) frames together")
    }
    meter.blame(.animations)
    guard problems.all.isEmpty else { throw .invalidParameters(problems.all) }
    return AnimationList(elements: list)
  }

  /// - Throws: 400 where there is nothing left to look for changes or markers.
  private static func checkSearch(_ left: Int, for how: How) throws(Problem) {
    guard left <= 0, how.manner.isDistinct || !how.manner.markers.isEmpty else { return }
    let (parameter, demand) = how.manner.isDistinct ? ("frames", "be `distinct`") : ("markers", "be found")
    throw .invalidParameter(
      parameter, "cannot \(demand) as well: the animations before have used up the limit of the search")
  }
}

// MARK: - Problems

/// The problems of several animations; a problem of a default is listed once.
private struct ListProblems {
  /// The problems in the order in which they were found.
  private(set) var all: [ParameterProblem] = []
  private var defaults: Set<[String]> = []
}

extension ListProblems {
  /// Notes a problem of the list.
  mutating func note(_ name: String, _ detail: String) {
    all.append(ParameterProblem(parameter: name, detail: detail))
  }

  /// Notes the problems of one of the animations.
  mutating func note(_ error: Problem, at place: ElementPlace) {
    if error.errors.isEmpty { note(place.name, error.detail) }
    for problem in error.errors {
      if let name = place.name(of: problem.parameter) {
        note(name, problem.detail)
      } else if defaults.insert([problem.parameter, problem.detail]).inserted {
        all.append(problem)
      }
    }
  }
}

/// Where one of several animations stands in its request, so that problems name the right parameter.
struct ElementPlace: Sendable {
  let index: Int
  let members: [JSONValue.Member]
  let defaults: ParameterSet
}

extension ElementPlace {
  /// The animation in a problem's words: `animations[3]`.
  package var name: String { "animations[\(index)]" }

  /// A parameter in a problem's words: `duration` is `animations[3].duration`; `nil` where it is a default.
  package func name(of parameter: String) -> String? {
    let root = String(parameter.prefix { $0 != "." && $0 != "[" })
    let isOwn = members.contains { $0.name == root }
    if !isOwn, !defaults.isDisjoint(with: ParameterSet(named: [root])) { return nil }
    return "\(name).\(parameter)"
  }
}
