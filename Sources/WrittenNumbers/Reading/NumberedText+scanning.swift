import Interpolation
internal import TextBytes

// MARK: - One number

extension NumberedText {
  /// The number whose first digit, or the separator before it, stands at `start`.
  mutating func numeral(at start: Int, readsQuantities: Bool) -> Numeral? {
    if let set = digitSet(at: start) {
      let count = digitCount(at: start, in: set)
      if readsQuantities, let quantity = quantity(at: start, count, in: set) { return quantity }
      var numeral = decimal(at: start, count, in: set)
      if readsQuantities, isLetter(at: numeral.end) { readSuffix(of: &numeral) }
      return numeral
    }
    if readsQuantities, let glyph = fractionGlyph(at: start, behind: start, 0, in: .latin) { return glyph }
    guard isDecimalSeparator(at: start), let set = digitSet(at: start + 1), standsFree(start) else { return nil }
    var numeral = Numeral(start: start, in: set)
    readFraction(1..., into: &numeral)
    return numeral.fractionDigits > 0 ? signed(numeral) : nil
  }

  private func decimal(at start: Int, _ count: Int, in set: DigitSet) -> Numeral {
    var numeral = Numeral(start: start, count, in: set)
    let isVersion = isVersion(at: start)
    if !isVersion { readGroups(into: &numeral) }
    numeral.integerDigits = numeral.digitCount
    numeral.startsWithZero = digit(at: start, in: set) == 0
    if !isVersion, !isInChain(start) { readFraction(1..., into: &numeral) }
    return signed(numeral)
  }

  /// `m:ss`, `mm:ss` or `h:mm:ss`, with an optional fraction of a second.
  func clock(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard count <= 6, isColon(at: start + count), !isBehindColon(start) else { return nil }
    let colon = start + count
    var numeral = Numeral(start: start, count, in: set)
    numeral.integerDigits = count
    numeral.startsWithZero = digit(at: start, in: set) == 0
    while self[numeral.end] == self[colon], digitSet(at: numeral.end + 1) != nil {
      guard digitCount(at: numeral.end + 1, in: set, limit: 3) == 2, let ten = digit(at: numeral.end + 1, in: set),
        ten < 6, numeral.fieldCount < 3
      else { return nil }
      numeral.fieldCount += 1
      numeral.digitCount += 2
      numeral.end += 3
    }
    guard numeral.isClock else { return nil }
    readFraction(1...6, into: &numeral)
    return signed(numeral)
  }

  /// Reads a decimal separator and so many digits behind the number, unless it is part of a chain such as 1.2.3.
  func readFraction(_ counts: some RangeExpression<Int>, into numeral: inout Numeral) {
    let separator = numeral.end
    guard isDecimalSeparator(at: separator) else { return }
    let count = digitCount(at: separator + 1, in: numeral.digitSet)
    let end = separator + 1 + count
    guard counts.contains(count), !hasFraction(at: end) else { return }
    numeral.digitCount += count
    numeral.fractionDigits = count
    numeral.decimalSeparator = separator
    numeral.end = end
  }

  func hasFraction(at position: Int) -> Bool { isDecimalSeparator(at: position) && digitSet(at: position + 1) != nil }

  // MARK: - Digits

  /// The length of the unbroken run of digits of one set; no more than `limit` are looked at.
  func digitCount(at start: Int, in set: DigitSet, limit: Int = .max) -> Int {
    var count = 0
    while count < limit, digit(at: start + count, in: set) != nil { count += 1 }
    return count
  }

  /// Reads the longest run that is grouped properly: 1,234,567 or 12,34,567; the comma of 1,23 separates two numbers.
  ///
  /// Groups are read up to the most digits that a number may have, so that a text of nothing but groups takes linear time.
  private func readGroups(into numeral: inout Numeral) {
    let (set, first, separator) = (numeral.digitSet, numeral.digitCount, numeral.end)
    guard first <= 3, !separators(at: separator).isDisjoint(with: convention.group), !isAddress(around: numeral.start)
    else { return }
    var (count, end) = (first, separator)
    func hasGroup(of size: Int) -> Bool {
      count <= NumberLimits.writtenDigits && isSame(end, separator)
        && digitCount(at: end + 1, in: set, limit: 4) == size
    }
    let isIndian = first <= 2 && hasGroup(of: 2)
    while isIndian, hasGroup(of: 2) { (count, end) = (count + 2, end + 3) }
    guard hasGroup(of: 3) else { return }
    repeat { (count, end) = (count + 3, end + 4) } while !isIndian && hasGroup(of: 3)
    guard end > separator + 4 || !isZero(from: numeral.start, before: separator, in: set) else { return }
    (numeral.digitCount, numeral.end) = (count, end)
    (numeral.groupingSeparator, numeral.isIndian) = (separator, isIndian)
  }

  /// Whether a zero alone stands before a point or a comma, which begins a fraction then: `0,125`.
  func isZero(from start: Int, before separator: Int, in set: DigitSet) -> Bool {
    separator == start + 1 && digit(at: start, in: set) == 0 && symbols.conventions.count > 1
      && !separators(at: separator).isDisjoint(with: [.point, .comma])
  }

  func isSame(_ position: Int, _ other: Int) -> Bool {
    position < characters.count && characters.isEqual(at: position, to: characters, at: other)
  }

  /// Whether a digit and a separator stand directly before.
  private func isInChain(_ start: Int) -> Bool { isDecimalSeparator(at: start - 1) && digitSet(at: start - 2) != nil }

  func isBehindColon(_ start: Int) -> Bool { isColon(at: start - 1) && digitSet(at: start - 2) != nil }

  func isColon(at position: Int) -> Bool { self[position] == ":" || self[position] == ClockForm.wideColon }

  /// Whether the letter of `v1.9` stands before, or a word of what is numbered so, whose parts are whole numbers.
  func isVersion(at start: Int) -> Bool {
    if self[start - 1] == "v" || self[start - 1] == "V" { return !isLetter(at: start - 2) }
    guard start > 0, case let point = start + digitCount(at: start, in: .latin, limit: 4), self[point] == ".",
      case let count = digitCount(at: point + 1, in: .latin, limit: 4), 1...3 ~= count,
      KnownWords.numberedInParts.contains(wordBefore(start))
    else { return false }
    // `Chrome 1.9 GB`.
    return word(at: point + 1 + count).map { symbols.units(named: letters($0)).isEmpty } ?? true
  }

  /// Whether four numbers up to 255 stand around a position with points between them, which are none in groups unless the
  /// locale has those.
  func isAddress(around position: Int) -> Bool {
    guard symbols.conventions[0].group.isDisjoint(with: .point) else { return false }
    var place = position
    while position - place < 12, self[place - 1] == "." || digit(at: place - 1, in: .latin) != nil { place -= 1 }
    for part in 1...4 {
      let count = digitCount(at: place, in: .latin, limit: 4)
      guard 1...3 ~= count, value(count, at: place, in: .latin) <= 255,
        count == 1 || digit(at: place, in: .latin) != 0
      else { return false }
      place += count
      guard (self[place] == "." && digitSet(at: place + 1) != nil) == (part < 4) else { return false }
      place += 1
    }
    return true
  }

  /// Whether a number ends at a separator that other conventions write within a number.
  ///
  /// The parts of versions are numbers of their own.
  func breaksOff(_ numeral: Numeral) -> Bool {
    !separators(at: numeral.end).isEmpty && digitSet(at: numeral.end + 1) != nil && !isInChain(numeral.start)
      && !isVersion(at: numeral.start)
  }

  /// Whether a separator can begin a number: not after a digit (1.5), a letter (No.5) or another one (...5).
  private func standsFree(_ start: Int) -> Bool {
    guard start > 0 else { return true }
    let previous = characters[start - 1]
    return !previous.isLetter && !previous.isNumber && !isDecimalSeparator(at: start - 1)
  }

  // MARK: - Characters

  func digitSet(at position: Int) -> DigitSet? {
    let scalar = self[position]
    return scalar.isASCII ? DigitSet.latin.value(of: scalar).map { _ in .latin } : DigitSet(containing: scalar)
  }

  /// What a character stands for, 0…9, where it is a digit of a set.
  func digit(at position: Int, in set: DigitSet) -> UInt8? { set.value(of: self[position]) }

  func number(_ count: Int, at position: Int, in set: DigitSet) -> Int? {
    digitCount(at: position, in: set, limit: count + 1) == count ? value(count, at: position, in: set) : nil
  }

  /// The number of so many digits, which are few.
  func value(_ count: Int, at position: Int, in set: DigitSet) -> Int {
    (position..<position + count).reduce(0) { $0 &* 10 &+ Int(digit(at: $1, in: set) ?? 0) }
  }

  func separators(at position: Int) -> Separators { .of(self[position]) }

  func isDecimalSeparator(at position: Int) -> Bool { !separators(at: position).isDisjoint(with: convention.decimal) }

  func isLetter(at position: Int) -> Bool {
    let scalar = self[position]
    if scalar.isASCII { return scalar.isASCIILetter }
    return scalar == Characters.several ? characters[position].isLetter : scalar.properties.isAlphabetic
  }

  func isSpace(at position: Int) -> Bool { separators(at: position) == .space }
}

extension Unicode.Scalar {
  var isASCIILetter: Bool { (value | 0x20) &- 0x61 < 26 }

  /// The same letter in lower case, of ASCII; another character is no letter of ASCII then, either.
  var lowercasedASCII: Unicode.Scalar { isASCIILetter ? Unicode.Scalar(UInt8(truncatingIfNeeded: value | 0x20)) : self }

  /// Of ASCII, what begins no number and is no sign, as most characters are.
  var isLetterOrSpace: Bool { self == " " || isASCIILetter }
}
