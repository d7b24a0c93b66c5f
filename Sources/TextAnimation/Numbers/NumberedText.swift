/// A text with the numbers found in it.
struct NumberedText {
  let characters: [Character]
  let numerals: [Numeral]

  /// Finds the numbers, the first `limit` of them.
  init(_ text: String, symbols: NumberSymbols, readsClocks: Bool, limit: Int) {
    characters = Array(text)
    numerals = NumberScanner(characters, symbols: symbols, readsClocks: readsClocks).numerals(limit: limit)
  }

  /// Whether nothing but a sign stands before the first number.
  var startsWithNumber: Bool {
    numerals.first.map { $0.start == ($0.sign != nil || $0.isParenthesized ? 1 : 0) } ?? false
  }

  /// What stands between the number at `index` − 1 and the one at `index`: signs left out, currency symbols not.
  ///
  /// `accounting` tells of each number whether the parentheses around it are its sign; `end` follows the last position.
  func literalPositions(before index: Int, accounting: [Bool]) -> (positions: [Int], end: Int) {
    let start = index == 0 ? 0 : numerals[index - 1].end + (accounting[index - 1] ? 1 : 0)
    guard index < numerals.count else { return (Array(start..<characters.count), characters.count) }
    let numeral = numerals[index]
    let end = accounting[index] ? numeral.signSlot - 1 : numeral.first
    return (Array(start..<end) + Array(numeral.signSlot..<numeral.start), numeral.first)
  }

  /// The `count` characters before the digits of a number: its currency symbol.
  func lead(_ count: Int, of numeral: Numeral) -> String {
    String(characters[(numeral.start - count)..<numeral.start])
  }

  /// A number as the text writes it, with its sign.
  func written(_ numeral: Numeral) -> String {
    String(characters[numeral.first..<numeral.end])
  }

  /// The character at `position`, for a sentence.
  func quoted(_ position: Int) -> String {
    position < characters.count ? "“\(characters[position])”" : "the end"
  }
}
