internal import TextAnimation

extension CompactNumberFormat {
  /// Reads a style in compact notation off specimens of each power of ten; ICU knows patterns up to 10¹⁹.
  init(reading style: LocalizedStyle) throws(UnreadableNumbers) {
    let reader = CompactSpecimens(
      writer: SpecimenWriter(style, fractionDigits: style.fractionDigits.map { min($0, 1) }),
      layout: try SpecimenLayout(reading: style).layout(style.grouping, minimum: 2), style: style)
    var rest: [Step] = []
    for exponent in 1...19 { rest.append(try reader.step(exponent)) }
    self.init(
      first: try reader.step(0), rest: rest, fractionDigits: style.fractionDigits,
      decimalShift: reader.writer.decimalShift)
  }
}

/// Compact numbers as ICU writes them.
private struct CompactSpecimens {
  let writer: SpecimenWriter
  let layout: DigitLayout
  let style: LocalizedStyle

  /// How numbers from 10^`exponent` on are written.
  func step(_ exponent: Int) throws(UnreadableNumbers) -> CompactNumberFormat.Step {
    let runs = try writer.specimen(2, exponent: exponent).runs
    let integerDigits = runs.dropLast(style.fractionDigits ?? 0 > 0 ? 1 : 0).reduce(0, +)
    let unit = exponent + 1 - integerDigits
    guard unit > 0, (1...3).contains(integerDigits) else {
      return CompactNumberFormat.Step(unit: unit, format: try format(2, exponent: exponent))
    }
    let showsFraction = style.fractionDigits.map { $0 > 0 } ?? (integerDigits == 1)
    let specimens = showsFraction ? [25, 255, 2555] : [2, 25, 255]
    let regular = try format(specimens[integerDigits - 1], exponent: unit - (showsFraction ? 1 : 0))
    return CompactNumberFormat.Step(
      unit: unit, format: regular, exceptions: try exceptions(integerDigits, unit: unit, from: regular))
  }

  /// The whole numbers of so many digits that are written otherwise; all are asked for where a few differ.
  private func exceptions(
    _ integerDigits: Int, unit: Int, from regular: NumberFormat
  ) throws(UnreadableNumbers) -> [Int: NumberFormat] {
    let all = [1...9, 10...99, 100...999][integerDigits - 1]
    let telling = [1...9, 20...25, 100...112][integerDigits - 1]
    var exceptions: [Int: NumberFormat] = [:]
    for number in telling where try writer.specimen(number, exponent: unit).affixes != regular.positive {
      exceptions[number] = try format(number, exponent: unit)
    }
    guard !exceptions.isEmpty else { return [:] }
    for number in all where try writer.specimen(number, exponent: unit).affixes != regular.positive {
      exceptions[number] = try format(number, exponent: unit)
    }
    return exceptions
  }

  private func format(_ number: Int, exponent: Int) throws(UnreadableNumbers) -> NumberFormat {
    NumberFormat(
      positive: try writer.specimen(number, exponent: exponent).affixes,
      negative: try writer.specimen(-number, exponent: exponent).affixes, zero: try writer.specimen(0).affixes,
      layout: layout, minimumIntegerDigits: style.minimumIntegerDigits, maximumFractionDigits: 0)
  }
}
