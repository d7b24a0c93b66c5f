internal import TextBytes

/// Numbers that add up, each digit in a column that follows the value.
struct ResidualColumns: ColumnInterpolation, NumberedInterpolation {
  private let values: ResidualInterpolation
  private let columns: OdometerInterpolation
  /// The columns of the target, where it is written otherwise than the frames before.
  private let last: [Column]?

  /// Rolls the columns of numbers that add up, to rest as those given; `nil` where they have none.
  init?(_ values: ResidualInterpolation, to last: [Column]?) {
    guard let columns = OdometerInterpolation(values.numbers, mode: .carry, direction: .auto) else { return nil }
    (self.values, self.columns, self.last) = (values, columns, last)
  }

  var numbers: NumbersInterpolation { values.numbers }

  var byteCount: Int {
    values.byteCount + columns.byteCount + MemoryLayout<Column>.stride * (last?.capacity ?? 0)
  }

  var positionCount: Int { (1 + numbers.counting.count) * values.positionCount }

  var threshold: Double { values.threshold }

  func progress(ofNumber index: Int, at progress: Double) -> Double {
    values.progress(ofNumber: index, at: progress)
  }

  func write(at progress: Double, to text: inout UTF8Buffer) { values.write(at: progress, to: &text) }

  func columns(at progress: Double) -> [Column] {
    if progress >= 1, let last { return last }
    return columns.columns { values.progress(ofNumber: $0, at: progress) }
  }
}

extension OdometerInterpolation {
  /// The numbers, where the columns follow their values; `nil` where they roll by themselves.
  var addable: NumbersInterpolation? { followsValues ? numbers : nil }

  /// The same columns for numbers that add up; `nil` where they have none.
  func adding(_ values: ResidualInterpolation) -> ResidualColumns? { ResidualColumns(values, to: lastColumns) }
}
