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
