/// A text with the numbers found in it.
struct NumberedText: Sendable {
  let characters: Characters
  let numerals: [Numeral]
  private let symbols: NumberSymbols
  private let limit: Int

  /// Finds the numbers, the first `limit` of them.
  init(_ text: String, symbols: NumberSymbols, readsClocks: Bool, limit: Int) {
    self.init(Characters(text), symbols: symbols, readsClocks: readsClocks, limit: limit)
  }

  private init(_ characters: Characters, symbols: NumberSymbols, readsClocks: Bool, limit: Int) {
    self.characters = characters
    self.symbols = symbols
    self.limit = limit
    numerals = NumberScanner(characters, symbols: symbols, readsClocks: readsClocks).numerals(limit: limit)
  }

  /// Whether any number was read as a time.
  var hasClocks: Bool { numerals.contains { $0.isClock } }

  /// The same text with each time read as separate numbers.
  var withoutClocks: NumberedText {
    hasClocks ? NumberedText(characters, symbols: symbols, readsClocks: false, limit: limit) : self
  }

  /// Whether the text starts with a number, or with its sign; for a time its first field counts.
  var startsWithNumber: Bool {
    if hasClocks { return withoutClocks.startsWithNumber }
    return numerals.first.map { $0.start == ($0.sign != nil || $0.isParenthesized ? 1 : 0) } ?? false
  }

  /// What stands between the number at `index` − 1 and the one at `index`: signs left out, currency symbols not.
  ///
  /// `isAccounting` tells whether the parentheses around a number are its minus.
  func literal(before index: Int, isAccounting: (Int) -> Bool) -> Positions {
    let start = index == 0 ? 0 : numerals[index - 1].end + (isAccounting(index - 1) ? 1 : 0)
    guard index < numerals.count else {
      return Positions(first: start..<characters.count, second: 0..<0, end: characters.count)
    }
    let numeral = numerals[index]
    let end = isAccounting(index) ? numeral.signSlot - 1 : numeral.first
    return Positions(first: start..<end, second: numeral.signSlot..<numeral.start, end: numeral.first)
  }

  /// Where the characters of a literal stand: before a sign and after it.
  struct Positions {
    var first: Range<Int>
    var second: Range<Int>
    /// What follows the last position.
    let end: Int

    var count: Int { first.count + second.count }

    subscript(offset: Int) -> Int {
      offset < first.count ? first.lowerBound + offset : second.lowerBound + offset - first.count
    }

    /// Without the last `count`.
    func dropLast(_ count: Int) -> Positions {
      let rest = Swift.max(count - second.count, 0)
      return Positions(first: first.dropLast(rest), second: second.dropLast(count - rest), end: end)
    }
  }

  /// The characters at some positions.
  func text(_ positions: Positions) -> String {
    positions.second.isEmpty
      ? characters.text(positions.first) : characters.text(positions.first) + characters.text(positions.second)
  }

  /// A number, below zero where its sign or something else says so.
  func value(of numeral: Numeral, isNegative: Bool = false) -> Decimal {
    let units = numeral.isClock ? seconds(of: numeral) : units(of: numeral)
    return Decimal(isNegative || numeral.sign == .minus ? -units : units, places: numeral.digits.fractionCount)
  }

  /// All digits as one number, eighteen at a time, so that reading it allocates nothing.
  private func units(of numeral: Numeral) -> BigInteger {
    var (units, word, count) = (BigInteger.zero, 0 as UInt64, 0)
    for position in numeral.start..<numeral.end {
      guard let digit = digit(at: position, of: numeral.digits.set) else { continue }
      word = word &* 10 &+ UInt64(digit)
      count += 1
      guard count == 18 else { continue }
      units = units * .powerOfTen(count) + BigInteger(Int128(word))
      (word, count) = (0, 0)
    }
    if units.isZero { return BigInteger(Int128(word)) }
    return units * .powerOfTen(count) + BigInteger(Int128(word))
  }

  /// A time in units of its last digit.
  private func seconds(of numeral: Numeral) -> BigInteger {
    var (fields, field): (Int128, Int128) = (0, 0)
    for position in numeral.start..<numeral.end {
      if let digit = digit(at: position, of: numeral.digits.set) {
        field = field * 10 + Int128(digit)
        if let separator = numeral.digits.decimalSeparator, position > separator { fields *= 10 }
      } else if position != numeral.digits.decimalSeparator {
        (fields, field) = ((fields + field) * 60, 0)
      }
    }
    return BigInteger(fields + field)
  }

  private func digit(at position: Int, of set: DigitSet) -> UInt8? {
    let unit = characters.units[position]
    if unit != Characters.notASCII {
      let digit = unit &- UInt8(ascii: "0")
      return digit < 10 && set == .latin ? digit : nil
    }
    return characters[position].onlyScalar.flatMap(set.value(of:))
  }

  /// The `count` characters before the digits of a number: its currency symbol.
  func lead(_ count: Int, of numeral: Numeral) -> String {
    count == 0 ? "" : characters.text((numeral.start - count)..<numeral.start)
  }

  /// A number as the text writes it, with its sign.
  func written(_ numeral: Numeral) -> String {
    characters.text(numeral.first..<numeral.end)
  }

  /// Whether a number is written exactly as a number of another text.
  func writes(_ numeral: Numeral, as other: NumberedText, _ otherNumeral: Numeral) -> Bool {
    let (range, otherRange) = (numeral.first..<numeral.end, otherNumeral.first..<otherNumeral.end)
    return range.count == otherRange.count
      && zip(range, otherRange).allSatisfy { characters.isEqual(at: $0, to: other.characters, at: $1) }
  }

  /// The character at `position`, quoted for an error message.
  func quoted(_ position: Int) -> String {
    position < characters.count ? "“\(characters[position])”" : "the end"
  }
}
