package import Interpolation
package import Languages
import RealModule
import TextBytes

/// What a text says where something is added to its number, in exact decimals.
package struct TextSum {
  package let text: String
  /// What begins a fraction in the text; `nil` where it is read so by itself.
  package let decimalSeparator: Character?

  /// Writes a sum in place of the only number of a text, as that was: `$1,234.50` plus 12.50 is `$1,247.00`.
  ///
  /// The sum has as many digits behind the point as the number or the addend, whichever has more. A word for a unit takes
  /// the form that fits: `1 day` plus 1 is `2 days`.
  package init(
    _ text: String, plus addend: Decimal, symbols: NumberSymbols = .english
  ) throws(NotAnimatable) {
    let texts = NumberedTextPair(text, symbols: symbols)
    let numeral = try texts.source.onlyNumeral()
    let value = try texts.source.checkedValue(of: numeral)
    let sum = try Self.sum(value, addend)
    let places = max(numeral.fractionDigits, addend.places)
    let separator = texts.source.convention.decimal.contains(.comma) ? "," : "."
    let inflected = texts.source.inflected(numeral)
    let end = inflected?.end ?? numeral.last
    let template = NumberWriting(numeral, in: texts.source)
      .template(
        inflected?.form, fractionDigits: places, decimalSeparator: texts.source.ownDecimalSeparator ?? separator)
    let characters = texts.source.characters
    let number = AnimatedNumber(
      after: characters.literal(0..<numeral.first),
      try Tween(from: value, to: sum, places: places, rounding: .halfExpand), template, fractionDigits: places)
    let numbers = NumbersInterpolation([number], rest: characters.literal(end..<characters.count))
    var written = UTF8Buffer()
    numbers.write(at: 1, to: &written)
    self.text = written.text()
    // One separator before three digits is read in two ways, and what is no sign before one number may be one before another.
    let isOpen =
      numeral.sign != nil || sum.isNegative || places == 3 || places == 0 && numeral.groupingSeparator != nil
    guard isOpen, Self.value(of: self.text, symbols) != sum else {
      decimalSeparator = nil
      return
    }
    let known = Character(separator)
    let read = Self.value(of: self.text, symbols.telling(decimal: known))
    guard read.map({ $0 == sum }) ?? true else {
      throw NotAnimatable(reason: "the sum, “\(self.text)”, might be read as another number")
    }
    decimalSeparator = read == nil ? nil : known
  }

  /// The only number of a text as it is read by itself.
  private static func value(of text: String, _ symbols: NumberSymbols) -> Decimal? {
    let texts = NumberedTextPair(text, symbols: symbols)
    guard let numeral = try? texts.source.onlyNumeral() else { return nil }
    return texts.source.value(of: numeral)
  }

  /// The sum of a text that is nothing but a number and another number, in plain digits.
  package static func number(
    _ text: String, plus addend: Decimal, symbols: NumberSymbols = .english
  ) throws(NotAnimatable) -> String {
    try sum(Decimal.pair(text, "0", symbols).0, addend).description
  }

  private static func sum(_ value: Decimal, _ addend: Decimal) throws(NotAnimatable) -> Decimal {
    guard let sum = value.adding(addend) else {
      throw NotAnimatable(reason: "the sum has more than \(NumberLimits.digits) digits")
    }
    return sum
  }
}

extension NumberedText {
  /// The only number of the text; refuses what is not one number in one unit.
  fileprivate func onlyNumeral() throws(NotAnimatable) -> Numeral {
    guard let numeral = numerals.first, numerals.count == 1 else {
      throw NotAnimatable(reason: "the text has \(numerals.isEmpty ? "no number" : "\(numerals.count) numbers")")
    }
    if numeral.isCompound {
      throw NotAnimatable(reason: "what the text shows is no plain number but a date, a time or another quantity")
    }
    if let word = word(at: numeral.end), isShortForm(word, behind: numeral.end) {
      throw NotAnimatable(reason: "the text shows its number in a short form, “\(letters(word))”")
    }
    if isCounted(numeral) {
      throw NotAnimatable(reason: "the number is that of a date, a time, an ordinal or a version")
    }
    if numeral.isWeak {
      throw NotAnimatable(reason: "what stands around the number may be a minus or not")
    }
    if !symbols.isTold, numeral.mayBeGrouped || numeral.hasOneGroup && isPrice(numeral) { throw doubt(about: numeral) }
    return numeral
  }

  /// What the language writes before a fraction, where the text may be written so.
  fileprivate var ownDecimalSeparator: String? {
    guard let own = symbols.decimalSeparators.first, !convention.decimal.isDisjoint(with: Separators([own])) else {
      return nil
    }
    return String(own)
  }

  /// How a number is written with its word, and where that ends, if it is one for a unit.
  fileprivate func inflected(_ numeral: Numeral) -> (form: any Form, end: Int)? {
    guard let word = word(at: numeral.end), let number = NumberWithWord(self, numeral, text(word)),
      let words = symbols.inflecting(number)
    else { return nil }
    return (WordForm(words: words), word.end)
  }

  /// Whether a number is that of a day, a month, an hour, a quarter, an ordinal or a version: what comes next may begin
  /// anew.
  private func isCounted(_ numeral: Numeral) -> Bool {
    if isVersion(at: numeral.start) { return true }
    guard numeral.fractionDigits == 0, numeral.wholeDigits <= 4 else { return false }
    if KnownWords.ordinalMarks.contains(self[numeral.end]) || self[numeral.start - 1] == "第" { return true }
    if let word = word(at: numeral.end) {
      let letters = letters(word).lowercased()
      if KnownWords.hours.contains(letters) || letters == "o"
        || !self[word.letters].isASCII && KnownWords.fields.contains(letters)
      {
        return true
      }
      if word.letters == numeral.end, KnownWords.ordinalSuffixes.contains(letters) { return true }
    }
    guard numeral.wholeDigits <= 2 else { return false }
    if isPeriod(before: numeral.start) { return true }
    let text = characters.text(0..<characters.count)
    return symbols.setWords(besideNumbersIn: text).contains { word in
      guard word.utf8.count > 2, !symbols.isScale(word), symbols.fieldUnits(named: word).isEmpty else { return false }
      // Short names of days and months are other words as well: `5 LED lamps`.
      return word.utf8.count > 3 || !word.utf8.allSatisfy { $0 < 0x80 } || text.hasPrefix(word)
        || text.hasSuffix(word) || text.contains(word + ".") || text.contains(word + ",")
    }
  }

  /// Whether the word behind a number is a part of it: `1.2M`, `1.2 million`, `1,2 Mio.`, `1.2億`.
  fileprivate func isShortForm(_ word: WordRange, behind end: Int) -> Bool {
    let letters = letters(word)
    let isLetter = word.letters == end || letters.count > 1
    return isLetter && symbols.units(named: letters).contains(where: \.isCount)
      || KnownWords.shortForms.contains(letters.lowercased()) || symbols.isScale(letters)
      || MeasureUnit.symbolized(String(letters.prefix(1))).contains { $0.isCount && $0.symbol?.utf8.count ?? 3 > 1 }
  }
}

/// A number that a text starts with, and that can move.
package struct LeadingNumber {
  private let value: Decimal
  private let places: Int
  private let template: NumberTemplate
  private let before: String
  private let after: String

  package init(in source: String) throws(NotAnimatable) {
    let text = NumberedText(source, symbols: .english, readsQuantities: false, limit: 1)
    guard text.startsWithNumber, let numeral = text.numerals.first, numeral.closing.isEmpty else {
      throw NotAnimatable(reason: "the source does not start with a number, which a decay needs")
    }
    value = try text.checkedValue(of: numeral)
    places = numeral.fractionDigits
    template = NumberWriting(numeral, in: text).template
    before = text.characters.text(0..<numeral.first)
    after = text.characters.text(numeral.end..<text.characters.count)
  }

  /// The last digit shown.
  package var step: Double { .pow(10, -places) }

  /// The text with the number that lies so far from its own.
  package func text(movedBy way: Double) throws(NotAnimatable) -> String {
    let end = way == 0 ? value.units : Sample(way, places: places, from: value.units).rounded(.halfExpand)
    guard end.magnitude < NumberLimits.units, places < NumberLimits.digits || way == 0 else {
      throw NotAnimatable(reason: "the number at its end has more than \(NumberLimits.digits) digits")
    }
    var written = UTF8Buffer()
    template.write(end, fractionDigits: places...places, to: &written)
    return before + written.text() + after
  }
}
