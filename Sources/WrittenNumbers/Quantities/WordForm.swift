import Interpolation
import TextBytes

/// A number and behind it the word, or the suffix of an ordinal, in the form that fits it.
struct WordForm: Form {
  let words: PluralWords

  /// The rules by which two words are forms of one; of a language that is not told, French or Portuguese, a million goes
  /// on until two: `1,5 million`.
  static func rules(_ source: NumberWithWord, _ target: NumberWithWord, _ symbols: NumberSymbols) -> PluralRules {
    let own = symbols.plurals
    guard !symbols.isTold, source.letters != target.letters, source.category(own) == target.category(own),
      WordSets.isOneScale(source.letters, target.letters)
    else { return own }
    return .untilTwo
  }

  /// Whether two words are one in two forms, which the language has for the two numbers: they begin alike.
  static func isWord(_ source: NumberWithWord, _ target: NumberWithWord, _ rules: PluralRules) -> Bool {
    let (word, other) = (source.word.lowercased(), target.word.lowercased())
    // Two of two letters are rather units, as px and pt.
    let areAlike = word.first == other.first && min(word.count, other.count) > 2
    return (areAlike || word.hasPrefix(other) || other.hasPrefix(word))
      && source.category(rules) != target.category(rules)
  }

  static func measure(
    _ source: NumberWithWord, _ target: NumberWithWord, _ symbols: NumberSymbols
  ) throws(NotAnimatable) -> Measure {
    let (places, rules) = (max(source.fractionDigits, target.fractionDigits), rules(source, target, symbols))
    if rules == symbols.plurals, let words = inflecting(source, target, symbols) {
      return Measure(
        source: source.value, target: target.value, form: WordForm(words: words), fractionDigits: places)
    }
    var words: [PluralCategory: String] = [:]
    let known = [target, source].lazy.compactMap { end in
      symbols.unitWords.lazy.filter { $0.rules == rules }.compactMap { $0[end.letters] }.first
    }.first
    if let forms = known?.forms {
      words = UnitWords.adapting(forms, to: target.letters).mapValues { target.space + $0 }
    } else if source.word == target.word, let singular = source.singular {
      words[.one] = singular
    }
    for end in [source, target] { words[end.category(rules)] = end.word }
    for units in telling(source.value.units(places: places), target.value.units(places: places)) {
      let category = rules.category(of: units, fractionDigits: places)
      guard words[category] == nil else { continue }
      throw NotAnimatable(
        reason: "between the numbers the word takes the plural form `\(category.rawValue)`, which neither text shows")
    }
    let form = WordForm(words: PluralWords(words, otherwise: target.word, rules: rules))
    return Measure(source: source.value, target: target.value, form: form, fractionDigits: places)
  }

  /// Whether a plural of both texts has a regular singular that a number between them takes: 0 items, 1 item, 2 items.
  static func passesSingular(_ source: NumberWithWord, _ target: NumberWithWord, _ ends: (Decimal, Decimal)) -> Bool {
    let (low, high) = (min(ends.0, ends.1), max(ends.0, ends.1))
    let one = Decimal(1)
    guard low < one && one < high || low < -one && -one < high else { return false }
    return source.singular != nil
  }

  /// The forms of a word for a unit that both texts have.
  static func inflecting(
    _ source: NumberWithWord, _ target: NumberWithWord, _ symbols: NumberSymbols
  ) -> PluralWords? {
    guard symbols.inflecting(source) != nil else { return nil }
    return symbols.inflecting(target)
  }

  /// Whole numbers between two ends that take every form which any number between them takes: forms repeat every hundred.
  private static func telling(_ source: Int128?, _ target: Int128?) -> [UInt128] {
    guard let first = source, let second = target, max(first.magnitude, second.magnitude) < 1 << 100
    else { return [] }
    let (low, high) = (min(first, second) + 1, max(first, second) - 1)
    return [low...low + 110, high - 110...high, -110...110].flatMap { range in
      low > high ? [] : range.clamped(to: low...high).map(\.magnitude)
    }
  }

  var positionCount: Int { 2 }

  func write(_ number: AnimatedNumber, at progress: Double, to text: inout UTF8Buffer) {
    let units = number.tween.units(at: progress)
    let (digits, zeros) = (number.fractionDigits, number.tween.zeros)
    number.template.write(units, zeros: zeros, fractionDigits: digits...digits, to: &text)
    text.append(words.word(beside: units.magnitude, fractionDigits: max(digits - zeros, 0)))
  }
}

// MARK: - Words

extension NumberSymbols {
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

/// What stands around a number in each form that a language has for its unit: 1 kilobyte, 2 kilobytes.
package typealias PluralForms = Plural<Signed<NumberTemplate.Affixes>>

extension PluralForms {
  /// What stands around a number in units of the last of so many digits but for `zeros` that follow, of which zeros at the
  /// end may be left out.
  func affixes(
    beside units: Int128, zeros: Int, fractionDigits: ClosedRange<Int>
  ) -> Signed<NumberTemplate.Affixes>? {
    var (units, digits) = (units.magnitude, max(fractionDigits.upperBound - zeros, 0))
    while digits > fractionDigits.lowerBound, case let (tenth, digit) = units.divided(by: 10), digit == 0 {
      (units, digits) = (tenth, digits - 1)
    }
    return value(beside: units, fractionDigits: digits)
  }
}
