import TextAnimation

/// What work takes of one core, estimated before it begins, and the parameter that causes most of it.
///
/// `Tests/Benchmarks/costs` compares the estimates with what requests take.
struct WorkCost: Sendable {
  /// Nanoseconds of all parts.
  private(set) var nanoseconds: Int
  private var largest = 0
  /// The parameter that causes the largest part; `nil` where nobody can ask for less.
  private var parameter: String?

  init(_ nanoseconds: Int = 0) { self.nanoseconds = nanoseconds }

  /// Adds a part, in nanoseconds.
  mutating func add(_ part: Int, of parameter: String) {
    nanoseconds += part
    guard part > largest else { return }
    (largest, self.parameter) = (part, parameter)
  }

  /// - Parameters:
  ///   - limit: The most milliseconds.
  ///   - time: What they are of: `" of each second"`, or nothing for a request.
  /// - Throws: 400 naming the parameter that causes most, where it is more.
  func check(_ limit: Int, _ time: String = "") throws(Problem) {
    guard nanoseconds > limit * 1_000_000, let parameter else { return }
    let detail =
      "would make the service work for about \(nanoseconds / 1_000_000) ms\(time); \(limit) are possible: fewer "
      + "frames, shorter texts or fewer members cost less"
    throw .invalidParameters([ParameterProblem(parameter: parameter, detail: detail)])
  }
}

extension AnimationRequest {
  /// What preparing takes: two texts are read and matched; a search for distinct frames may look through a second's worth,
  /// and one for the widest text through all frames.
  var preparationCost: WorkCost {
    var cost = WorkCost()
    let bytes = change.byteCounts
    cost.add(400 * (bytes.source + bytes.later), of: "to")
    if case .continuing(let earlier, _) = change {
      for change in earlier { cost.add(100_000 + 800 * change.target.utf8.count, of: "earlier") }
    }
    if how.manner.isDistinct { cost.add(20_000_000, of: "frames") }
    if !how.manner.markers.isEmpty { cost.add(50_000 * how.manner.markers.count, of: "markers") }
    if how.manner.members.contains(.widest) { cost.add(20_000_000 + 50_000 * bytes.last, of: "include") }
    return cost
  }
}

extension AnimationListRequest {
  /// What preparing all takes; they share what one request may search.
  var preparationCost: WorkCost {
    // In place, as they are prepared.
    let elements = elements.span
    if elements.count == 1, elements[0].name == nil { return elements[0].request.preparationCost }
    var (cost, parts) = (WorkCost(), 0)
    for index in elements.indices { parts += 5_000 + elements[index].request.preparationCost.nanoseconds }
    cost.add(min(parts, 200_000_000), of: "animations")
    return cost
  }
}

extension PreparedSequence {
  /// What a second of a stream takes, in which each frame is encoded by itself and sent.
  func streamCost(hasMembers: Bool) -> WorkCost {
    let frames = min(Int(sequence.framesPerSecond.rounded(.up)), sequence.count ?? .max)
    return cost(of: frames, "fps", each: 1_070 + 7 * sequence.animation.textBytes, hasMembers)
  }

  /// The cost of times, texts, digits that no machine word holds, changes that add up, and what is said of characters and
  /// columns.
  func cost(of frames: Int, _ parameter: String, each: Int, _ hasMembers: Bool) -> WorkCost {
    let (bytes, units) = (sequence.animation.textBytes, sequence.animation.unitsOfText)
    var cost = WorkCost()
    cost.add(frames * (each + 6 * bytes + units), of: parameter)
    guard hasMembers, self.hasMembers else { return cost }
    if details.glyphs != nil { cost.add(frames * 100 * bytes, of: "include") }
    if details.columns != nil { cost.add(frames * 300 * bytes, of: "include") }
    if details.runs != nil { cost.add(frames * 200 * bytes, of: "include") }
    return cost
  }
}

extension AnimationList {
  /// What a document of all takes, as ``SequenceRepresentation/cost(of:_:)``.
  func documentCost(as form: SequenceRepresentation, _ style: PictureStyle) -> WorkCost {
    cost { form.cost(of: $0, style) }
  }

  /// What a second of a stream of all takes, as ``PreparedSequence/streamCost(hasMembers:)``.
  func streamCost(hasMembers: Bool) -> WorkCost {
    cost { $0.streamCost(hasMembers: hasMembers) }
  }

  @inline(__always)
  private func cost(_ cost: (PreparedSequence) -> WorkCost) -> WorkCost {
    if let single { return cost(single) }
    var sum = WorkCost()
    sum.add(elements.reduce(0) { $0 + 2_000 + cost($1.prepared).nanoseconds }, of: "animations")
    return sum
  }
}
