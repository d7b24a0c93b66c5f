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

/// A component of a value, after CSS Syntax 3 §4; white space and comments separate and are not kept.
enum Token: Equatable {
  case identifier(String)
  /// A name with its opening parenthesis.
  case function(String)
  case number(Double, NumberForm)
  /// Hundredths: 50 for `50%`.
  case percentage(Double)
  case dimension(Double, unit: String)
  case comma
  case colon
  case closingParenthesis
  /// Anything else, which no curve contains.
  case other(String)
  case end

  /// How a number came to be.
  enum NumberForm {
    /// Written without fraction and exponent.
    case integer
    /// Written with one.
    case decimal
    /// By a math function.
    case computed
  }

  /// The token as a reader would call it.
  var description: String {
    switch self {
    case .identifier(let name): name.quoted
    case .function(let name): "\(name)(".quoted
    case .number(let value, _): value.shortest.quoted
    case .percentage(let value): "\(value.shortest)%".quoted
    case .dimension(let value, let unit): "\(value.shortest)\(unit)".quoted
    case .comma: "a comma"
    case .colon: "a colon"
    case .closingParenthesis: "`)`"
    case .other(let text): text.quoted
    case .end: "the end"
    }
  }
}
