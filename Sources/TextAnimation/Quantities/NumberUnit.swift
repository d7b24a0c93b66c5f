/// What a number counts: only distances in one unit can be added.
enum NumberUnit: Equatable, Sendable {
  /// The number as it is written; what stands behind it in the text is not looked at.
  case one
  /// Days, or so many parts of them, of the calendar.
  case calendar(partsOfDay: Int64)
  /// So many parts of a day since midnight.
  case timeOfDay(partsOfDay: Int64)
  /// Seconds of a clock, or minutes where it shows none.
  case clock
  /// One of so many equal parts.
  case fraction(denominator: UInt64)
  /// A unit of measure, by its size in the smallest of its family.
  case measure(MeasureUnit.Family, size: UInt64)
}

extension AnimatedNumber {
  /// What it counts.
  var unit: NumberUnit {
    switch template.style {
    case .units(let style): style.unit
    case .ladder(let style): style.unit
    case .fixed, .word, .compact, .scientific, .radix: .one
    }
  }
}
