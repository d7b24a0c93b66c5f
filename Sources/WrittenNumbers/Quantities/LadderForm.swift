import Interpolation
internal import TextBytes

/// How a number is written in the unit that fits, from that of one text to that of the other: 900 ms, 1.2 s.
struct LadderForm: Form {
  private let rungs: [Rung]
  let unit: NumberUnit
  /// The number that a text has in the smallest unit, below which a larger one is not shown: 80 seconds are no minute.
  private let floor: Decimal
  /// The number of the text with the largest unit, where all others are in the smallest: 1 hour, 61 minutes, 90 minutes.
  private let exception: Decimal?

  private struct Rung {
    let size: UInt64
    let fractionDigits: Int
    let words: PluralWords
  }

  /// How a number is shown: its unit, and its whole number of the last digit shown.
  private typealias Shown = (rung: Int, units: Int128)

  /// - Returns: `nil` for units of different families.
  static func measure(
    _ source: NumberWithWord, in sourceUnit: MeasureUnit, _ target: NumberWithWord, in targetUnit: MeasureUnit,
    _ symbols: NumberSymbols
  ) throws(NotAnimatable) -> Measure? {
    guard sourceUnit.family == targetUnit.family else { return nil }
    let (low, high) = sourceUnit.size < targetUnit.size ? (sourceUnit, targetUnit) : (targetUnit, sourceUnit)
    let (lowest, highest) = sourceUnit.size < targetUnit.size ? (source, target) : (target, source)
    let letters = [target.letters, source.letters]
    let known = symbols.unitWords(for: letters[1], letters[0])
    let rules = known?.rules ?? symbols.plurals
    // `min` is a symbol beside `sec`, and a word beside `hours`.
    let hasSymbols = letters.allSatisfy { !MeasureUnit.symbolized($0).isEmpty }
    let spelling = hasSymbols ? nil : letters.lazy.compactMap { known?[$0]?.spelling }.first
    func words(beside number: NumberWithWord) -> PluralWords {
      (hasSymbols ? nil : known.flatMap { PluralWords(number, of: $0) })
        ?? PluralWords([:], otherwise: number.word, rules: rules)
    }
    func words(for unit: MeasureUnit) -> PluralWords {
      guard let spelling, let forms = known?.forms(of: unit, spelling: spelling) else {
        return PluralWords([:], otherwise: target.space + (unit.symbol ?? ""), rules: rules)
      }
      return PluralWords(forms, like: target, rules: rules)
    }
    // Megabytes and gibibytes have only bytes in common.
    let base = high.size.isMultiple(of: low.size) ? low.size : 1
    var rungs = MeasureUnit.ladder(from: low, to: high).map { unit in
      Rung(
        size: unit.size / base, fractionDigits: max(source.fractionDigits, target.fractionDigits),
        words: words(for: unit))
    }
    for (number, unit) in [(source, sourceUnit), (target, targetUnit)] {
      rungs.append(
        Rung(size: unit.size / base, fractionDigits: number.fractionDigits, words: words(beside: number)))
    }
    rungs.sort { $0.size < $1.size }
    guard let floor = lowest.value.multiplied(by: low.size / base),
      let top = highest.value.multiplied(by: high.size / base)
    else { throw .tooLong }
    // `90 minutes` shows that minutes go on beyond an hour; to 10 hours they would be too many.
    let isNear = floor.multiplied(by: 2).map { !($0 < top) } ?? true
    let isBeyond = !(floor < Decimal(natural: high.size / base)) && isNear
    if isBeyond { rungs = [rungs[0], rungs[rungs.count - 1]] }
    let isRising = sourceUnit.size < targetUnit.size
    return Measure(
      source: isRising ? floor : top, target: isRising ? top : floor,
      form: LadderForm(
        rungs: rungs, unit: .measure(low.family, size: base), floor: floor, exception: isBeyond ? top : nil))
  }

  /// The digits after the separator of the smallest step in the smallest unit, fewer than none where it is a larger one.
  private var places: Int {
    rungs.map { $0.fractionDigits - (String($0.size).utf8.count - 1) }.max() ?? 0
  }

  func places(showing target: Decimal) -> Int? { places }

  func write(_ number: AnimatedNumber, at progress: Double, to text: inout UTF8Buffer) {
    let shown = shown(number.tween, at: progress)
    let rung = rungs[shown.rung]
    number.template.write(shown.units, fractionDigits: rung.fractionDigits...rung.fractionDigits, to: &text)
    text.append(
      rung.words.word(beside: shown.units.magnitude, fractionDigits: rung.fractionDigits))
  }

  func writePlain(_ tween: Tween, at progress: Double, to text: inout UTF8Buffer) {
    let shown = shown(tween, at: progress)
    let rung = rungs[shown.rung]
    let places = rung.fractionDigits
    let units = shown.units.multiplied(by: rung.size) ?? Sample(limit: shown.units < 0).floor
    NumberTemplate.writePlain(units, places: places, minimumPlaces: 0, to: &text)
  }

  /// The largest unit of which the rounded number is at least one, or the smallest.
  private func shown(_ tween: Tween, at progress: Double) -> Shown {
    var shown = (rung: 0, units: units(tween, at: progress, of: rungs[0]))
    if let exception {
      let larger = (rung: 1, units: units(tween, at: progress, of: rungs[1]))
      return [shown, larger].allSatisfy { magnitude($0).map { $0 == exception } ?? false } ? larger : shown
    }
    for index in rungs.indices.dropFirst() {
      let larger = (rung: index, units: units(tween, at: progress, of: rungs[index]))
      // A unit that shows fewer digits than the one below would reach its first too early.
      let one = Decimal(natural: rungs[index].size)
      guard !isBelow(shown, one), !isBelow(larger, one) else { break }
      if !isBelow(larger, floor) { shown = larger }
    }
    return shown
  }

  /// Whether a number as it is shown is, in the smallest unit and without its sign, below another.
  private func isBelow(_ shown: Shown, _ other: Decimal) -> Bool { magnitude(shown).map { $0 < other } ?? false }

  /// `nil` where it has more digits than a number may have.
  private func magnitude(_ shown: Shown) -> Decimal? {
    let rung = rungs[shown.rung]
    return Decimal(shown.units, places: rung.fractionDigits)?.magnitude.multiplied(by: rung.size)
  }

  private func units(_ tween: Tween, at progress: Double, of rung: Rung) -> Int128 {
    tween.value(at: progress, places: rung.fractionDigits, multiplesOf: rung.size).rounded(tween.rounding)
  }

  var positionCount: Int { 14 }

  var countsEvenly: Bool { false }

  func steps(_ tween: Tween) -> (@Sendable (Double) -> Int)? {
    if tween.factor != nil { return tween.steps }
    let direction = tween.isFalling ? -1 : 1
    return { progress in
      guard progress.magnitude < 0x1p52 else { return progress < 0 ? -1 << 60 : 1 << 60 }
      let shown =
        exception == nil ? shown(tween, at: progress) : (rung: 0, units: units(tween, at: progress, of: rungs[0]))
      let digits = Int(truncatingIfNeeded: min(shown.units.magnitude, 1 << 54))
      let step = shown.rung << 55 + digits
      return direction * (shown.units < 0 ? -step : step)
    }
  }
}
