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
