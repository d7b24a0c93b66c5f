/// What stands between the parentheses of a curve.
public struct CurveArguments: Sendable {
  let tokens: [CurveToken]

  /// The tokens between commas, without the white space at their ends; nothing at all is no argument.
  var parts: [[CurveToken]] {
    guard tokens.contains(where: { $0 != .whitespace }) else { return [] }
    return tokens.split(separator: .comma, omittingEmptySubsequences: false).map { part in
      var part = Array(part)
      if part.first == .whitespace { part.removeFirst() }
      if part.last == .whitespace { part.removeLast() }
      return part
    }
  }

  /// The names given to arguments; empty where all are positional.
  public var names: Set<String> {
    Set(parts.compactMap { if case .identifier(let name)? = $0.first { name } else { nil } })
  }

  /// The numbers, by position or by name (`0.5, 0.3` or `duration: 0.5, bounce: 0.3`).
  ///
  /// - Parameters:
  ///   - parameters: What is expected, in the order of the positions.
  ///   - name: The curve, for errors.
  /// - Returns: A value for each parameter; the default where none is given.
  /// - Throws: What is wrong: too many, out of range, unknown, no number.
  public func numbers(_ parameters: [CurveParameter], of name: String) throws(CurveSyntaxError) -> [Double] {
    var values = parameters.map(\.defaultValue)
    var given = Set<Int>()
    for (position, part) in parts.enumerated() {
      let (index, value) = try argument(part, at: position, parameters, name)
      let parameter = parameters[index]
      guard given.insert(index).inserted else {
        throw CurveSyntaxError("has `\(parameter.name)` twice in `\(name)()`")
      }
      guard parameter.range.contains(value) else {
        throw CurveSyntaxError("needs a `\(parameter.name)` \(parameter.limits) in `\(name)()`, not \(value)")
      }
      values[index] = value
    }
    return values
  }

  private func argument(
    _ part: [CurveToken], at position: Int, _ parameters: [CurveParameter], _ name: String
  ) throws(CurveSyntaxError) -> (index: Int, value: Double) {
    let significant = part.filter { $0 != .whitespace }
    if significant.count == 1, case .number(let value, _) = significant[0] {
      guard position < parameters.count else {
        throw CurveSyntaxError("has more than \(parameters.count) arguments in `\(name)()`")
      }
      return (position, value)
    }
    guard significant.count == 3, case .identifier(let label) = significant[0], significant[1] == .colon,
      case .number(let value, _) = significant[2]
    else { throw CurveSyntaxError("needs numbers in `\(name)()`, such as `\(name)(\(Self.example(parameters)))`") }
    guard let index = parameters.firstIndex(where: { $0.name == label }) else {
      let names = parameters.map { "`\($0.name)`" }.joined(separator: ", ")
      throw CurveSyntaxError("has an unknown argument `\(label)` in `\(name)()`, which takes \(names)")
    }
    return (index, value)
  }

  private static func example(_ parameters: [CurveParameter]) -> String {
    parameters.map { "\($0.name): \($0.defaultValue)" }.joined(separator: ", ")
  }
}

/// A number that a curve takes.
public struct CurveParameter: Equatable, Sendable {
  /// How it is called between the parentheses.
  public let name: String
  /// What it is when nothing is said.
  public let defaultValue: Double
  /// What it may be.
  public let range: ClosedRange<Double>

  /// Describes a parameter.
  public init(_ name: String, _ defaultValue: Double, in range: ClosedRange<Double>) {
    self.name = name
    self.defaultValue = defaultValue
    self.range = range
  }

  /// The range in words.
  var limits: String { "from \(range.lowerBound) to \(range.upperBound)" }
}
