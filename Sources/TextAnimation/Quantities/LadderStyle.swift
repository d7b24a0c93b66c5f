internal import TextBytes

/// How a number is written in the unit that fits, from that of one text to that of the other: 900 ms, 1.2 s.
struct LadderStyle: Sendable {
  /// From the smallest unit, in which the values are, to the largest.
  private let rungs: [Rung]
  let unit: NumberUnit
  /// The number that a text has in the smallest unit, below which a larger one is not shown: 80 seconds are no minute.
  private let floor: Decimal
  /// The number of the text with the largest unit, where all others are in the smallest: 1 hour, 61 minutes, 90 minutes.
  private let exception: Decimal?

  private struct Rung {
    /// How many of the smallest unit it is.
    let size: UInt64
    let fractionDigits: Int
    /// The unit with the space before it.
    let words: PluralWords
  }

  /// How a number is shown: its unit, and its whole number of the last digit shown.
  private typealias Shown = (rung: Int, units: BigInteger)

  /// - Returns: `nil` for units of different families.
  static func measure(
    _ source: NumberWithWord, in sourceUnit: MeasureUnit, _ target: NumberWithWord, in targetUnit: MeasureUnit,
    _ symbols: NumberSymbols
  ) -> Measure? {
    guard sourceUnit.family == targetUnit.family else { return nil }
    let (low, high) = sourceUnit.size < targetUnit.size ? (sourceUnit, targetUnit) : (targetUnit, sourceUnit)
    let (lowest, highest) = sourceUnit.size < targetUnit.size ? (source, target) : (target, source)
    let words = LadderWords(source, target, symbols)
    // Megabytes and gibibytes have only bytes in common.
    let base = high.size.isMultiple(of: low.size) ? low.size : 1
    var rungs = MeasureUnit.ladder(from: low, to: high).map { unit in
      Rung(
        size: unit.size / base, fractionDigits: max(source.fractionDigits, target.fractionDigits),
        words: words.between(unit))
    }
    for (number, unit) in [(source, sourceUnit), (target, targetUnit)] {
      rungs.append(
        Rung(size: unit.size / base, fractionDigits: number.fractionDigits, words: words.own(number)))
    }
    rungs.sort { $0.size < $1.size }
    let floor = lowest.value * (low.size / base)
    let top = highest.value * (high.size / base)
    // `90 minutes` shows that minutes go on beyond an hour; to 10 hours they would be too many.
    let isBeyond = !(floor < Decimal(.word(Int128(high.size / base)), places: 0)) && !(floor + floor < top)
    if isBeyond { rungs = [rungs[0], rungs[rungs.count - 1]] }
    return Measure(
      source: source.value * (sourceUnit.size / base), target: target.value * (targetUnit.size / base),
      style: .ladder(
        LadderStyle(rungs: rungs, unit: .measure(low.family, size: base), floor: floor, exception: isBeyond ? top : nil)
      ))
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
    text.append(
      rung.words.word(beside: shown.units.isNegative ? -shown.units : shown.units, fractionDigits: rung.fractionDigits))
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
    if let exception {
      let larger = (rung: 1, units: units(tween, at: progress, of: rungs[1]))
      return magnitude(shown) == exception && magnitude(larger) == exception ? larger : shown
    }
    for index in rungs.indices.dropFirst() {
      let larger = (rung: index, units: units(tween, at: progress, of: rungs[index]))
      // A unit that shows fewer digits than the one below would reach its first too early.
      guard reaches(shown, rungs[index]), reaches(larger, rungs[index]) else { break }
      if !(magnitude(larger) < floor) { shown = larger }
    }
    return shown
  }

  /// Whether a number as it is shown is at least one of a unit.
  private func reaches(_ shown: Shown, _ rung: Rung) -> Bool {
    !(magnitude(shown) < Decimal(.word(Int128(rung.size)), places: 0))
  }

  /// A number as it is shown, in the smallest unit and without its sign.
  private func magnitude(_ shown: Shown) -> Decimal {
    let rung = rungs[shown.rung]
    return Decimal((shown.units.isNegative ? -shown.units : shown.units) * rung.size, places: rung.fractionDigits)
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
      let shown =
        exception == nil ? shown(tween, at: progress) : (rung: 0, units: units(tween, at: progress, of: rungs[0]))
      let digits = Int(min(shown.units.magnitude.word ?? 1 << 54, 1 << 54))
      let step = shown.rung << 55 + digits
      return direction * (shown.units.isNegative ? -step : step)
    }
  }
}

/// The words of a ladder: those of the texts, in the form that the number takes, and their like between them.
private struct LadderWords {
  private let words: UnitWords?
  private let target: NumberWithWord
  private let spelling: Int?
  private let rules: PluralRules
  /// Whether a word that is a symbol, too, is taken for one: `min` beside `sec`, but not beside `hours`.
  private let hasSymbols: Bool

  init(_ source: NumberWithWord, _ target: NumberWithWord, _ symbols: NumberSymbols) {
    let letters = [source.letters, target.letters]
    words = symbols.unitWords(for: letters[0], letters[1])
    hasSymbols = letters.allSatisfy { !MeasureUnit.symbolized($0).isEmpty }
    let name = [target, source].lazy.compactMap { [words] in words?[$0.letters] }.first
    spelling = hasSymbols ? nil : name?.spelling
    rules = words?.rules ?? symbols.plurals
    self.target = target
  }

  /// The word of a text with all its forms.
  func own(_ number: NumberWithWord) -> PluralWords {
    guard !hasSymbols, let words, let forms = PluralWords(number, of: words) else {
      return PluralWords([:], otherwise: number.word, rules: rules)
    }
    return forms
  }

  /// The word for a unit that no text has.
  func between(_ unit: MeasureUnit) -> PluralWords {
    guard let spelling, let forms = words?.forms(of: unit, spelling: spelling) else {
      return PluralWords([:], otherwise: target.space + (unit.symbol ?? ""), rules: rules)
    }
    return PluralWords(forms, like: target, rules: rules)
  }
}
