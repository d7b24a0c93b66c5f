/// A text with the numbers found in it, by grapheme cluster: a keycap `1️⃣` is no digit.
///
/// Not copyable, since each copy would count four references.
struct NumberedText: ~Copyable {
  let characters: Characters
  private(set) var numerals: [Numeral] = []
  let symbols: NumberSymbols
  /// Whether `1:59:58` is one number, of seconds.
  let readsClocks: Bool
  private let limit: Int

  /// Finds the numbers, the first `limit` of them.
  init(_ text: String, symbols: NumberSymbols, readsClocks: Bool, limit: Int = .max) {
    self.init(Characters(text), symbols: symbols, readsClocks: readsClocks, limit: limit)
  }

  private init(_ characters: Characters, symbols: NumberSymbols, readsClocks: Bool, limit: Int) {
    self.characters = characters
    self.symbols = symbols
    self.readsClocks = readsClocks
    self.limit = limit
    var position = 0
    while position < characters.count, numerals.count < limit {
      if let numeral = numeral(at: position) {
        numerals.append(numeral)
        position = numeral.end
      } else {
        position += 1
      }
    }
  }

  /// Whether any number was read as a time.
  var hasClocks: Bool { readsClocks && numerals.contains { $0.isClock } }

  /// The same text with each time read as separate numbers.
  func withoutClocks() -> NumberedText {
    NumberedText(characters, symbols: symbols, readsClocks: false, limit: limit)
  }

  /// Whether the text starts with a number, or with its sign; for a time its first field counts.
  var startsWithNumber: Bool {
    if hasClocks { return withoutClocks().startsWithNumber }
    return numerals.first.map { $0.start == ($0.sign != nil || $0.isParenthesized ? 1 : 0) } ?? false
  }
}

// MARK: - Values

extension NumberedText {
  /// A number, below zero where its sign or something else says so.
  func value(of numeral: Numeral, isNegative: Bool = false) -> Decimal {
    let units = numeral.isClock ? seconds(of: numeral) : units(of: numeral)
    return Decimal(isNegative || numeral.sign == .minus ? -units : units, places: numeral.fractionDigits)
  }

  /// All digits as one number, eighteen at a time, so that reading it allocates nothing.
  private func units(of numeral: Numeral) -> BigInteger {
    var (units, word, count) = (BigInteger.zero, 0 as UInt64, 0)
    for position in numeral.start..<numeral.end {
      guard let digit = digit(at: position, in: numeral.digitSet) else { continue }
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
      if let digit = digit(at: position, in: numeral.digitSet) {
        field = field * 10 + Int128(digit)
        if let separator = numeral.decimalSeparator, position > separator { fields *= 10 }
      } else if position != numeral.decimalSeparator {
        (fields, field) = ((fields + field) * 60, 0)
      }
    }
    return BigInteger(fields + field)
  }
}

// MARK: - Texts

extension NumberedText {
  /// A number as the text writes it, with its sign.
  func written(_ numeral: Numeral) -> String {
    characters.text(numeral.first..<numeral.end)
  }

  /// Whether a number is written exactly as a number of another text.
  func writes(_ numeral: Numeral, as other: borrowing NumberedText, _ otherNumeral: Numeral) -> Bool {
    let count = numeral.end - numeral.first
    guard count == otherNumeral.end - otherNumeral.first else { return false }
    for offset in 0..<count {
      guard characters.isEqual(at: numeral.first + offset, to: other.characters, at: otherNumeral.first + offset)
      else { return false }
    }
    return true
  }

  /// The character at `position`, quoted for an error message.
  func quoted(_ position: Int) -> String {
    position < characters.count ? "“\(characters[position])”" : "the end"
  }
}
