import HTTPTypes
import TextAnimation
import WrittenNumbers

/// What a stream takes of one core, estimated before it begins, and the parameter that causes most of it.
package struct WorkCost: Sendable {
  /// Nanoseconds of all parts.
  package private(set) var nanoseconds: Int
  private var largest = 0
  /// The parameter that causes the largest part; `nil` where nobody can ask for less.
  private var parameter: String?

  package init(_ nanoseconds: Int = 0) { self.nanoseconds = nanoseconds }

  /// Adds a part, in nanoseconds.
  package mutating func add(_ part: Int, of parameter: String) {
    nanoseconds += part
    guard part > largest else { return }
    (largest, self.parameter) = (part, parameter)
  }

  /// Throws 400 naming the parameter that causes most, where it is more; `time` says what the milliseconds are of, as in
  /// `" of each second"`.
  package func check(_ limit: Int, _ time: String = "") throws(Problem) {
    guard nanoseconds > limit * 1_000_000, let parameter else { return }
    let detail =
      "would make the service work for about \(nanoseconds / 1_000_000) ms\(time); \(limit) are allowed: fewer "
      + "frames, shorter texts or fewer members cost less"
    throw .invalidParameter(parameter, detail)
  }
}

extension PreparedSequence {
  /// What a second of a stream takes, in which each frame is encoded by itself and sent.
  package func streamCost(hasMembers: Bool) -> WorkCost {
    let frames = min(Int(sequence.framesPerSecond.rounded(.up)), sequence.count ?? .max)
    return cost(of: frames, "fps", each: 1_070 + 7 * sequence.animation.textBytes, hasMembers)
  }

  /// What one frame of a stream takes, which is written on the loop.
  package func streamFrameCost(hasMembers: Bool) -> WorkCost {
    cost(of: 1, "to", each: 1_070 + 7 * sequence.animation.textBytes, hasMembers)
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
    if let runs = details.runs { cost.add(frames * (runs.units + 20 * bytes), of: "include") }
    return cost
  }
}

extension AnimationList {
  /// What a second of a stream of all takes, as ``PreparedSequence/streamCost(hasMembers:)``.
  package func streamCost(hasMembers: Bool) -> WorkCost {
    if let single { return single.streamCost(hasMembers: hasMembers) }
    var sum = WorkCost()
    let parts = elements.reduce(0) { $0 + 2_000 + $1.prepared.streamCost(hasMembers: hasMembers).nanoseconds }
    sum.add(parts, of: "animations")
    return sum
  }
}

extension Problem {
  /// 503 while as much work waits as may, of all or of this client.
  package static let tooMuchWork = Problem(
    type: .tooMuchWork, detail: "Too many requests that take long are waiting; try again, or ask for less.",
    headerFields: [.retryAfter: "1"])
}
