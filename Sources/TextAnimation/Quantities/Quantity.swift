/// What a number is that a text writes as more than its digits.
indirect enum Quantity: Sendable {
  /// `2024-01-31` or `2024-01-31T12:30`.
  case calendarTime(CalendarTime)
  /// `12:59 PM`.
  case halfDayTime(HalfDayTime)
  /// `1h 59m`.
  case parts([QuantityPart])
  /// `3/4`.
  case fraction(MixedFraction)
  /// `2e6`.
  case power(PowerOfTen)
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
  /// The word with the space before it.
  let word: String

  init(value: Decimal, fractionDigits: Int, word: String) {
    (self.value, self.fractionDigits, self.word) = (value, fractionDigits, word)
  }

  init(_ text: borrowing NumberedText, _ numeral: Numeral, _ word: String = "") {
    self.init(value: text.magnitude(of: numeral), fractionDigits: numeral.fractionDigits, word: word)
  }

  /// The space before the word.
  var space: String { String(word.prefix(while: \.isWhitespace)) }

  /// The word without it.
  var letters: String { String(word.drop(while: \.isWhitespace)) }

  /// The form of the word that the number takes.
  func category(_ rules: PluralRules) -> PluralCategory {
    rules.category(of: value.units, fractionDigits: fractionDigits)
  }
}

/// Two numbers in one unit, and how all between them are written.
struct Measure {
  var source: Decimal
  var target: Decimal
  let style: NumberTemplate.Style
  var fractionDigits = 0
}

extension NumberedTextPair {
  /// How two quantities are counted together.
  ///
  /// - Returns: `nil` where they are not of one kind.
  /// - Throws: ``NotAnimatable`` where they are, and cannot be counted or have too many digits.
  func measure(_ pair: NumeralPair) throws(NotAnimatable) -> Measure? {
    guard var measure = try magnitudes(pair) else { return nil }
    try Decimal.checkLength(measure.source, measure.target)
    if pair.source.sign == .minus || pair.sourceIsAccounting { measure.source = -measure.source }
    if pair.target.sign == .minus || pair.targetIsAccounting { measure.target = -measure.target }
    return measure
  }

  /// The same without the signs, of any digits.
  func magnitudes(_ pair: NumeralPair) throws(NotAnimatable) -> Measure? {
    guard let first = pair.source.quantity, let second = pair.target.quantity else { return nil }
    let (fractionDigits, symbols) = (pair.fractionDigits, source.symbols)
    switch (first, second) {
    case (.calendarTime(let first), .calendarTime(let second)):
      return CalendarStyle.measure(first, second, fractionDigits: fractionDigits)
    case (.halfDayTime(let first), .halfDayTime(let second)):
      return HalfDayStyle.measure(first, second)
    case (.parts(let first), .parts(let second)):
      return PartsStyle.measure(first, second, fractionDigits: fractionDigits, symbols)
    case (.fraction(let first), .fraction(let second)):
      return FractionStyle.measure(first, second)
    case (.power(let first), .power(let second)):
      return PowerOfTen.measure(first, second)
    case (.ordinal(let first), .ordinal(let second)):
      return Measure(
        source: source.magnitude(of: pair.source), target: target.magnitude(of: pair.target),
        style: .word(.ordinal(isUppercase: first && second)))
    case (.unit(let unit, let word), .unit(let otherUnit, let otherWord)):
      return LadderStyle.measure(
        NumberWithWord(source, pair.source, word), in: unit, NumberWithWord(target, pair.target, otherWord),
        in: otherUnit, symbols)
    case (.word(let word), .word(let otherWord)):
      return try WordStyle.measure(
        NumberWithWord(source, pair.source, word), NumberWithWord(target, pair.target, otherWord), symbols)
    default: return nil
    }
  }
}

extension Decimal {
  /// The exact product.
  static func * (left: Decimal, right: UInt64) -> Decimal { Decimal(left.units * right, places: left.places) }
}
