package import TextAnimation

/// Where in a sequence one frame is asked for.
package enum FramePosition {
  case index(Int)
  case time(Double)
  case position(Double)

  /// The moment on the clock of several animations.
  ///
  /// - Throws: 400 for an index, since each counts its own frames, and for a share of what has no end.
  func seconds(in list: AnimationList) throws(Problem) -> Double {
    switch self {
    case .index:
      throw .invalidParameters([
        ParameterProblem(
          parameter: "index", detail: "cannot be asked of several animations, each of which counts its own frames")
      ])
    case .time(let seconds): return seconds
    case .position(let fraction):
      let duration = list.elements.reduce(0) { max($0, $1.prepared.sequence.duration) }
      guard duration.isFinite else { throw Self.endless }
      return fraction * duration
    }
  }

  private static let endless = Problem.invalidParameters([
    ParameterProblem(parameter: "position", detail: "needs an end, but `repeat` is `infinite`")
  ])

  /// The frame shown then; at a time past the end it is the last.
  ///
  /// - Throws: 400 for an index past the end, and for a share of what has no end.
  package func index(in sequence: FrameSequence) throws(Problem) -> Int {
    switch self {
    case .index(let index):
      guard let count = sequence.count, index >= count else { return index }
      throw .invalidParameters([
        ParameterProblem(parameter: "index", detail: "must be from 0 to \(count - 1), the last frame, not \(index)")
      ])
    case .time(let seconds): return sequence.index(at: seconds)
    case .position(let fraction):
      guard sequence.duration.isFinite else { throw Self.endless }
      return sequence.index(at: fraction * sequence.duration)
    }
  }
}
