import Interpolation
import TextBytes

/// What a number is that a text writes as more than its digits.
indirect enum Quantity: Sendable {
  /// `2024-01-31T12:30`, `Jan 31, 2024` or `12:59 PM`; more than one where the order of day and month is not told.
  case dates([WrittenDate])
  /// `1h 59m`, `1 d 03:12:09`.
  case parts([QuantityPart])
  /// `3/4`.
  case fraction(MixedFraction)
  /// `2e6`, with its value, where it has not too many digits.
  case power(Decimal?, ScientificForm)
  /// `21st`.
  case ordinal(isUppercase: Bool)
  /// `900 ms`, where the other text has another unit.
  case unit(MeasureUnit, word: String)
  /// `1 message`, where the other text has another form of the word, or numbers between may.
  case word(String)
}

/// A number without its sign, and the word behind it.
struct NumberWithWord {
  let value: Decimal
  let fractionDigits: Int
  let word: String

  var space: String { String(word.prefix(while: \.isWhitespace)) }

  var letters: String { String(word.drop(while: \.isWhitespace)) }

  /// The singular of a regular English plural, with the space before it; `nil` for a word that may be none.
  var singular: String? { KnownWords.singular(of: letters).map { space + $0 } }

  func category(_ rules: PluralRules) -> PluralCategory {
    rules.category(of: value.units.magnitude, fractionDigits: fractionDigits)
  }
}

extension NumberWithWord {
  init?(_ text: borrowing NumberedText, _ numeral: Numeral, _ word: String) {
    guard let value = text.magnitude(of: numeral) else { return nil }
    self.init(value: value, fractionDigits: numeral.fractionDigits, word: word)
  }
}

/// Two numbers in one unit, and how all between them are written.
struct Measure {
  var source: Decimal
  var target: Decimal
  let form: any Form
  var fractionDigits = 0
}

extension NumberedTextPair {
  /// How two quantities are counted together; `nil` where they are not of one kind.
  func measure(_ pair: NumeralPair) throws(NotAnimatable) -> Measure? {
    guard var measure = try magnitudes(pair) else { return nil }
    try measure.source.checkUnit(beside: measure.target)
    if pair.source.sign == .minus { measure.source = -measure.source }
    if pair.target.sign == .minus { measure.target = -measure.target }
    return measure
  }

  /// The same without the signs, of any digits.
  func magnitudes(_ pair: NumeralPair) throws(NotAnimatable) -> Measure? {
    guard let first = source.quantity(of: pair.source), let second = target.quantity(of: pair.target) else {
      return nil
    }
    let (fractionDigits, symbols) = (pair.fractionDigits, source.symbols)
    switch (first, second) {
    case (.dates(let first), .dates(let second)):
      return try DateForm.measure(first, second, fractionDigits: fractionDigits)
    case (.parts(let first), .parts(let second)):
      return try PartsForm.measure(
        first.primes(beside: second), second.primes(beside: first), fractionDigits: fractionDigits, symbols)
    case (.fraction(let first), .fraction(let second)):
      return FractionForm.measure(first, second)
    case (.power(let value, let form), .power(let other, let otherForm)):
      guard let value, let other else { throw .tooLong }
      let digits = max(form.significantDigits, otherForm.significantDigits)
      return Measure(
        source: value, target: other,
        form: ScientificForm(
          significantDigits: digits, isGeneral: false, isAlternate: false, exponent: otherForm.exponent),
        fractionDigits: digits - 1)
    case (.ordinal(let first), .ordinal(let second)):
      guard let value = source.magnitude(of: pair.source), let other = target.magnitude(of: pair.target) else {
        throw .tooLong
      }
      return Measure(
        source: value, target: other, form: WordForm(words: .ordinals(isUppercase: first && second)))
    case (.unit(let unit, let word), .unit(let otherUnit, let otherWord)):
      let (number, other) = try words(pair, word, otherWord)
      return try LadderForm.measure(number, in: unit, other, in: otherUnit, symbols)
    case (.word(let word), .word(let otherWord)):
      let (number, other) = try words(pair, word, otherWord)
      return try WordForm.measure(number, other, symbols)
    default: return nil
    }
  }

  private func words(
    _ pair: NumeralPair, _ word: String, _ otherWord: String
  ) throws(NotAnimatable) -> (NumberWithWord, NumberWithWord) {
    guard let number = NumberWithWord(source, pair.source, word),
      let other = NumberWithWord(target, pair.target, otherWord)
    else { throw .tooLong }
    return (number, other)
  }
}

// MARK: - Reading

extension NumberedText {
  /// The quantity whose first digits, so many of them, stand at `start`.
  ///
  /// Kinds are tried in order, the more special ones first; each looks at what stands behind the digits before all else.
  mutating func quantity(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard count < 20, start + count < characters.count || start > 3 else { return nil }
    if let date = date(at: start, count, in: set) { return date }
    if count <= 2, let time = namedTime(at: start, count, in: set) { return time }
    guard start + count <= characters.lastDigit else { return nil }
    return clock(at: start, count, in: set) ?? parts(at: start, count, in: set) ?? fraction(at: start, count, in: set)
  }

  mutating func numeral(_ quantity: Quantity, from start: Int, to end: Int, in set: DigitSet) -> Numeral {
    var numeral = Numeral(start: start, in: set)
    numeral.end = end
    numeral.digitCount = 1
    numeral.quantity = place(of: quantity)
    return numeral
  }

  func word(at start: Int) -> WordRange? {
    let first = isSpace(at: start) ? start + 1 : start
    var end = first
    while self[end].isASCIILetter || isLetter(at: end) { end += 1 }
    return end > first ? WordRange(start: start, letters: first, end: end) : nil
  }

  func text(_ word: WordRange) -> String { characters.text(word.start..<word.end) }

  func letters(_ word: WordRange) -> String { characters.text(word.letters..<word.end) }
}

/// Where a word stands: the space before it, its letters, its end.
struct WordRange {
  let start: Int
  let letters: Int
  let end: Int
}

// MARK: - Powers of ten and ordinals

extension NumberedText {
  /// `2e6` and `21st`.
  mutating func readSuffix(of numeral: inout Numeral) {
    guard !isLetter(at: numeral.start - 1), let (quantity, end) = power(numeral) ?? ordinal(numeral) else { return }
    (numeral.quantity, numeral.end) = (place(of: quantity), end)
  }

  private func power(_ numeral: Numeral) -> (Quantity, end: Int)? {
    let (mark, sign) = (self[numeral.end], self[numeral.end + 1])
    guard mark == "e" || mark == "E", numeral.integerDigits == 1, numeral.digitSet == .latin,
      numeral.decimalSeparator.map({ self[$0] == "." }) ?? true
    else { return nil }
    let start = numeral.end + (sign == "+" || sign == "-" ? 2 : 1)
    let count = digitCount(at: start, in: .latin, limit: 4)
    let end = start + count
    guard (1...3).contains(count), !isLetter(at: end), !hasFraction(at: end) else { return nil }
    let value = value(count, at: start, in: .latin)
    guard let number = magnitude(of: numeral), !number.isZero == !numeral.startsWithZero else { return nil }
    let form = ScientificForm(
      significantDigits: numeral.digitCount, isGeneral: false, isAlternate: false,
      exponent: (mark == "E", hasPlus: sign == "+", minimumDigits: self[start] == "0" ? count : 1))
    // What is shifted further has too many digits anyway.
    let shift = sign == "-" ? -min(value, NumberLimits.writtenDigits + 1) : min(value, NumberLimits.digits)
    return (.power(number.shifted(by: shift), form), end)
  }

  private func ordinal(_ numeral: Numeral) -> (Quantity, end: Int)? {
    let end = numeral.end + 2
    guard numeral.fractionDigits == 0, end <= characters.count, !isLetter(at: end) else { return nil }
    let suffix = characters.text(numeral.end..<end)
    let isUppercase = suffix == suffix.uppercased()
    guard let units = magnitude(of: numeral)?.units.magnitude else { return nil }
    let right = PluralWords.ordinals(isUppercase: isUppercase).word(beside: units, fractionDigits: 0)
    return Literal(suffix) == right ? (.ordinal(isUppercase: isUppercase), end) : nil
  }
}
