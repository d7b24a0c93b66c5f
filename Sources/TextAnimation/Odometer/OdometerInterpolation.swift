internal import TextBytes

/// Literal texts with counters in between.
struct OdometerInterpolation: ColumnInterpolation, NumberedInterpolation, SteppedInterpolation {
  let numbers: NumbersInterpolation
  /// The columns of the caller's texts, which may pad or group otherwise than the frames between; `nil` where these are
  /// written alike.
  private let ends: (source: [Column], target: [Column])?
  /// What counts, each with the text before it.
  private let counters: [(literal: String, counter: Counter)]

  init(
    _ pair: borrowing NumberedTextPair, _ numbers: NumbersInterpolation, mode: ColumnMode, direction: ColumnDirection
  ) {
    let changing = zip(pair.changing, numbers.counting.map(\.columnLayout))
    let ends = (
      pair.source.columns(rolling: changing.map { ($0.source, $1) }),
      pair.target.columns(rolling: changing.map { ($0.target, $1) })
    )
    self.init(numbers, mode: mode, direction: direction, ends: ends)
  }

  init(
    _ numbers: NumbersInterpolation, mode: ColumnMode, direction: ColumnDirection,
    ends: (source: [Column], target: [Column])? = nil
  ) {
    self.numbers = numbers
    self.ends = ends
    counters = numbers.counting.map { ($0.literal.text, Counter($0, mode: mode, direction: direction)) }
  }

  /// Whether each column shows a digit of the value at all times.
  var followsValues: Bool { counters.allSatisfy(\.counter.followsValue) }

  /// The columns of the target, where it is written otherwise than the frames between.
  var lastColumns: [Column]? { ends?.target }

  var byteCount: Int {
    let columns = MemoryLayout<Column>.stride * (ends.map { $0.source.capacity + $0.target.capacity } ?? 0)
    return counters.reduce(numbers.byteCount + columns) {
      $0 + MemoryLayout<(String, Counter)>.stride + $1.counter.byteCount
    }
  }

  var threshold: Double {
    counters.reduce(numbers.threshold) { min($0, $1.counter.threshold) }
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    numbers.write(at: progress, to: &text)
  }

  var steps: (@Sendable (Double) -> Int)? { numbers.steps }

  var stepCost: Int { numbers.stepCost }

  func columns(at progress: Double) -> [Column] {
    if progress == 0, let ends { return ends.source }
    if progress == 1, let ends { return ends.target }
    var row = ColumnRow()
    for (literal, counter) in counters {
      row.append(literal)
      counter.append(at: progress, to: &row)
    }
    row.append(numbers.rest.text)
    return row.columns
  }
}
