package import Languages
internal import TextBytes

/// Some characters of a text that belong together, so that a page can style them: what attributed strings do in
/// UICountingLabel's `attributedFormatBlock`.
package struct TextRun: Equatable, Sendable {
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

  /// Remembers the text before, which the others are compared with.
  package init(from source: String, symbols: NumberSymbols) {
    self.symbols = symbols
    self.source = Self.runs(of: source, symbols)
  }

  /// The runs of a text, which make it up without a gap.
  ///
  /// Where a text has as many runs as the source, each is compared with its counterpart, else with all of them.
  package func runs(of text: String) -> [TextRun] {
    let runs = Self.runs(of: text, symbols)
    let isAlike = runs.count == source.count
    return runs.enumerated().map { index, run in
      let isKept = isAlike ? source[index] == run : source.contains(run)
      return TextRun(text: run.text, kind: run.kind, isChanged: !isKept)
    }
  }

  private static func runs(of text: String, _ symbols: NumberSymbols) -> [TextRun] {
    let numbered = NumberedText(reading: text, symbols)
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
  fileprivate init(reading text: String, _ symbols: NumberSymbols) {
    self.init(text, symbols: symbols, readsQuantities: true)
    guard !isWhole, case let (place, _) = runs.convention(with: runs, among: symbols.conventions), place > 0,
      place < symbols.conventions.count
    else { return }
    var meter = Meter(limit: .max)
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
