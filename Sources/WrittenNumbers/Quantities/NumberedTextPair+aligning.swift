internal import TextBytes

// MARK: - The same kinds in both texts

extension NumberedTextPair {
  /// Reads each number as what it is in both texts.
  ///
  /// A quantity that is none in the other text, or of another kind, becomes the numbers that it is written with. Units and
  /// words behind two numbers become parts of them where they differ and one follows from the number.
  mutating func align(_ meter: inout Meter) {
    var index = 0
    while index < min(source.numerals.count, target.numerals.count) {
      let pair = pair(at: index)
      if !pair.source.isCompound, !pair.target.isCompound {
        guard extend(pair, at: index, &meter) else { return }
      } else if !isOneKind(pair), !readParts(pair, at: index) {
        // All numbers behind it move.
        let moved = source.numerals.count + target.numerals.count - 2 * index
        guard meter.spend(Self.unitsOfKinds + 40 * moved, .texts) else { return }
        source.split(index)
        target.split(index)
        continue
      } else if !meter.spend(Self.unitsOfKinds, .texts) {
        return
      }
      index += 1
    }
  }

  /// What comparing two kinds of numbers takes, in units of a meter.
  private static let unitsOfKinds = 20_000
  /// What comparing two words takes, where they are the same and where they are not.
  private static let unitsOfWords = (same: 500, others: 20_000)

  private func isOneKind(_ pair: NumeralPair) -> Bool {
    if pair.source.isClock || pair.target.isClock { return pair.source.isClock == pair.target.isClock }
    // What is refused is not read as two numbers each.
    do { return try magnitudes(pair) != nil } catch {
      return pair.source.quantity != nil && pair.target.quantity != nil
    }
  }

  /// Reads a single number with its unit as a part, where the other text has several, `59m` → `1h 1m`, and a whole one
  /// beside a fraction.
  private mutating func readParts(_ pair: NumeralPair, at index: Int) -> Bool {
    switch (source.quantity(of: pair.source), target.quantity(of: pair.target)) {
    case (nil, let other?):
      guard let part = source.part(pair.source, beside: other) else { return false }
      source.numerals[index] = part
    case (let other?, nil):
      guard let part = target.part(pair.target, beside: other) else { return false }
      target.numerals[index] = part
    default: return false
    }
    return isOneKind(self.pair(at: index))
  }

  // MARK: - Units and words

  /// - Returns: Whether more may be looked at.
  private mutating func extend(_ pair: NumeralPair, at index: Int, _ meter: inout Meter) -> Bool {
    let (first, second) = (pair.source.end, pair.target.end)
    var (word, otherWord) = (source.word(at: first), target.word(at: second))
    let hasSameWords = hasSameWords(word, otherWord)
    guard meter.spend(hasSameWords ? Self.unitsOfWords.same : Self.unitsOfWords.others, .texts) else { return false }
    if hasSameWords {
      guard inflects, let letters = word?.letters else { return true }
      // Nearly always another word stands there, and the numbers are far from one.
      let mayBeUnit = source.symbols.mayBeginUnit(source[letters], source[letters + 1])
      guard mayBeUnit || !pair.isSignedAlike || min(pair.source.wholeDigits, pair.target.wholeDigits) == 1 else {
        return true
      }
    }
    (word, otherWord) = (source.unitWord(word), target.unitWord(otherWord))
    if hasSameWords {
      guard let word, let otherWord, !isConstant(pair), inflects(word, otherWord, pair) else { return true }
      take(word, otherWord, at: index)
    } else if let (unit, otherUnit) = units(word, otherWord, first, second) {
      source.extend(index, to: unit.end, as: .unit(unit.unit, word: source.characters.text(first..<unit.end)))
      target.extend(
        index, to: otherUnit.end, as: .unit(otherUnit.unit, word: target.characters.text(second..<otherUnit.end)))
    } else if let word, let otherWord, isWord(word, otherWord, pair) {
      take(word, otherWord, at: index)
    }
    return true
  }

  private mutating func take(_ word: WordRange, _ otherWord: WordRange, at index: Int) {
    source.extend(index, to: word.end, as: .word(source.text(word)))
    target.extend(index, to: otherWord.end, as: .word(target.text(otherWord)))
  }

  private func hasSameWords(_ word: WordRange?, _ otherWord: WordRange?) -> Bool {
    guard let word, let otherWord else { return word == nil && otherWord == nil }
    let count = word.end - word.start
    return count == otherWord.end - otherWord.start
      && source.characters.equalCount(from: word.start, target.characters, from: otherWord.start, limit: count) == count
  }

  private func units(
    _ word: WordRange?, _ otherWord: WordRange?, _ first: Int, _ second: Int
  ) -> (PlacedUnit, PlacedUnit)? {
    for unit in source.units(word, behind: first) {
      for other in target.units(otherWord, behind: second)
      where unit.unit.family == other.unit.family && unit.unit.size != other.unit.size
        && continuesEqually(unit.end, other.end)
      {
        // `5 M` may be metres, where the other number has no unit.
        let isBare = unit.unit.size == 1 && unit.unit.isCount || other.unit.size == 1 && other.unit.isCount
        if unit.unit.family == .time, source.hasCount(word) || target.hasCount(otherWord) { return nil }
        let mayBeOther =
          isBare
          && (isApart(word, first) || isApart(otherWord, second) || source.isOwnLetter(first..<unit.end)
            || target.isOwnLetter(second..<other.end))
        return mayBeOther ? nil : (unit, other)
      }
    }
    return nil
  }

  private func isApart(_ word: WordRange?, _ end: Int) -> Bool { word.map { $0.letters > end } ?? false }

  private func continuesEqually(_ first: Int, _ second: Int) -> Bool {
    guard first < source.characters.count, second < target.characters.count else {
      return first == source.characters.count && second == target.characters.count
    }
    return source.characters.isEqual(at: first, to: target.characters, at: second)
  }

  /// Whether the word of both texts is one for a unit, which takes other forms beside other numbers: 2 days, 1 day.
  private func inflects(_ word: WordRange, _ otherWord: WordRange, _ pair: NumeralPair) -> Bool {
    let letters = source.letters(word)
    let isUnit = source.symbols.unitWords.contains { $0[letters] != nil }
    guard isUnit || !pair.isSignedAlike || min(pair.source.wholeDigits, pair.target.wholeDigits) == 1 else {
      return false
    }
    guard let number = NumberWithWord(source, pair.source, source.text(word)),
      let other = NumberWithWord(target, pair.target, target.text(otherWord)),
      let first = source.value(of: pair.source), let second = target.value(of: pair.target)
    else { return false }
    guard isUnit else {
      return source.symbols.isEnglish && WordForm.passesSingular(number, other, (first, second))
    }
    return WordForm.inflecting(number, other, source.symbols) != nil
  }

  /// Whether two words are forms of one, which no two units are.
  private func isWord(_ word: WordRange, _ otherWord: WordRange, _ pair: NumeralPair) -> Bool {
    let (text, other) = (source.letters(word), target.letters(otherWord))
    if source.symbols.isOneUnit(text, other) { return true }
    guard source.symbols.mayInflect(text, other), source.symbols.mayBeOneUnit(text, other),
      let number = NumberWithWord(source, pair.source, text),
      let otherNumber = NumberWithWord(target, pair.target, other)
    else { return false }
    return WordForm.isWord(number, otherNumber, WordForm.rules(number, otherNumber, source.symbols))
  }
}

private typealias PlacedUnit = (unit: MeasureUnit, end: Int)

extension NumberedText {
  /// Reads a number with its unit as one of the units of others, or a whole one as a fraction.
  fileprivate mutating func part(_ numeral: Numeral, beside other: Quantity) -> Numeral? {
    switch other {
    case .parts(let parts): self.parts(of: parts[0].unit.family, at: numeral.start, in: numeral.digitSet, minimum: 1)
    case .fraction(let fraction): whole(numeral, beside: fraction)
    default: nil
    }
  }

  /// All that the word behind a number can mean, and none: a number alone is one beside thousands, as in `900` → `1.2K`.
  fileprivate func units(_ word: WordRange?, behind end: Int) -> [PlacedUnit] {
    let ones = MeasureUnit.ones.map { ($0, end) }
    guard let word else { return ones }
    var units = symbols.units(named: letters(word)).map { ($0, word.end) }
    // Of two abbreviations one may have a point: `950 тыс.` → `1,2 млн`.
    if self[word.end] == ".", symbols.units(named: letters(word)).contains(where: \.isCount) {
      units += units.map { ($0.0, word.end + 1) }
    }
    // Behind `万` no blank parts the next word.
    guard units.isEmpty, !self[word.letters].isASCII else { return units + ones }
    let counts = [word.letters + 2, word.letters + 1].filter { $0 < word.end }.flatMap { end in
      MeasureUnit.symbolized(characters.text(word.letters..<end)).filter(\.isCount).map { ($0, end) }
    }
    return counts + ones
  }

  /// Whether a word is written as one for thousands and more: the `M` of `1.2M` is no minute beside the `D` of Hausa.
  fileprivate func hasCount(_ word: WordRange?) -> Bool {
    word.map { MeasureUnit.symbolized(letters($0)).contains(where: \.isCount) } ?? false
  }

  /// Whether one letter is the unit, which only its language has for thousands: other numbers may have others.
  fileprivate func isOwnLetter(_ unit: Range<Int>) -> Bool {
    unit.count == 1 && !MeasureUnit.symbolized(characters.text(unit)).contains(where: \.isCount)
  }

  /// A word behind a number, or with the next one where a language makes its word for a unit of both: `de zile`.
  fileprivate func unitWord(_ word: WordRange?) -> WordRange? {
    guard let word, word.end - word.letters <= 3, isSpace(at: word.end), let next = self.word(at: word.end),
      next.letters == word.end + 1
    else { return word }
    let both = WordRange(start: word.start, letters: word.letters, end: next.end)
    return symbols.unitWords.contains { $0[letters(both)] != nil } ? both : word
  }
}
