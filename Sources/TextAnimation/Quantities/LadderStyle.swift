internal import TextBytes

/// How a number is written in the unit that fits, from that of one text to that of the other: 900 ms, 1.2 s.
struct LadderStyle: Sendable {
  /// From the smallest unit, in which the values are, to the largest.
  private let rungs: [Rung]
  let unit: NumberUnit

  private struct Rung {
    /// How many of the smallest unit it is.
    let size: UInt64
    let fractionDigits: Int
    /// The unit with the space before it.
    let word: Literal
  }

  /// How a number is shown: its unit, and its whole number of the last digit shown.
  private typealias Shown = (rung: Int, units: BigInteger)

  /// - Returns: `nil` for units of different families.
  static func measure(
    _ source: NumberWithWord, in sourceUnit: MeasureUnit, _ target: NumberWithWord, in targetUnit: MeasureUnit
  ) -> Measure? {
    guard sourceUnit.family == targetUnit.family else { return nil }
    let (low, high) = sourceUnit.size < targetUnit.size ? (sourceUnit, targetUnit) : (targetUnit, sourceUnit)
    // Megabytes and gibibytes have only bytes in common.
    let base = high.size.isMultiple(of: low.size) ? low.size : 1
    var rungs = MeasureUnit.ladder(from: low, to: high).map { unit in
      Rung(
        size: unit.size / base, fractionDigits: max(source.fractionDigits, target.fractionDigits),
        word: Literal(target.word.prefix(while: \.isWhitespace) + (unit.symbol ?? "")))
    }
    for (number, unit) in [(source, sourceUnit), (target, targetUnit)] {
      rungs.append(
        Rung(size: unit.size / base, fractionDigits: number.fractionDigits, word: Literal(number.word)))
    }
    rungs.sort { $0.size < $1.size }
    return Measure(
      source: source.value * (sourceUnit.size / base), target: target.value * (targetUnit.size / base),
      style: .ladder(LadderStyle(rungs: rungs, unit: .measure(low.family, size: base))))
  }

  /// The digits after the separator of the smallest step in the smallest unit, fewer than none where it is a larger one.
  var places: Int {
    rungs.map { $0.fractionDigits - (String($0.size).utf8.count - 1) }.max() ?? 0
  }

  /// Appends the number that a tween has at a progress.
  func write(_ tween: DecimalTween, at progress: Double, _ template: NumberTemplate, to text: inout UTF8Buffer) {
    let shown = shown(tween, at: progress)
    let rung = rungs[shown.rung]
    template.write(shown.units, fractionDigits: rung.fractionDigits...rung.fractionDigits, to: &text)
    text.append(rung.word)
  }

  /// Appends the number that is shown, in plain digits and in the smallest unit: 1200 for 1.2 s.
  func writePlain(_ tween: DecimalTween, at progress: Double, to text: inout UTF8Buffer) {
    let shown = shown(tween, at: progress)
    let rung = rungs[shown.rung]
    let places = rung.fractionDigits
    NumberTemplate.writePlain(shown.units * rung.size, places: places, minimumPlaces: 0, to: &text)
  }

  /// The largest unit of which the rounded number is at least one, or the smallest.
  private func shown(_ tween: DecimalTween, at progress: Double) -> Shown {
    var shown = (rung: 0, units: units(tween, at: progress, of: rungs[0]))
    for index in rungs.indices.dropFirst() {
      let larger = (rung: index, units: units(tween, at: progress, of: rungs[index]))
      // A unit that shows fewer digits than the one below would reach its first too early.
      guard reaches(shown, rungs[index]), reaches(larger, rungs[index]) else { break }
      shown = larger
    }
    return shown
  }

  /// Whether a number as it is shown is at least one of a unit.
  private func reaches(_ shown: Shown, _ rung: Rung) -> Bool {
    let magnitude = shown.units.isNegative ? -shown.units : shown.units
    let one = BigInteger(Int128(rung.size)).multiplied(by: 10, power: rungs[shown.rung].fractionDigits)
    return !(magnitude * rungs[shown.rung].size - one).isNegative
  }

  private func units(_ tween: DecimalTween, at progress: Double, of rung: Rung) -> BigInteger {
    if let multiple = tween.multiple(at: progress) {
      return multiple.sample(places: rung.fractionDigits).divided(by: rung.size).rounded(tween.rounding)
    }
    return tween.sample(at: progress, places: rung.fractionDigits, multiplesOf: rung.size).rounded(tween.rounding)
  }
}

extension LadderStyle {
  /// Tells which text stands at a progress, as a whole number that never falls on the way to the target.
  func steps(_ tween: DecimalTween) -> (@Sendable (Double) -> Int)? {
    let direction = tween.distance.isNegative ? -1 : 1
    return { progress in
      guard progress.magnitude < 0x1p52 else { return progress < 0 ? -1 << 60 : 1 << 60 }
      let shown = shown(tween, at: progress)
      let digits = Int(min(shown.units.magnitude.word ?? 1 << 54, 1 << 54))
      let step = shown.rung << 55 + digits
      return direction * (shown.units.isNegative ? -step : step)
    }
  }
}
