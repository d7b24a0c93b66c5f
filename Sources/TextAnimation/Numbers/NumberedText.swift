/// A text with the numbers found in it.
///
/// A class, because it is handed on often.
final class NumberedText: Sendable {
  let characters: Characters
  let numerals: [Numeral]
  private let symbols: NumberSymbols
  private let limit: Int

  /// Finds the numbers, the first `limit` of them.
  convenience init(_ text: String, symbols: NumberSymbols, readsClocks: Bool, limit: Int) {
    self.init(Characters(text), symbols: symbols, readsClocks: readsClocks, limit: limit)
  }

  private init(_ characters: Characters, symbols: NumberSymbols, readsClocks: Bool, limit: Int) {
    self.characters = characters
    self.symbols = symbols
    self.limit = limit
    numerals = NumberScanner(characters, symbols: symbols, readsClocks: readsClocks).numerals(limit: limit)
  }

  /// Whether a number is read as a time.
  var hasClocks: Bool { numerals.contains { $0.isClock } }

  /// The text with the separate numbers that its times also are.
  var withoutClocks: NumberedText {
    hasClocks ? NumberedText(characters, symbols: symbols, readsClocks: false, limit: limit) : self
  }

  /// Whether nothing but a sign stands before the first number, of a time its first field.
  var startsWithNumber: Bool {
    if hasClocks { return withoutClocks.startsWithNumber }
    return numerals.first.map { $0.start == ($0.sign != nil || $0.isParenthesized ? 1 : 0) } ?? false
  }

  /// What stands between the number at `index` − 1 and the one at `index`: signs left out, currency symbols not.
  ///
  /// `isAccounting` tells of a number whether the parentheses around it are its sign.
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

  /// The `count` characters before the digits of a number: its currency symbol.
  func lead(_ count: Int, of numeral: Numeral) -> String {
    count == 0 ? "" : characters.text((numeral.start - count)..<numeral.start)
  }

  /// A number as the text writes it, with its sign.
  func written(_ numeral: Numeral) -> String {
    characters.text(numeral.first..<numeral.end)
  }

  /// Whether a number is written as one of another text is.
  func writes(_ numeral: Numeral, as other: NumberedText, _ otherNumeral: Numeral) -> Bool {
    let (range, otherRange) = (numeral.first..<numeral.end, otherNumeral.first..<otherNumeral.end)
    return range.count == otherRange.count
      && zip(range, otherRange).allSatisfy { characters.isEqual(at: $0, to: other.characters, at: $1) }
  }

  /// The character at `position`, for a sentence.
  func quoted(_ position: Int) -> String {
    position < characters.count ? "“\(characters[position])”" : "the end"
  }
}
