/// The words of a language for units of measure, in the form that a number takes: 1 second, 2 seconds.
package struct UnitWords: Sendable {
  /// Which form a number takes.
  let rules: PluralRules
  /// By each of its forms in lower case.
  private let names: [String: Name]
  /// The words of a spelling, by unit.
  private let spellings: [[MeasureUnit: Forms]]

  package typealias Forms = [PluralCategory: String]

  /// A word with all its forms.
  struct Name {
    let unit: MeasureUnit
    let forms: Forms
    /// Which of several spellings it belongs to, as `min` and `minute` do.
    let spelling: Int
  }

  /// Takes the words of each spelling, the usual one first.
  init(_ spellings: [[(unit: MeasureUnit, forms: Forms)]], rules: PluralRules) {
    self.rules = rules
    self.spellings = spellings.map {
      Dictionary($0.map { ($0.unit, $0.forms) }, uniquingKeysWith: { first, _ in first })
    }
    let names = spellings.enumerated().flatMap { spelling, words in
      words.flatMap { unit, forms in
        forms.values.map { ($0.lowercased(), Name(unit: unit, forms: forms, spelling: spelling)) }
      }
    }
    self.names = Dictionary(names, uniquingKeysWith: { first, _ in first })
  }

  /// Takes the forms of the words for times, from milliseconds to years, by their names in CLDR.
  package init(rules: PluralRules, forms: (_ name: String) -> Forms?) {
    let words = MeasureUnit.english.compactMap { unit, words -> (MeasureUnit, Forms)? in
      guard unit.family == .months || unit.family == .time && unit.size >= 1_000_000 else { return nil }
      return forms(String(words.prefix { $0 != "/" })).map { (unit, $0) }
    }
    self.init([words], rules: rules)
  }

  /// Finds the word that one of its forms belongs to, whatever the case of its letters.
  subscript(word: String) -> Name? { names[word.lowercased()] }

  /// The word for a unit, in a spelling if it has one there.
  func forms(of unit: MeasureUnit, spelling: Int) -> Forms? { spellings[spelling][unit] ?? spellings.first?[unit] }
}

extension UnitWords {
  /// English, whose rows have the long words first, then those that some write for them.
  static let english = UnitWords(
    [0, 1].map { spelling in
      MeasureUnit.english.compactMap { unit, words in
        let pairs = words.split(separator: " ").map { $0.split(separator: "/").map(String.init) }
        guard spelling < pairs.count, let one = pairs[spelling].first, let other = pairs[spelling].last else {
          return nil
        }
        return (unit, [.one: one, .other: other])
      }
    }, rules: .english)

  /// How a word is written in a text, so that its other forms are written likewise: `Minutes` for `Minute`.
  static func adapting(_ forms: Forms, to written: String) -> Forms {
    if forms.values.contains(written) { return forms }
    if written == written.lowercased() { return forms.mapValues { $0.lowercased() } }
    if written == written.uppercased() { return forms.mapValues { $0.uppercased() } }
    return forms.mapValues { $0.prefix(1).uppercased() + $0.dropFirst() }
  }
}

extension NumberSymbols {
  /// All that a word or a symbol can mean; `m` is a minute or a metre.
  func units(named word: String) -> [MeasureUnit] {
    MeasureUnit.symbolized(word) + unitWords.compactMap { $0[word]?.unit }
  }

  /// Whether a language has both words for one unit.
  func isOneUnit(_ word: String, _ other: String) -> Bool {
    unitWords.contains { words in words[word].map { $0.unit == words[other]?.unit } ?? false }
  }

  /// Whether English knows neither word, or both for one unit; `Minute` and `Minuten` may be of another language.
  func mayBeOneUnit(_ word: String, _ other: String) -> Bool {
    let units = [word, other].map { NumberSymbols.english.units(named: $0) }
    let (shorter, longer) = word.count < other.count ? (word, other) : (other, word)
    return units[0] == units[1]
      || [word, other].allSatisfy { MeasureUnit.symbolized($0).isEmpty } && units.contains([])
        && longer.lowercased().hasPrefix(shorter.lowercased())
  }

  /// The words of the first language that has one of both, and the other unless that is a symbol.
  func unitWords(for word: String, _ other: String) -> UnitWords? {
    unitWords.first { words in
      let known = [word, other].filter { words[$0] != nil }
      return !known.isEmpty && [word, other].allSatisfy { known.contains($0) || !MeasureUnit.symbolized($0).isEmpty }
    }
  }

  /// The words beside a number where its own is one for a unit in the form that fits; `nil` for symbols and other words.
  func inflecting(_ number: NumberWithWord) -> PluralWords? {
    guard MeasureUnit.symbolized(number.letters).isEmpty else { return nil }
    return unitWords.lazy.compactMap { PluralWords(number, of: $0) }.first
  }
}

extension PluralWords {
  /// All forms of the word behind a number, written as it is; `nil` where the language has another word there.
  init?(_ number: NumberWithWord, of words: UnitWords) {
    guard let forms = words[number.letters]?.forms,
      forms[number.category(words.rules)]?.lowercased() == number.letters.lowercased()
    else { return nil }
    self.init(forms, like: number, rules: words.rules)
  }

  /// Words that are written like the one behind a number, with its space.
  init(_ forms: UnitWords.Forms, like number: NumberWithWord, rules: PluralRules) {
    let written = UnitWords.adapting(forms, to: number.letters).mapValues { number.space + $0 }
    self.init(written, otherwise: number.word, rules: rules)
  }
}
