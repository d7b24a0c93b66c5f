internal import TextBytes

// MARK: - Every kind

extension NumberedText {
  /// The quantity whose first digits, so many of them, stand at `start`.
  ///
  /// Kinds are tried in order, the more special ones first; each looks at what stands behind the digits before all else.
  mutating func quantity(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard count < 20, start + count < characters.count || start > 3 else { return nil }
    guard start + count < characters.lastDigit else {
      return halfDayTime(at: start, count, in: set) ?? namedDate(at: start, count, in: set)
    }
    return halfDayTime(at: start, count, in: set) ?? clock(at: start, count, in: set)
      ?? namedDate(at: start, count, in: set) ?? calendarTime(at: start, count, in: set)
      ?? parts(at: start, count, in: set) ?? fraction(at: start, count, in: set)
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
    let exponent = ScientificForm.Exponent(
      isUppercase: mark == "E", hasPlus: sign == "+", minimumDigits: self[start] == "0" ? count : 1)
    // What is shifted further has too many digits anyway.
    let shift = sign == "-" ? -min(value, NumberLimits.writtenDigits + 1) : min(value, NumberLimits.digits)
    let power = PowerOfTen(
      value: number.shifted(by: shift), significantDigits: numeral.digitCount, exponent: exponent)
    return (.power(power), end)
  }

  private func ordinal(_ numeral: Numeral) -> (Quantity, end: Int)? {
    let end = numeral.end + 2
    guard numeral.fractionDigits == 0, end <= characters.count, !isLetter(at: end) else { return nil }
    let suffix = characters.text(numeral.end..<end)
    let isUppercase = suffix == suffix.uppercased()
    guard let units = magnitude(of: numeral)?.units.magnitude else { return nil }
    let right = WordForm.ordinal(isUppercase: isUppercase).words.word(beside: units, fractionDigits: 0)
    return Literal(suffix) == right ? (.ordinal(isUppercase: isUppercase), end) : nil
  }
}
