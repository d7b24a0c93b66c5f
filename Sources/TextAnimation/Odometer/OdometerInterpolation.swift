internal import TextBytes

/// Literal texts with counters in between.
struct OdometerInterpolation: ColumnInterpolation, ValueInterpolation, SteppedInterpolation {
  let numbers: NumbersInterpolation
  /// The columns of the caller's texts, which may pad or group otherwise than the frames between.
  private let ends: (source: [Column], target: [Column])
  private var pieces: [Piece] = []

  private enum Piece {
    case literal(String)
    case counter(Counter)
  }

  init(
    _ pair: borrowing NumberedTextPair, _ numbers: NumbersInterpolation, mode: ColumnMode, direction: ColumnDirection
  ) {
    self.numbers = numbers
    let changing = zip(pair.changing, numbers.counting.map(\.columnLayout))
    ends = (
      pair.source.columns(rolling: changing.map { ($0.source, $1) }),
      pair.target.columns(rolling: changing.map { ($0.target, $1) })
    )
    for number in numbers.counting {
      pieces.append(.literal(number.literal.text))
      pieces.append(.counter(Counter(number, mode: mode, direction: direction)))
    }
    pieces.append(.literal(numbers.rest.text))
  }

  var threshold: Double {
    pieces.reduce(numbers.threshold) { threshold, piece in
      if case .counter(let counter) = piece { min(threshold, counter.threshold) } else { threshold }
    }
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    numbers.write(at: progress, to: &text)
  }

  var steps: (@Sendable (Double) -> Int)? { numbers.steps }

  var stepCost: Int { numbers.stepCost }

  func columns(at progress: Double) -> [Column] {
    if progress == 0 { return ends.source }
    if progress == 1 { return ends.target }
    var row = ColumnRow()
    for piece in pieces {
      switch piece {
      case .literal(let text): row.append(text)
      case .counter(let counter): counter.append(at: progress, to: &row)
      }
    }
    return row.columns
  }
}
