internal import TextBytes

// MARK: - Every kind

extension NumberedText {
  /// The quantity whose first digits, so many of them, stand at `start`.
  ///
  /// Kinds are tried in order, the more special ones first; each looks at what stands behind the digits before all else.
  mutating func quantity(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard count < 20, start + count < characters.count || start > 3 else { return nil }
    return halfDayTime(at: start, count, in: set) ?? clock(at: start, count, in: set)
      ?? namedDate(at: start, count, in: set) ?? calendarTime(at: start, count, in: set)
      ?? parts(at: start, count, in: set) ?? fraction(at: start, count, in: set)
  }

  /// A numeral that stands from `start` to `end` and is a quantity.
  mutating func numeral(_ quantity: Quantity, from start: Int, to end: Int, in set: DigitSet) -> Numeral {
    var numeral = Numeral(start: start, in: set)
    numeral.end = end
    numeral.digitCount = 1
    numeral.quantity = place(of: quantity)
    return numeral
  }

  /// Where the word behind a number stands: a space, if there is one, and letters.
  func word(at start: Int) -> WordRange? {
    let first = isSpace(at: start) ? start + 1 : start
    var end = first
    while isLetter(at: end) { end += 1 }
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

// MARK: - Numbers with units

extension NumberedText {
  /// `1h 59m` and `5'10"`: two falling units or more, of the first family that has them.
  private mutating func parts(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    // Behind few numbers a word and a digit follow.
    guard count < 10, let word = word(at: start + count) ?? mark(at: start + count),
      digit(at: endOfGap(at: word.end), in: set) != nil
    else { return nil }
    // Most words are no unit, and none of most families.
    let units = symbols.units(named: letters(word))
    for family in MeasureUnit.Family.falling where units.contains(where: { $0.family == family }) {
      if let numeral = parts(of: family, at: start, in: set, minimum: 2) { return numeral }
    }
    return nil
  }

  /// Falling units of a family, `minimum` of them at least.
  mutating func parts(of family: MeasureUnit.Family, at start: Int, in set: DigitSet, minimum: Int) -> Numeral? {
    var parts: [QuantityPart] = []
    var numeral = Numeral(start: start, in: set)
    var position = start
    while let next = part(of: family, at: position, in: set, after: parts.last) {
      if let last = parts.popLast() {
        parts.append(last.followed(by: characters.text(numeral.end..<position)))
      }
      parts.append(next.part)
      numeral.end = next.end
      (numeral.fractionDigits, numeral.decimalSeparator) = (next.part.fractionDigits, next.decimalSeparator)
      guard next.part.fractionDigits == 0 else { break }
      position = endOfGap(at: next.end)
    }
    guard parts.count >= minimum else { return nil }
    numeral.digitCount = parts.count
    numeral.quantity = place(of: .parts(parts))
    return signed(numeral)
  }

  /// Where the next part begins: behind a comma, a space, and a word that means “and”.
  private func endOfGap(at position: Int) -> Int {
    let space = self[position] == "," ? position + 1 : position
    guard isSpace(at: space) else { return position }
    guard let word = word(at: space + 1), word.letters == space + 1, isSpace(at: word.end),
      Self.conjunctions.contains(letters(word).lowercased())
    else { return space + 1 }
    return word.end + 1
  }

  private static let conjunctions: Set = ["and", "und", "et", "y", "e", "en", "og", "och", "i", "и", "ve"]

  private func part(
    of family: MeasureUnit.Family, at start: Int, in set: DigitSet, after last: QuantityPart?
  ) -> (part: QuantityPart, decimalSeparator: Int?, end: Int)? {
    let count = digitCount(at: start, in: set, limit: 10)
    guard (1...9).contains(count) else { return nil }
    var numeral = Numeral(start: start, in: set)
    (numeral.end, numeral.digitCount) = (start + count, count)
    readFraction(1...6, into: &numeral)
    guard let word = word(at: numeral.end) ?? mark(at: numeral.end) else { return nil }
    let unit = symbols.units(named: letters(word)).first { unit in
      unit.family == family && last.map { unit.size < $0.unit.size } ?? true
    }
    guard let unit, let value = magnitude(of: numeral) else { return nil }
    // `05"` are seconds.
    if family == .feet, count > 1, digit(at: start, in: set) == 0, word.end == word.start + 1, !isLetter(at: word.start)
    {
      return nil
    }
    // 90 minutes behind hours are no time.
    if let last, !(value < Decimal(natural: last.unit.size / unit.size)) { return nil }
    let part = QuantityPart(
      unit: unit, value: value, fractionDigits: numeral.fractionDigits,
      minimumDigits: digit(at: start, in: set) == 0 || family == .primes && last != nil ? count : 1, word: text(word),
      gap: nil)
    return (part, numeral.decimalSeparator, word.end)
  }

  /// The mark of degrees, of minutes or feet, of seconds or inches.
  private func mark(at position: Int) -> WordRange? {
    switch self[position] {
    case "'", "\"", "′", "″", "’", "”", "°": WordRange(start: position, letters: position, end: position + 1)
    default: nil
    }
  }
}

extension QuantityPart {
  fileprivate func followed(by gap: String) -> QuantityPart {
    QuantityPart(
      unit: unit, value: value, fractionDigits: fractionDigits, minimumDigits: minimumDigits, word: word, gap: gap)
  }
}

// MARK: - Fractions, powers of ten and ordinals

extension NumberedText {
  /// `3/4` and `1 1/2`, but not `1/2/3`; `1½`.
  private mutating func fraction(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard count <= 9, self[start - 1] != "/" else { return nil }
    let hasWhole = isSpace(at: start + count)
    let first = hasWhole ? start + count + 1 : start
    let digits = hasWhole ? digitCount(at: first, in: set, limit: 3) : count
    if let glyph = fractionGlyph(at: hasWhole ? first : start + count, behind: start, count, in: set) { return glyph }
    guard (1...2).contains(digits), self[first + digits] == "/" else { return nil }
    let under = first + digits + 1
    let lower = digitCount(at: under, in: set, limit: 3)
    let end = under + lower
    guard (1...2).contains(lower), digit(at: first, in: set) != 0, digit(at: under, in: set) != 0, self[end] != "/",
      !isLetter(at: end), !hasFraction(at: end)
    else { return nil }
    let whole =
      hasWhole ? (UInt64(value(count, at: start, in: set)), characters.text(start + count..<first)) : nil
    let fraction = MixedFraction(
      whole: whole, numerator: UInt64(value(digits, at: first, in: set)),
      denominator: UInt64(value(lower, at: under, in: set)), isGlyph: false)
    return signed(numeral(.fraction(fraction), from: start, to: end, in: set))
  }

  /// `½`, and the whole number that begins at `start` in front of it.
  mutating func fractionGlyph(at position: Int, behind start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard !self[position].isASCII, let (numerator, denominator) = FractionForm.parts(of: self[position]) else {
      return nil
    }
    let whole = count == 0 ? nil : (UInt64(value(count, at: start, in: set)), characters.text(start + count..<position))
    let fraction = MixedFraction(whole: whole, numerator: numerator, denominator: denominator, isGlyph: true)
    return signed(numeral(.fraction(fraction), from: start, to: position + 1, in: set))
  }

  /// Reads a whole number as one of the fractions of another.
  mutating func whole(_ numeral: Numeral, beside other: MixedFraction) -> Numeral? {
    guard numeral.fractionDigits == 0, numeral.groupingSeparator == nil, numeral.digitCount <= 9 else { return nil }
    let units = UInt64(value(numeral.digitCount, at: numeral.start, in: numeral.digitSet))
    var whole = numeral
    whole.quantity = place(
      of: .fraction(
        MixedFraction(
          whole: (units, other.whole?.gap ?? (other.isGlyph ? "" : " ")), numerator: 0,
          denominator: other.denominator, isGlyph: other.isGlyph)))
    return whole
  }

  /// `2e6` and `21st`.
  mutating func suffixed(_ decimal: Numeral) -> Numeral {
    guard isLetter(at: decimal.end), !isLetter(at: decimal.start - 1),
      let (quantity, end) = power(decimal) ?? ordinal(decimal)
    else { return decimal }
    var numeral = decimal
    numeral.quantity = place(of: quantity)
    numeral.end = end
    return numeral
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
