internal import TextBytes

// MARK: - One number

extension NumberedText {
  /// The number whose first digit, or the separator before it, stands at `start`.
  func numeral(at start: Int, readsQuantities: Bool) -> Numeral? {
    guard characters.units[start].canStartNumber else { return nil }
    if let set = digitSet(at: start) {
      guard readsQuantities else { return decimal(at: start, in: set) }
      return quantity(at: start, in: set) ?? suffixed(decimal(at: start, in: set))
    }
    if readsQuantities, let glyph = fractionGlyph(at: start, behind: start, 0, in: .latin) { return glyph }
    guard isDecimalSeparator(at: start), let set = digitSet(at: start + 1), standsFree(start) else { return nil }
    var numeral = Numeral(start: start, in: set)
    readFraction(1..., into: &numeral)
    guard numeral.fractionDigits > 0 else { return nil }
    return signed(numeral)
  }

  private func decimal(at start: Int, in set: DigitSet) -> Numeral {
    var numeral = Numeral(start: start, in: set)
    let isVersion = isVersion(at: start)
    readGroups(into: &numeral, isGrouped: !isVersion)
    numeral.integerDigits = numeral.digitCount
    numeral.startsWithZero = digit(at: start, in: set) == 0
    if !isVersion, !isInChain(start) { readFraction(1..., into: &numeral) }
    return signed(numeral)
  }

  /// `m:ss`, `mm:ss` or `h:mm:ss`, with an optional fraction of a second.
  func clock(at start: Int, in set: DigitSet) -> Numeral? {
    guard !(isColon(at: start - 1) && digitSet(at: start - 2) != nil) else { return nil }
    let first = digitCount(at: start, in: set, limit: 7)
    guard first <= 6, isColon(at: start + first), digitSet(at: start + first + 1) != nil else { return nil }
    var numeral = Numeral(start: start, in: set)
    (numeral.digitCount, numeral.integerDigits, numeral.end) = (first, first, start + first)
    numeral.startsWithZero = digit(at: start, in: set) == 0
    while isColon(at: numeral.end), digitSet(at: numeral.end + 1) != nil {
      guard digitCount(at: numeral.end + 1, in: set, limit: 3) == 2, let ten = digit(at: numeral.end + 1, in: set),
        ten < 6, numeral.fieldCount < 3
      else { return nil }
      numeral.fieldCount += 1
      numeral.digitCount += 2
      numeral.end += 3
    }
    readFraction(1...6, into: &numeral)
    return signed(numeral)
  }

  /// Reads a decimal separator and so many digits behind the number, unless it is part of a chain such as 1.2.3.
  func readFraction(_ counts: some RangeExpression<Int>, into numeral: inout Numeral) {
    let separator = numeral.end
    guard isDecimalSeparator(at: separator) else { return }
    let count = digitCount(at: separator + 1, in: numeral.digitSet)
    let end = separator + 1 + count
    guard counts.contains(count), !(isDecimalSeparator(at: end) && digitSet(at: end + 1) != nil) else { return }
    numeral.digitCount += count
    numeral.fractionDigits = count
    numeral.decimalSeparator = separator
    numeral.end = end
  }
}

// MARK: - Digits

extension NumberedText {
  /// The length of the unbroken run of digits of one set; no more than `limit` are looked at.
  func digitCount(at start: Int, in set: DigitSet, limit: Int = .max) -> Int {
    var count = 0
    while count < limit, digit(at: start + count, in: set) != nil { count += 1 }
    return count
  }

  /// Reads the longest run that is grouped properly: 1,234,567 or 12,34,567; the comma of 1,23 separates two numbers.
  ///
  /// Groups are read up to the most digits that a number may have, so that a text of nothing but groups takes linear time.
  private func readGroups(into numeral: inout Numeral, isGrouped: Bool) {
    let set = numeral.digitSet
    let first = digitCount(at: numeral.start, in: set)
    let separator = numeral.start + first
    (numeral.digitCount, numeral.end) = (first, separator)
    guard isGrouped, first <= 3, isGroupingSeparator(at: separator), !isAddress(around: numeral.start) else { return }
    let isIndian = first <= 2 && groupCount(at: separator, like: separator, in: set) == 2
    var (count, end) = (first, separator)
    func hasGroup(of size: Int) -> Bool {
      count <= NumberLimits.writtenDigits && groupCount(at: end, like: separator, in: set) == size
    }
    while isIndian, hasGroup(of: 2) { (count, end) = (count + 2, end + 3) }
    guard hasGroup(of: 3) else { return }
    repeat { (count, end) = (count + 3, end + 4) } while !isIndian && hasGroup(of: 3)
    (numeral.digitCount, numeral.end) = (count, end)
    (numeral.groupingSeparator, numeral.isIndian) = (separator, isIndian)
  }

  /// How many digits stand behind a separator that is the same as another, up to 4.
  private func groupCount(at position: Int, like separator: Int, in set: DigitSet) -> Int {
    guard unit(at: position) == characters.units[separator],
      characters.units[separator] != Characters.notASCII || characters[position] == characters[separator]
    else { return 0 }
    return digitCount(at: position + 1, in: set, limit: 4)
  }

  /// Whether a digit and a separator stand directly before.
  private func isInChain(_ start: Int) -> Bool {
    isDecimalSeparator(at: start - 1) && digitSet(at: start - 2) != nil
  }

  /// Whether the letter of `v1.9` stands before, whose parts are whole numbers.
  func isVersion(at start: Int) -> Bool {
    guard let letter = unit(at: start - 1), letter | 0x20 == UInt8(ascii: "v") else { return false }
    return start == 1 || !characters[start - 2].isLetter
  }

  /// Whether four numbers up to 255 stand around a position with points between them, which are none in groups unless the
  /// locale has those.
  func isAddress(around position: Int) -> Bool {
    guard symbols.conventions[0].group.isDisjoint(with: .point) else { return false }
    let point = UInt8(ascii: ".")
    var place = position
    while position - place < 12, let unit = unit(at: place - 1), unit.isDigit || unit == point { place -= 1 }
    for part in 1...4 {
      let count = digitCount(at: place, in: .latin, limit: 4)
      guard 1...3 ~= count, value(count, at: place, in: .latin) <= 255,
        count == 1 || digit(at: place, in: .latin) != 0
      else { return false }
      place += count
      guard (unit(at: place) == point && digitSet(at: place + 1) != nil) == (part < 4) else { return false }
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
}

// MARK: - Characters

extension NumberedText {
  /// The byte of an ASCII character, ``Characters/notASCII`` or ``Characters/several`` of another, `nil` outside the text.
  func unit(at position: Int) -> UInt8? {
    position >= 0 && position < characters.count ? characters.units[position] : nil
  }

  /// The digits that a character belongs to.
  func digitSet(at position: Int) -> DigitSet? {
    guard let unit = unit(at: position) else { return nil }
    if unit.isDigit { return .latin }
    return unit == Characters.notASCII ? characters[position].onlyScalar.flatMap(DigitSet.init(containing:)) : nil
  }

  /// What a character stands for, 0…9, where it is a digit of a set.
  func digit(at position: Int, in set: DigitSet) -> UInt8? {
    guard let unit = unit(at: position) else { return nil }
    if unit != Characters.notASCII { return unit.isDigit && set == .latin ? unit & 0x0F : nil }
    return characters[position].onlyScalar.flatMap(set.value(of:))
  }

  /// What a character is as a separator of digits, of any convention.
  func separators(at position: Int) -> Separators {
    guard let unit = unit(at: position) else { return [] }
    return unit == Characters.notASCII ? .of(characters[position]) : .of(unit)
  }

  func isDecimalSeparator(at position: Int) -> Bool { !separators(at: position).isDisjoint(with: convention.decimal) }

  private func isGroupingSeparator(at position: Int) -> Bool {
    !separators(at: position).isDisjoint(with: convention.group)
  }

  func isColon(at position: Int) -> Bool { unit(at: position) == UInt8(ascii: ":") }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Letters and spaces never do; most characters are one of these.
  fileprivate var canStartNumber: Bool { isDigit || !isDigitOrLetterOrSpace }
}
