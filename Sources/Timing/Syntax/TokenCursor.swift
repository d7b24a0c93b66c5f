/// A text's tokens with one of them in view.
struct TokenCursor {
  private var tokenizer: Tokenizer
  var current: Token

  /// Whether white space stands right before the token in view.
  var isAfterSpace: Bool { tokenizer.hasSkippedSpace }

  init(_ text: String) {
    tokenizer = Tokenizer(text)
    current = tokenizer.next()
    computeMath()
  }

  /// Moves to the next token, or to what the next math function comes to.
  mutating func advance() {
    step()
    computeMath()
  }

  /// Moves to the next token as it is written.
  mutating func step() {
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
