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
    var arguments: [MathFunction.Argument] = []
    while true {
      guard let argument = argument(of: function, depth) else { return nil }
      arguments.append(argument)
      guard current == .comma else { break }
      step()
    }
    return isAtEndOfArguments ? function.value(of: arguments, strategy) : nil
  }

  private mutating func argument(of function: MathFunction, _ depth: Int) -> MathFunction.Argument? {
    if function == .clamp, case .identifier(let word) = current, word.lowercasedASCII == "none" {
      step()
      return MathFunction.Argument.none
    }
    return sum(depth).map(MathFunction.Argument.quantity)
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
