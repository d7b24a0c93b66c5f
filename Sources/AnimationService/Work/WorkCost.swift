import Pictures
import TextAnimation

/// What work takes of one core, estimated before it begins, and the parameter that causes most of it.
///
/// `Tests/Benchmarks/costs` compares the estimates with what requests take.
struct WorkCost: Sendable {
  /// Nanoseconds of all parts.
  private(set) var nanoseconds = 0
  private var largest = 0
  /// The parameter that causes the largest part.
  private(set) var parameter = "to"

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
    guard nanoseconds > limit * 1_000_000 else { return }
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
    if elements.count == 1, elements[0].name == nil { return elements[0].request.preparationCost }
    var cost = WorkCost()
    let parts = elements.indices.reduce(0) { $0 + 5_000 + elements[$1].request.preparationCost.nanoseconds }
    cost.add(min(parts, 200_000_000), of: "animations")
    return cost
  }
}

extension PreparedSequence {
  /// What a document of all frames takes; not all forms have room for what a frame says beside its text.
  func documentCost(as form: SequenceRepresentation, _ style: PictureStyle = PictureStyle()) -> WorkCost {
    if let film = form.film { return filmCost(film, style) }
    if form == .cast { return castCost }
    let frames = sequence.count ?? 0
    guard form == .svg else { return cost(of: frames, "duration", each: 70, form.times == .json) }
    var cost = cost(of: frames, "duration", each: 70, false)
    // Pieces are found again in each frame, and their ways kept until the client has taken them; other texts are
    // measured before they are written.
    let bytes = sequence.animation.textBytes
    cost.add(frames * (isMoving ? 3_000 * (bytes + 2) : 100 + 6 * bytes), of: "duration")
    return cost
  }

  /// Whether its pictures have pieces that move.
  private var isMoving: Bool { details.columns != nil || details.glyphs != nil || details.transition != nil }

  /// What a GIF or APNG takes: texts are measured and drawn, and their pixels compared and compressed.
  private func filmCost(_ format: FilmFormat, _ style: PictureStyle) -> WorkCost {
    let bytes = sequence.animation.textBytes
    let pictures = Int(min(Double(sequence.count ?? 0), sequence.duration * format.picturesPerSecond + 2))
    // Characters that move are drawn one by one, and anew in each size.
    let character = isMoving ? 10_000 + 250 * Int(style.size) : 1_500
    var cost = cost(of: pictures, "duration", each: 25_000 + character * bytes, false)
    // Hardly any character is wider than the bytes that it has in UTF-8, two thirds of a font size each.
    let pixels = (0.67 * Double(bytes) + 1) * 1.5 * style.size * style.size
    cost.add(pictures * Int(pixels) * (format == .gif ? 3 : 8), of: "duration")
    // Fonts are opened where none has been used yet; that is nothing for a loop.
    cost.add(5_000_000, of: "as")
    return cost
  }

  /// What a recording of a terminal takes: cells are drawn and compared for each frame.
  private var castCost: WorkCost {
    let (frames, bytes) = (sequence.count ?? 0, sequence.animation.textBytes)
    var cost = cost(of: frames, "duration", each: 2_000, false)
    cost.add((frames + 100) * 800 * bytes, of: "duration")
    return cost
  }

  /// What a second of a stream takes, in which each frame is encoded by itself and sent.
  func streamCost(hasMembers: Bool) -> WorkCost {
    let frames = min(Int(sequence.framesPerSecond.rounded(.up)), sequence.count ?? .max)
    return cost(of: frames, "fps", each: 1_070 + 7 * sequence.animation.textBytes, hasMembers)
  }

  /// The cost of times, texts, digits that no machine word holds, changes that add up, and what is said of characters and
  /// columns.
  private func cost(of frames: Int, _ parameter: String, each: Int, _ hasMembers: Bool) -> WorkCost {
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
  /// What a document of all takes, as ``PreparedSequence/documentCost(as:_:)``.
  func documentCost(as form: SequenceRepresentation, _ style: PictureStyle) -> WorkCost {
    cost { $0.documentCost(as: form, style) }
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
