/// Finds the numbers in a text, by grapheme cluster: a keycap `1️⃣` is no digit.
struct NumberScanner {
  let characters: [Character]
  let symbols: NumberSymbols
  /// Whether `1:59:58` is one number, of seconds.
  let readsClocks: Bool
  /// Each character that is a digit.
  private let digits: [Digit?]

  private struct Digit {
    let set: DigitSet
    let value: UInt8
  }

  init(_ characters: [Character], symbols: NumberSymbols = .english, readsClocks: Bool = false) {
    self.characters = characters
    self.symbols = symbols
    self.readsClocks = readsClocks
    digits = characters.map { character in
      guard let scalar = character.onlyScalar, let set = DigitSet(containing: scalar) else { return nil }
      return set.value(of: scalar).map { Digit(set: set, value: $0) }
    }
  }

  /// The first `limit` numbers, in order.
  func numerals(limit: Int = .max) -> [Numeral] {
    var numerals: [Numeral] = []
    var position = 0
    while position < characters.count, numerals.count < limit {
      if let numeral = numeral(at: position) {
        numerals.append(numeral)
        position = numeral.end
      } else {
        position += 1
      }
    }
    return numerals
  }

  /// The number whose first digit, or the separator before it, stands at `start`.
  private func numeral(at start: Int) -> Numeral? {
    if let set = digitSet(at: start) {
      return clock(at: start, in: set) ?? decimal(at: start, in: set)
    }
    guard isDecimalSeparator(at: start), let set = digitSet(at: start + 1), standsFree(start) else { return nil }
    let fraction = digits(at: start + 1, in: set)
    let end = start + 1 + fraction.count
    guard !continuesChain(at: end) else { return nil }
    return numeral(start..<end, set, fields: [[]], fraction: fraction, separator: characters[start])
  }

  private func decimal(at start: Int, in set: DigitSet) -> Numeral {
    let (integer, grouping, end) = groupedDigits(at: start, in: set)
    let fraction = isInChain(start) ? [] : self.fraction(at: end, in: set)
    guard !fraction.isEmpty, !continuesChain(at: end + 1 + fraction.count) else {
      return numeral(start..<end, set, fields: [integer], grouping: grouping)
    }
    return numeral(
      start..<(end + 1 + fraction.count), set, fields: [integer], fraction: fraction, separator: characters[end],
      grouping: grouping)
  }

  /// `m:ss`, `mm:ss` or `h:mm:ss`, with an optional fraction of a second.
  private func clock(at start: Int, in set: DigitSet) -> Numeral? {
    guard readsClocks, !(isColon(at: start - 1) && digitSet(at: start - 2) != nil) else { return nil }
    var fields = [digits(at: start, in: set)]
    guard fields[0].count <= 6 else { return nil }
    var end = start + fields[0].count
    while isColon(at: end), digitSet(at: end + 1) != nil {
      let field = digits(at: end + 1, in: set)
      guard field.count == 2, field[0] < 6, fields.count < 3 else { return nil }
      fields.append(field)
      end += 3
    }
    guard fields.count > 1 else { return nil }
    let fraction = fraction(at: end, in: set)
    guard (1...6).contains(fraction.count), !continuesChain(at: end + 1 + fraction.count) else {
      return numeral(start..<end, set, fields: fields)
    }
    return numeral(
      start..<(end + 1 + fraction.count), set, fields: fields, fraction: fraction, separator: characters[end])
  }

  private func numeral(
    _ range: Range<Int>, _ set: DigitSet, fields: [[UInt8]], fraction: [UInt8] = [], separator: Character? = nil,
    grouping: Numeral.Grouping? = nil
  ) -> Numeral {
    let (slot, sign) = sign(before: range.lowerBound)
    let isParenthesized =
      sign == nil && character(at: slot - 1) == "(" && character(at: range.upperBound) == ")"
      && signCanStand(at: slot - 1)
    return Numeral(
      start: range.lowerBound, end: range.upperBound, signSlot: slot, sign: sign, isParenthesized: isParenthesized,
      digitSet: set, fields: fields, fraction: fraction, decimalSeparator: separator, grouping: grouping)
  }
}

// MARK: - Characters

extension NumberScanner {
  func character(at position: Int) -> Character? {
    characters.indices.contains(position) ? characters[position] : nil
  }

  func digitSet(at position: Int) -> DigitSet? {
    digits.indices.contains(position) ? digits[position]?.set : nil
  }

  /// The unbroken run of digits of one set.
  func digits(at start: Int, in set: DigitSet) -> [UInt8] {
    digits[min(start, digits.count)...].prefix { $0?.set == set }.compactMap { $0?.value }
  }

  func isDecimalSeparator(at position: Int) -> Bool {
    character(at: position).map(symbols.decimalSeparators.contains) ?? false
  }

  func isColon(at position: Int) -> Bool { character(at: position) == ":" }
}

extension Character {
  /// The scalar of a character that consists of one.
  var onlyScalar: Unicode.Scalar? {
    unicodeScalars.count == 1 ? unicodeScalars.first : nil
  }
}
