import TextAnimation

/// Where in a sequence one frame is asked for.
enum FramePosition {
  case index(Int)
  case time(Double)
  case progress(Double)

  /// Reads `index`, `time` or `progress`; what is wrong is noted with the reader.
  init(reading reader: inout ParameterReader) {
    let names = ["index", "time", "progress"].filter { reader.has($0) }
    let index = reader.integer("index", in: 0...Int.max)
    let time = reader.seconds("time", in: 0...Double.infinity)
    let progress = reader.number("progress", in: 0...1)
    for name in names.dropFirst() { reader.refuse(name, "cannot be asked together with `\(names[0])`") }
    if names.isEmpty { reader.refuse("index", "is required, or `time`, or `progress`") }
    self = index.map(Self.index) ?? time.map(Self.time) ?? .progress(progress ?? 0)
  }

  /// The frame shown then; past the end it is the last.
  ///
  /// - Throws: 400 for a progress of what has no end.
  func index(in sequence: FrameSequence) throws(Problem) -> Int {
    switch self {
    case .index(let index): return sequence.count.map { min(index, $0 - 1) } ?? index
    case .time(let seconds): return sequence.index(at: seconds)
    case .progress(let fraction):
      guard sequence.duration.isFinite else {
        throw .invalidParameters([
          ParameterProblem(parameter: "progress", detail: "needs an end, but `repeat` is `infinite`")
        ])
      }
      return sequence.index(at: fraction * sequence.duration)
    }
  }
}
