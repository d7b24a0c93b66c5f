internal import TextAnimation

extension NumberFormat {
  /// Reads a style in standard notation off specimens.
  init(reading style: LocalizedStyle) throws(UnreadableNumbers) {
    let writer = SpecimenWriter(style, fractionDigits: 1)
    let digits = try Self.fractionDigits(reading: style)
    self.init(
      positive: try writer.specimen(1).affixes, negative: try writer.specimen(-1).affixes,
      zero: try writer.specimen(0).affixes, layout: try SpecimenLayout(reading: style).layout(style.grouping),
      minimumIntegerDigits: style.minimumIntegerDigits, minimumFractionDigits: digits.lowerBound,
      maximumFractionDigits: digits.upperBound, decimalShift: writer.decimalShift)
  }

  private static func fractionDigits(reading style: LocalizedStyle) throws(UnreadableNumbers) -> ClosedRange<Int> {
    if let count = style.fractionDigits { return count...count }
    switch style.kind {
    case .decimal: return 0...3
    case .percent: return 0...0
    case .currency:
      let runs = try SpecimenWriter(style, fractionDigits: nil).specimen(0).runs
      return runs.count > 1 ? runs[1]...runs[1] : 0...0
    }
  }
}
