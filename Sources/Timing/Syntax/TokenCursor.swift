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

// CSS Values 4 §10: what stands in a math function is computed where it is read, so that whoever reads a curve sees
// the number or percentage that it comes to.
extension TokenCursor {
  /// The deepest nesting that is followed.
  private static let deepest = 100

  /// Puts what a math function comes to in place of it; one that is none of CSS's stays as it is.
  mutating func computeMath() {
    guard case .function(let name) = current, MathFunction(named: name) != nil else { return }
    guard let quantity = mathFunction(depth: 0) else {
      current = .other("\(name)(")
      return
    }
    let limit = Double(Float.greatestFiniteMagnitude)
    let value = quantity.value.isNaN ? 0 : quantity.value.clamped(to: -limit...limit)
    if quantity.isNumber {
      current = .number(value, .computed)
    } else if quantity.units == [.percent: 1] {
      current = .percentage(value)
    } else {
      current = .other("\(name)(")
    }
  }

  /// Reads a function up to its closing parenthesis, which stays in view.
  private mutating func mathFunction(depth: Int) -> Quantity? {
    guard depth < Self.deepest, case .function(let name) = current,
      let function = MathFunction(named: name)
    else { return nil }
    step()
    var strategy = MathFunction.Strategy.nearest
    if function == .round, case .identifier(let word) = current,
      let named = MathFunction.Strategy(rawValue: word.lowercasedASCII)
    {
      strategy = named
      step()
      guard current == .comma else { return nil }
      step()
    }
    var arguments: [Quantity?] = []
    while true {
      if function == .clamp, case .identifier(let word) = current, word.lowercasedASCII == "none" {
        step()
        arguments.append(nil)
      } else {
        guard let argument = sum(depth) else { return nil }
        arguments.append(argument)
      }
      guard current == .comma else { break }
      step()
    }
    return isAtEndOfArguments ? function.value(of: arguments, strategy) : nil
  }

  /// Products with plus and minus between them, which white space must surround.
  private mutating func sum(_ depth: Int) -> Quantity? {
    guard var total = product(depth) else { return nil }
    while current == .other("+") || current == .other("-") {
      let sign: Double = current == .other("+") ? 1 : -1
      guard isAfterSpace else { return nil }
      step()
      guard isAfterSpace, let next = product(depth), next.units == total.units else { return nil }
      total.value += sign * next.value
    }
    return total
  }

  private mutating func product(_ depth: Int) -> Quantity? {
    guard var total = operand(depth) else { return nil }
    while current == .other("*") || current == .other("/") {
      let isProduct = current == .other("*")
      step()
      guard let next = operand(depth) else { return nil }
      total = isProduct ? total * next : total / next
    }
    return total
  }

  private mutating func operand(_ depth: Int) -> Quantity? {
    let value: Quantity?
    switch current {
    case .number(let number, _): value = Quantity(number)
    case .percentage(let number): value = Quantity(number, .percent)
    case .dimension(let number, let unit): value = Quantity(number, unit: unit)
    case .identifier(let word): value = Quantity.constants[word.lowercasedASCII].map { Quantity($0) }
    case .function: value = mathFunction(depth: depth + 1)
    case .other("("): value = parenthesis(depth + 1)
    default: value = nil
    }
    step()
    return value
  }

  private mutating func parenthesis(_ depth: Int) -> Quantity? {
    guard depth < Self.deepest else { return nil }
    step()
    let value = sum(depth)
    return isAtEndOfArguments ? value : nil
  }
}
