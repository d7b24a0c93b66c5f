internal import TextBytes

/// A text with the numbers found in it, by grapheme cluster: a keycap `1️⃣` is no digit.
///
/// Not copyable, since each copy would count four references.
struct NumberedText: ~Copyable {
  let characters: Characters
  private(set) var numerals: [Numeral] = []
  let symbols: NumberSymbols
  /// What separates its digits.
  let convention: Convention
  /// Whether `1:59:58`, `2024-01-31` and the like are one number each.
  let readsQuantities: Bool
  private let limit: Int
  /// Whether no number breaks off at a separator of another convention, as English `1` does in `1 234` and `1,50`.
  private(set) var isWhole = true

  /// Finds the numbers, the first `limit` of them, or fewer once nothing is left to be spent.
  init(
    _ text: String, symbols: NumberSymbols, readsQuantities: Bool, limit: Int = .max, spending meter: inout Meter
  ) {
    meter.spend(Characters.units(of: text), .texts)
    self.init(
      Characters(text), symbols, symbols.conventions[0], readsQuantities: readsQuantities, limit: limit, &meter)
  }

  /// The same, however long it takes.
  init(_ text: String, symbols: NumberSymbols, readsQuantities: Bool, limit: Int = .max) {
    var meter = Meter(limit: .max)
    self.init(text, symbols: symbols, readsQuantities: readsQuantities, limit: limit, spending: &meter)
  }

  private init(
    _ characters: Characters, _ symbols: NumberSymbols, _ convention: Convention, readsQuantities: Bool, limit: Int,
    _ meter: inout Meter
  ) {
    self.characters = characters
    self.symbols = symbols
    self.convention = convention
    self.readsQuantities = readsQuantities
    self.limit = limit
    var position = 0
    while position < characters.count, numerals.count < limit {
      if let numeral = numeral(at: position, readsQuantities: readsQuantities) {
        guard meter.spend(units(of: numeral), .texts) else { break }
        numerals.append(numeral)
        if breaksOff(numeral) { isWhole = false }
        position = numeral.end
      } else {
        position += 1
      }
    }
  }

  /// The same text read by another convention.
  func reading(by convention: Convention, _ meter: inout Meter) -> NumberedText {
    meter.spend(10 * characters.count, .texts)
    return NumberedText(characters, symbols, convention, readsQuantities: readsQuantities, limit: limit, &meter)
  }

  /// What reading a number takes, in units of a meter: letters around it, and what is not ASCII, are looked up in many
  /// tables.
  private func units(of numeral: Numeral) -> Int {
    let behind = isSpace(at: numeral.end) ? numeral.end + 1 : numeral.end
    let isPlain =
      !numeral.isCompound && numeral.first == numeral.start && !isWord(at: numeral.start - 1) && !isWord(at: behind)
    return isPlain ? 500 : 5_000
  }

  private func isWord(at position: Int) -> Bool { unit(at: position).map { $0 | 0x20 >= UInt8(ascii: "a") } ?? false }

  /// Whether the text starts with a number, or with the sign directly in front of it.
  var startsWithNumber: Bool {
    guard let first = numerals.first else { return false }
    return (0..<first.start).allSatisfy { first.mark.contains($0) || isDirectionMark(at: $0) }
  }
}

// MARK: - Reading otherwise

extension NumberedText {
  /// Reads the quantity at an index as the numbers that it is written with.
  mutating func split(_ index: Int) {
    let numeral = numerals[index]
    guard numeral.isCompound else { return }
    var parts: [Numeral] = []
    var position = numeral.start
    while position < numeral.end {
      let part = self.numeral(at: position, readsQuantities: false)
      part.map { parts.append($0) }
      position = part?.end ?? position + 1
    }
    let overlapping = numerals[(index + 1)...].prefix { $0.start < position }.count
    numerals.replaceSubrange(index...index + overlapping, with: parts)
    if numerals.count > limit { numerals.removeSubrange(limit...) }
  }

  /// Takes the unit or the word behind the number at an index into it.
  mutating func extend(_ index: Int, to end: Int, as quantity: Quantity) {
    numerals[index].end = end
    numerals[index].closing = end..<end
    numerals[index].quantity = quantity
  }

  /// Takes the sign of the number at an index for text.
  mutating func unsign(_ index: Int) {
    numerals[index].unsign()
  }

  /// Reads the number at an index as another one.
  mutating func replace(_ index: Int, with numeral: Numeral) {
    numerals[index] = numeral
  }
}

// MARK: - Values

extension NumberedText {
  /// A number, below zero where its sign says so; `nil` where it has too many digits.
  func value(of numeral: Numeral) -> Decimal? {
    guard let magnitude = magnitude(of: numeral) else { return nil }
    return numeral.sign == .minus ? -magnitude : magnitude
  }

  /// A number without its sign, for a quantity that of all its digits; `nil` where it has too many.
  func magnitude(of numeral: Numeral) -> Decimal? {
    guard let units = numeral.isClock ? seconds(of: numeral) : units(of: numeral) else { return nil }
    return Decimal(units, places: numeral.fractionDigits)
  }

  /// The value of a number.
  ///
  /// - Throws: ``NotAnimatable`` where it has too many digits.
  func checkedValue(of numeral: Numeral) throws(NotAnimatable) -> Decimal {
    try numeral.checkWrittenLength()
    guard let value = value(of: numeral) else { throw .tooLong }
    return value
  }

  /// All digits as one number.
  private func units(of numeral: Numeral) -> Int128? {
    var digits = DecimalDigits()
    for position in numeral.start..<numeral.end {
      if let digit = digit(at: position, in: numeral.digitSet) { digits.append(UInt64(digit)) }
    }
    return digits.units
  }

  /// A time in units of its last digit.
  private func seconds(of numeral: Numeral) -> Int128? {
    var (whole, field): (Int128, DecimalDigits) = (0, DecimalDigits())
    for position in numeral.start..<numeral.end {
      if let digit = digit(at: position, in: numeral.digitSet) {
        field.append(UInt64(digit))
      } else if position == numeral.decimalSeparator {
        guard let seconds = field.units?.adding(whole),
          let units = seconds.multiplied(byPowerOfTen: numeral.fractionDigits)
        else { return nil }
        (whole, field) = (units, DecimalDigits())
      } else {
        guard let sum = field.units?.adding(whole)?.multiplied(by: 60) else { return nil }
        (whole, field) = (sum, DecimalDigits())
      }
    }
    return field.units?.adding(whole)
  }
}

// MARK: - Texts

extension NumberedText {
  /// Whether a number is written exactly as a number of another text.
  func writes(_ numeral: Numeral, as other: borrowing NumberedText, _ otherNumeral: Numeral) -> Bool {
    let count = numeral.last - numeral.first
    guard count == otherNumeral.last - otherNumeral.first else { return false }
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
