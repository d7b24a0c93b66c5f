/// A value for each parameter of a curve, every one inside its range.
public struct CurveArguments: Sendable {
  private var values: [String: Double] = [:]

  /// The value of a parameter that the curve has declared.
  public subscript(name: String) -> Double {
    guard let value = values[name] else { preconditionFailure("the curve has no parameter \(name)") }
    return value
  }

  /// Gives each written argument to its parameter, and the others their defaults.
  init(_ written: WrittenArguments, for parameters: [CurveParameter], of curve: String) throws(CurveSyntaxError) {
    for (parameter, argument) in zip(parameters, written.positional) {
      values[parameter.name] = try argument.value(for: parameter, of: curve)
    }
    for (name, argument) in written.named {
      guard values[name] == nil else { throw CurveSyntaxError("\(curve.quoted) is given \(name.quoted) twice.") }
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        throw .unknown("parameter", name, among: parameters.map(\.name))
      }
      values[name] = try argument.value(for: parameter, of: curve)
    }
    for parameter in parameters where values[parameter.name] == nil {
      guard let value = parameter.defaultValue else {
        throw CurveSyntaxError("\(curve.quoted) needs a value for \(parameter.name.quoted).")
      }
      values[parameter.name] = value
    }
  }
}

/// Arguments as they stand in the text: first those without names, then those with, as in a Swift call.
struct WrittenArguments {
  private(set) var positional: [WrittenArgument] = []
  private(set) var named: [(name: String, argument: WrittenArgument)] = []

  /// No arguments.
  init() {}

  /// Reads up to the closing parenthesis.
  init(of curve: String, from cursor: inout TokenCursor) throws(CurveSyntaxError) {
    guard !cursor.isAtEndOfArguments else { return }
    repeat {
      if case .identifier(let name) = cursor.current {
        cursor.advance()
        guard cursor.current == .colon else {
          throw cursor.unexpected("\(curve.quoted) needs a colon after \(name.quoted)")
        }
        cursor.advance()
        named.append((name, try WrittenArgument(of: curve, from: &cursor)))
      } else {
        guard named.isEmpty else {
          throw cursor.unexpected("\(curve.quoted) needs a name for each argument after the first named one")
        }
        positional.append(try WrittenArgument(of: curve, from: &cursor))
      }
    } while cursor.skipComma()
  }

  /// Whether every argument has a parameter to go to.
  func fit(_ parameters: [CurveParameter]) -> Bool {
    positional.count <= parameters.count
      && named.allSatisfy { written in parameters.contains { $0.name == written.name } }
  }
}

/// A number, or a time with its unit.
struct WrittenArgument {
  private let value: Double
  private let hasUnit: Bool

  init(of curve: String, from cursor: inout TokenCursor) throws(CurveSyntaxError) {
    switch cursor.current {
    case .number(let value, _): (self.value, hasUnit) = (value, false)
    case .dimension(let value, let unit) where unit.lowercasedASCII == "s": (self.value, hasUnit) = (value, true)
    case .dimension(let value, let unit) where unit.lowercasedASCII == "ms":
      (self.value, hasUnit) = (value / 1000, true)
    default: throw cursor.unexpected("\(curve.quoted) needs a number")
    }
    cursor.advance()
  }

  /// The value, if the parameter may have it.
  func value(for parameter: CurveParameter, of curve: String) throws(CurveSyntaxError) -> Double {
    guard !hasUnit || parameter.isTime else {
      throw CurveSyntaxError("\(curve.quoted) takes \(parameter.name.quoted) without a unit.")
    }
    guard parameter.range.contains(value) else {
      let range = "\(parameter.range.lowerBound.shortest) to \(parameter.range.upperBound.shortest)"
      throw CurveSyntaxError("\(curve.quoted) needs \(parameter.name.quoted) from \(range), not \(value.shortest).")
    }
    return value
  }
}
