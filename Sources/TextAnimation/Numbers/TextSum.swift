internal import TextBytes

/// Adds to the number that a text shows, in exact decimals.
public enum TextSum {
  /// The text with a sum in place of its only number, written as that was: `$1,234.50` plus 12.50 is `$1,247.00`.
  ///
  /// The sum has as many digits behind the point as the number or the addend, whichever has more. A word for a unit takes
  /// the form that fits: `1 day` plus 1 is `2 days`.
  /// - Parameters:
  ///   - text: A text with one number.
  ///   - addend: What is added.
  ///   - symbols: The characters that the number is read with.
  /// - Returns: The text with the sum.
  /// - Throws: ``NotAnimatable`` where it has not exactly one number, or the sum has too many digits.
  public static func text(
    _ text: String, plus addend: Decimal, symbols: NumberSymbols = .english
  ) throws(NotAnimatable) -> String {
    let read = reading(text, symbols)
    guard read.numerals.count == 1 else {
      throw NotAnimatable(
        reason: "the text has \(read.numerals.isEmpty ? "no number" : "\(read.numerals.count) numbers")")
    }
    let numeral = read.numerals[0]
    guard !numeral.isCompound else {
      throw NotAnimatable(reason: "what the text shows is no plain number but a date, a time or another quantity")
    }
    let pair = NumeralPair(source: numeral, target: numeral)
    let value = try read.checkedValue(of: numeral)
    let sum = try sum(value, addend)
    let places = max(numeral.fractionDigits, addend.places)
    let separator = read.symbols.decimalSeparators.first.map { String($0) } ?? "."
    let inflected = inflected(numeral, in: read)
    let template = NumberWriting(pair, read, read)
      .template(inflected?.style ?? .fixed, fractionDigits: places, decimalSeparator: separator)
    let number = AnimatedNumber(
      after: read.characters.literal(0..<pair.literalEnd),
      DecimalTween(from: value, to: sum, places: places, rounding: .halfExpand), template, fractionDigits: places)
    let numbers = NumbersInterpolation(
      [number], rest: read.characters.literal((inflected?.end ?? pair.sourceEnd)..<read.characters.count))
    var written = UTF8Buffer()
    numbers.write(at: 1, to: &written)
    return written.text()
  }

  /// How a number is written with its word, and where that ends, if it is one for a unit.
  private static func inflected(
    _ numeral: Numeral, in text: borrowing NumberedText
  ) -> (style: NumberTemplate.Style, end: Int)? {
    guard let word = text.word(at: numeral.end),
      let words = text.symbols.inflecting(NumberWithWord(text, numeral, text.text(word)))
    else { return nil }
    return (.word(WordStyle(words: words)), word.end)
  }

  /// The sum of a text that is nothing but a number and another number, in plain digits.
  ///
  /// - Throws: ``NotAnimatable`` where the text is no number, or the sum has too many digits.
  public static func number(
    _ text: String, plus addend: Decimal, symbols: NumberSymbols = .english
  ) throws(NotAnimatable) -> String {
    try sum(Decimal.pair(text, "0", symbols).0, addend).description
  }

  /// The text by the first convention that reads it whole.
  private static func reading(_ text: String, _ symbols: NumberSymbols) -> NumberedText {
    let read = NumberedText(text, symbols: symbols, readsQuantities: true)
    if read.isWhole { return read }
    for other in symbols.alternatives {
      let reading = read.reading(by: other)
      if reading.isWhole { return reading }
    }
    return read
  }

  private static func sum(_ value: Decimal, _ addend: Decimal) throws(NotAnimatable) -> Decimal {
    let sum = value + addend
    guard sum.isWithinLimits else {
      throw NotAnimatable(reason: "the sum has more than \(NumberLimits.digits) digits")
    }
    return sum
  }
}
