package import TextBytes

/// Some characters of a text that belong together, so that a page can style them: what attributed strings do in
/// UICountingLabel's `attributedFormatBlock`.
package struct TextRun: Hashable, Sendable {
  package let text: String
  package let kind: Kind
  /// Whether they differ from what the text before the animation has at the same place.
  package let isChanged: Bool

  package enum Kind: String, CaseIterable, Sendable {
    /// A number without its sign, or a time.
    case number
    case sign
    /// A currency symbol or a percent sign at a number, or the word behind it.
    case unit
    case text
  }
}

/// Finds the runs of the texts of one animation.
package struct TextRuns: Sendable {
  private let symbols: NumberSymbols
  private let source: [TextRun]
  /// The same, to be looked up.
  private let known: Set<TextRun>
  /// What reading the dearer of the two texts takes, in units of a meter; any text between them takes about as much.
  package private(set) var units = 0

  /// Remembers the text before, which the others are compared with.
  package init(from source: String, to target: String, symbols: NumberSymbols, spending meter: inout Meter) {
    self.symbols = symbols
    let start = meter.spent
    self.source = Self.runs(of: source, symbols, &meter)
    known = Set(self.source)
    let middle = meter.spent
    _ = runs(of: target, spending: &meter)
    units = max(middle - start, meter.spent - middle)
  }

  /// The runs of a text, which make it up without a gap, or fewer once nothing is left to be spent.
  ///
  /// Where a text has as many runs as the source, each is compared with its counterpart, else with all of them.
  package func runs(of text: String, spending meter: inout Meter) -> [TextRun] {
    let runs = Self.runs(of: text, symbols, &meter)
    let isAlike = runs.count == source.count
    return runs.enumerated().map { index, run in
      let isKept = isAlike ? source[index] == run : known.contains(run)
      return TextRun(text: run.text, kind: run.kind, isChanged: !isKept)
    }
  }

  /// What finding, comparing and writing a run takes beside its bytes, in units of a meter.
  private static let unitsOfRun = 500

  private static func runs(of text: String, _ symbols: NumberSymbols, _ meter: inout Meter) -> [TextRun] {
    let numbered = NumberedText(reading: text, symbols, &meter)
    guard meter.spend(unitsOfRun * (1 + 4 * numbered.numerals.count), .members) else { return [] }
    var runs: [TextRun] = []
    var end = 0
    func append(_ kind: TextRun.Kind, to position: Int) {
      guard position > end else { return }
      runs.append(TextRun(text: numbered.characters.text(end..<position), kind: kind, isChanged: false))
      end = position
    }
    for var numeral in numbered.numerals {
      if numeral.isWeak { numeral.unsign() }
      append(.text, to: numeral.first)
      append(.unit, to: numeral.mark.lowerBound)
      append(.sign, to: numeral.mark.upperBound)
      append(.unit, to: numeral.start)
      append(.number, to: numeral.end)
      guard let unit = numbered.unit(behind: numeral) else { continue }
      append(.text, to: unit.lowerBound)
      append(.unit, to: unit.upperBound)
    }
    append(.text, to: numbered.characters.count)
    return runs
  }
}

extension NumberedText {
  /// Reads one text by the convention that reads it whole, where there is one.
  fileprivate init(reading text: String, _ symbols: NumberSymbols, _ meter: inout Meter) {
    self.init(text, symbols: symbols, readsQuantities: true, spending: &meter)
    meter.spend(20 * characters.count, .texts)
    if isWhole { return }
    let runs = runs
    let (place, _) = Self.convention(of: runs, runs, among: symbols.conventions)
    guard place > 0, place < symbols.conventions.count else { return }
    self = reading(by: symbols.conventions[place], &meter)
  }

  /// Where the unit of a number stands: a symbol or a word directly behind it, or a word behind one space.
  fileprivate func unit(behind numeral: Numeral) -> Range<Int>? {
    guard numeral.end < characters.count else { return nil }
    let first = characters[numeral.end]
    if Self.isUnitSymbol(first) { return numeral.end..<numeral.end + 1 }
    let start = first.isWhitespace && !first.isNewline ? numeral.end + 1 : numeral.end
    guard start < characters.count else { return nil }
    if start > numeral.end, Self.isUnitSymbol(characters[start]) { return start..<start + 1 }
    var end = start
    while end < characters.count, characters[end].isLetter { end += 1 }
    return end > start ? start..<end : nil
  }

  private static func isUnitSymbol(_ character: Character) -> Bool {
    character.isCurrencySymbol || "%‰°′″".contains(character)
  }
}
