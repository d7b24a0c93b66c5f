import TextAnimation
import WireFormat

/// Several animations as a client asked for them, decoded and checked.
///
/// What stands beside `animations` is a default for all of them; a `null` in one of them takes a default back.
struct AnimationListRequest: Sendable {
  private struct Element: Sendable {
    let place: ElementPlace
    let id: String
    let request: AnimationRequest
  }

  private var elements: [Element] = []
}

extension AnimationListRequest {
  /// Reads the list; what is wrong, in whichever animation, is noted with the reader.
  ///
  /// - Parameters:
  ///   - reader: Has `animations`, an array or the JSON text of one, and the defaults.
  ///   - context: Limits and catalogues.
  init(reading reader: inout ParameterReader, in context: ServiceContext) {
    let list = Self.array(&reader, limit: context.settings.maximumAnimations)
    let defaults = reader.take(AnimationRequest.parameterNames(in: context))
    if reader.value("id") != nil { reader.refuse("id", "belongs to each of `animations`") }
    let byteCount = list.reduce(0) { $0 + $1.byteCount } + list.count * JSONValue.object(defaults).byteCount
    guard byteCount <= context.settings.maximumAnimationsBytes else {
      let limit = context.settings.maximumAnimationsBytes
      let detail = "have parameters of \(byteCount) bytes, defaults counted for each; \(limit) are possible"
      reader.refuse("animations", detail)
      return
    }
    read(list, defaults, &reader, context)
  }

  private mutating func read(
    _ list: [JSONValue], _ defaults: [JSONValue.Member], _ reader: inout ParameterReader, _ context: ServiceContext
  ) {
    var problems = ListProblems()
    var firstIndices: [String: Int] = [:]
    for (index, value) in list.enumerated() where problems.all.count <= Problem.maximumErrors {
      guard case .object(let members) = value else {
        problems.note("animations[\(index)]", "must be an object, not \(value.kindName)")
        continue
      }
      let place = ElementPlace(index: index, members: members, defaults: defaults)
      if let id = value.id {
        if let first = firstIndices[id] {
          problems.note("\(place.name).id", "is the same as that of `animations[\(first)]`")
        }
        firstIndices[id] = firstIndices[id] ?? index
      }
      do throws(Problem) {
        elements.append(try Self.element(at: place, members, defaults, in: context))
      } catch {
        problems.note(error, at: place)
      }
    }
    for problem in problems.all { reader.refuse(problem.parameter, problem.detail) }
  }

  private static func array(_ reader: inout ParameterReader, limit: Int) -> [JSONValue] {
    guard let value = reader.structure("animations", "a JSON array") else { return [] }
    guard case .array(let elements) = value else {
      reader.refuse("animations", "must be an array, not \(value.kindName)")
      return []
    }
    guard 1...limit ~= elements.count else {
      reader.refuse("animations", "must be from 1 to \(limit) objects, not \(elements.count)")
      return []
    }
    return elements
  }

  private static func element(
    at place: ElementPlace, _ members: [JSONValue.Member], _ defaults: [JSONValue.Member], in context: ServiceContext
  ) throws(Problem) -> Element {
    var reader = ParameterReader(Parameters(members: members + defaults.filter { !place.hasOwn($0.name) }))
    let id = id(&reader)
    let request = try AnimationRequest(reading: &reader, in: context)
    try request.finish(&reader)
    return Element(place: place, id: id, request: request)
  }

  private static func id(_ reader: inout ParameterReader) -> String {
    guard reader.has("id") else {
      reader.refuse("id", "is required")
      return ""
    }
    guard let id = reader.text("id") else { return "" }
    if !(1...64 ~= id.utf8.count) {
      reader.refuse("id", "must have from 1 to 64 bytes, not \(id.utf8.count)")
    } else if id.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      reader.refuse("id", "must not have control characters")
    }
    return id
  }
}

// MARK: - Preparing

extension AnimationListRequest {
  /// What may be looked at for changes where frames are `distinct`, and for markers, before no more is begun, in
  /// positions of a curve.
  ///
  /// Where interpolations know their steps it is enough for all frames that are possible by default, and takes from 0.1
  /// to 0.2 s; elsewhere it takes 0.5 s at most. What one animation takes alone is bounded by its frames, so that the
  /// last to be begun may exceed it.
  private static let maximumSearchCost = 2_500_000

  /// Makes the animations, parsing their texts.
  ///
  /// - Parameters:
  ///   - context: Limits and catalogues.
  ///   - mayBeEndless: Whether an animation may repeat for ever.
  ///   - interlude: What is due meanwhile.
  /// - Returns: The animations in the order in which they were asked for.
  /// - Throws: Everything that cannot be animated, or more frames than allowed.
  func prepared(
    in context: ServiceContext, mayBeEndless: Bool, pausing interlude: Interlude?
  ) throws(Problem) -> AnimationList {
    var list: [AnimationList.Element] = []
    var problems = ListProblems()
    var budget = Budget(frames: context.settings.maximumFrames, search: Self.maximumSearchCost)
    for element in elements {
      do throws(Problem) {
        try budget.admit(element.request)
        let prepared = try element.request.prepared(in: context, pausing: interlude)
        budget.pay(for: prepared)
        if !mayBeEndless, element.request.isEndless { throw .endless }
        list.append(AnimationList.Element(id: element.id, prepared))
      } catch {
        problems.note(error, at: element.place)
        if error.errors.contains(where: { ["frames", "markers"].contains($0.parameter) }) { break }
      }
      // Whatever else is wrong: to find it would cost what the budget is there to save.
      if budget.frames < 0 { break }
    }
    if budget.frames < 0 {
      problems.note("animations", "would make more than \(context.settings.maximumFrames) frames together")
    }
    guard problems.all.isEmpty else { throw .invalidParameters(problems.all) }
    return AnimationList(list)
  }

  /// What is left of what all animations may cost together.
  private struct Budget {
    var frames: Int
    var search: Int

    /// - Throws: 400 where there is nothing left to look for changes or markers.
    func admit(_ request: AnimationRequest) throws(Problem) {
      guard search <= 0, request.isDistinct || !request.markers.isEmpty else { return }
      let (parameter, demand) = request.isDistinct ? ("frames", "be `distinct`") : ("markers", "be found")
      let detail = "cannot \(demand) as well: the animations before have used up what is looked through"
      throw .invalidParameters([ParameterProblem(parameter: parameter, detail: detail)])
    }

    mutating func pay(for prepared: PreparedSequence) {
      frames -= prepared.sequence.count ?? 0
      search -= prepared.searchCost
    }
  }
}

extension JSONValue {
  /// The id of an animation, as far as it has one.
  fileprivate var id: String? {
    switch self["id"] {
    case .string(let text)?: text
    case .number(let digits)?: ParameterReader.withoutExponent(digits)
    default: nil
    }
  }

  /// About the bytes of its text.
  fileprivate var byteCount: Int {
    switch self {
    case .null, .bool: 4
    case .number(let text), .string(let text): text.utf8.count
    case .array(let elements): elements.reduce(0) { $0 + $1.byteCount + 1 }
    case .object(let members): members.reduce(0) { $0 + $1.name.utf8.count + $1.value.byteCount + 1 }
    }
  }
}
