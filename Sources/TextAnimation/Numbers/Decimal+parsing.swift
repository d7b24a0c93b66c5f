extension Decimal {
  /// Reads a text that is nothing but a number: an optional sign, digits, groups, a fraction.
  ///
  /// Empty text counts as zero.
  /// - Throws: ``NotAnimatable`` if it is anything else or too long.
  public init(parsing text: String, symbols: NumberSymbols = .english) throws(NotAnimatable) {
    guard !text.isEmpty else {
      self.init(.zero, places: 0)
      return
    }
    let scanned = NumberedText(text, symbols: symbols, readsClocks: false, limit: 1)
    guard let numeral = scanned.numerals.first, scanned.startsWithNumber, numeral.end == scanned.characters.count else {
      let character = scanned.startsWithNumber ? scanned.numerals.first?.end ?? 0 : 0
      throw NotAnimatable(
        reason: "a number was expected: character \(character + 1) is \(scanned.quoted(character))")
    }
    guard numeral.digits.count <= NumberLimits.digits else {
      throw NotAnimatable(reason: "a number has more than \(NumberLimits.digits) digits")
    }
    self = scanned.value(of: numeral)
  }
}
