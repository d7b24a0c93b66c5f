internal import TextBytes

/// A text with the numbers found in it, by grapheme cluster: a keycap `1️⃣` is no digit.
///
/// Not copyable, since each copy would count its references.
struct NumberedText: ~Copyable {
  let characters: Characters
  var numerals: [Numeral] = []
  /// What some of them are beside their digits, by ``Numeral/quantity``.
  private(set) var quantities: [Quantity] = []
  let symbols: NumberSymbols
  let convention: Convention
  private let limit: Int
  /// Whether no number breaks off at a separator of another convention, as English `1` does in `1 234` and `1,50`.
  private(set) var isWhole = true

  /// Finds the numbers, the first `limit` of them, or fewer once nothing is left to be spent.
  init(
    _ text: String, symbols: NumberSymbols, readsQuantities: Bool, limit: Int = .max, spending meter: inout Meter
  ) {
    self.init(Characters(text), symbols, symbols.conventions[0], limit)
    meter.spend(characters.units, .texts)
    read(readsQuantities: readsQuantities, &meter)
  }

  init(_ text: String, symbols: NumberSymbols, readsQuantities: Bool, limit: Int = .max) {
    var meter = Meter(limit: .max)
    self.init(text, symbols: symbols, readsQuantities: readsQuantities, limit: limit, spending: &meter)
  }

  private init(_ characters: Characters, _ symbols: NumberSymbols, _ convention: Convention, _ limit: Int) {
    (self.characters, self.symbols, self.convention, self.limit) = (characters, symbols, convention, limit)
  }

  /// The same text read with quantities by another convention.
  func reading(by convention: Convention, _ meter: inout Meter) -> NumberedText {
    meter.spend(10 * characters.count, .texts)
    var text = NumberedText(characters, symbols, convention, limit)
    text.read(readsQuantities: true, &meter)
    return text
  }

  private mutating func read(readsQuantities: Bool, _ meter: inout Meter) {
    var position = 0
    while position <= characters.lastDigit, numerals.count < limit {
      guard !self[position].isLetterOrSpace, let numeral = numeral(at: position, readsQuantities: readsQuantities)
      else {
        position += 1
        continue
      }
      guard meter.spend(units(of: numeral), .texts) else { return }
      numerals.append(numeral)
      if breaksOff(numeral) { isWhole = false }
      position = numeral.end
    }
  }

  /// What reading a number takes, in units of a meter: letters around it, and what is not ASCII, are looked up in many
  /// tables.
  private func units(of numeral: Numeral) -> Int {
    let behind = isSpace(at: numeral.end) ? numeral.end + 1 : numeral.end
    let isPlain =
      !numeral.isCompound && numeral.first == numeral.start && self[numeral.start - 1] < "A" && self[behind] < "A"
    return isPlain ? 500 : 5_000
  }

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
    numerals[index].quantity = place(of: quantity)
  }

  mutating func place(of quantity: Quantity) -> Int {
    quantities.append(quantity)
    return quantities.count - 1
  }

  func quantity(of numeral: Numeral) -> Quantity? { numeral.quantity.map { quantities[$0] } }
}

// MARK: - Values

extension NumberedText {
  /// A number, below zero where its sign says so; `nil` where it has too many digits.
  func value(of numeral: Numeral) -> Decimal? {
    guard let magnitude = magnitude(of: numeral) else { return nil }
    return numeral.sign == .minus ? -magnitude : magnitude
  }

  /// A number without its sign, for a quantity that of all its digits, for a time that of its seconds; `nil` where it has
  /// too many.
  func magnitude(of numeral: Numeral) -> Decimal? {
    if numeral.digitCount == numeral.end - numeral.start, numeral.digitCount <= 18 {
      return Decimal(Int64(value(numeral.digitCount, at: numeral.start, in: numeral.digitSet)))
    }
    var (digits, fields): (DecimalDigits, Int128) = (DecimalDigits(), 0)
    for position in numeral.start..<numeral.end {
      if let digit = digit(at: position, in: numeral.digitSet) {
        digits.append(UInt64(digit))
      } else if numeral.isClock, position != numeral.decimalSeparator {
        guard let sum = digits.units?.adding(fields)?.multiplied(by: 60) else { return nil }
        (fields, digits) = (sum, DecimalDigits())
      }
    }
    guard let units = digits.units else { return nil }
    if fields == 0 { return Decimal(units, places: numeral.fractionDigits) }
    guard let sum = fields.multiplied(byPowerOfTen: numeral.fractionDigits)?.adding(units) else { return nil }
    return Decimal(sum, places: numeral.fractionDigits)
  }

  /// The value of a number.
  func checkedValue(of numeral: Numeral) throws(NotAnimatable) -> Decimal {
    try numeral.checkWrittenLength()
    guard let value = value(of: numeral) else { throw .tooLong }
    return value
  }
}

// MARK: - Texts

extension NumberedText {
  /// The character at a position where it is one scalar, ``Characters/several`` for others; zero outside the text.
  subscript(position: Int) -> Unicode.Scalar {
    position >= 0 && position < characters.scalars.count ? characters.scalars[position] : "\0"
  }

  func writes(_ numeral: Numeral, as other: borrowing NumberedText, _ otherNumeral: Numeral) -> Bool {
    let count = numeral.last - numeral.first
    return count == otherNumeral.last - otherNumeral.first
      && characters.equalCount(from: numeral.first, other.characters, from: otherNumeral.first, limit: count) == count
  }

  /// The character at `position`, quoted for an error message.
  func quoted(_ position: Int) -> String {
    position < characters.count ? "“\(characters[position])”" : "the end"
  }
}
