internal import TextBytes

/// Numbers that add up, each digit in a column that follows the value.
struct ResidualColumns: ColumnInterpolation, NumberedInterpolation {
  private let values: ResidualInterpolation
  /// What counts, each with the text before it.
  private let counters: [(literal: String, counter: Counter)]
  /// The columns of the target, where it is written otherwise than the frames before.
  private let last: [Column]?

  /// Rolls the columns of numbers that add up, to rest as those given.
  init(_ values: ResidualInterpolation, to last: [Column]?) {
    self.values = values
    self.last = last
    counters = values.numbers.counting.map { ($0.literal.text, Counter($0, mode: .carry, direction: .auto)) }
  }

  var numbers: NumbersInterpolation { values.numbers }

  var byteCount: Int {
    counters.reduce(values.byteCount + MemoryLayout<Column>.stride * (last?.capacity ?? 0)) {
      $0 + MemoryLayout<(String, Counter)>.stride + $1.counter.byteCount
    }
  }

  var positionCount: Int { (1 + counters.count) * values.positionCount }

  var threshold: Double { values.threshold }

  func progress(ofNumber index: Int, at progress: Double) -> Double {
    values.progress(ofNumber: index, at: progress)
  }

  func write(at progress: Double, to text: inout UTF8Buffer) { values.write(at: progress, to: &text) }

  func columns(at progress: Double) -> [Column] {
    if progress >= 1, let last { return last }
    var row = ColumnRow()
    for (index, (literal, counter)) in counters.enumerated() {
      row.append(literal)
      counter.append(at: values.progress(ofNumber: index, at: progress), to: &row)
    }
    row.append(numbers.rest.text)
    return row.columns
  }
}

extension OdometerInterpolation {
  /// The numbers, where the columns follow their values; `nil` where they roll by themselves.
  var addable: NumbersInterpolation? { followsValues ? numbers : nil }

  /// The same columns for numbers that add up.
  func adding(_ values: ResidualInterpolation) -> ResidualColumns { ResidualColumns(values, to: lastColumns) }
}
