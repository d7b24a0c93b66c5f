/// A text's tokens with one of them in view.
struct TokenCursor {
  private var tokenizer: Tokenizer
  private(set) var current: Token

  init(_ text: String) {
    tokenizer = Tokenizer(text)
    current = tokenizer.next()
  }

  mutating func advance() {
    current = tokenizer.next()
  }

  /// Whether the arguments are over: at a closing parenthesis or, as in CSS, where the text ends without it.
  var isAtEndOfArguments: Bool {
    current == .closingParenthesis || current == .end
  }

  /// Moves past a comma, if one is in view.
  mutating func skipComma() -> Bool {
    guard current == .comma else { return false }
    advance()
    return true
  }

  /// Moves past a number.
  mutating func number(_ expectation: @autoclosure () -> String) throws(CurveSyntaxError) -> Double {
    guard case .number(let value, _) = current else { throw unexpected(expectation()) }
    advance()
    return value
  }

  /// Moves past a comma that has to be there.
  mutating func comma(_ expectation: @autoclosure () -> String) throws(CurveSyntaxError) {
    guard skipComma() else { throw unexpected(expectation()) }
  }

  /// Says that something else was expected than what is in view.
  func unexpected(_ expectation: String) -> CurveSyntaxError {
    CurveSyntaxError("\(expectation), not \(current.description).")
  }
}
