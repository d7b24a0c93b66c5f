/// A curve that has a name: what it is called, what it takes, and how it is made.
public struct CurveEntry: Sendable {
  /// Where a curve comes from, and so how its name is read.
  public enum Kind: String, CaseIterable, Sendable {
    /// CSS Easing 2: names in any case of A–Z, arguments as CSS has them.
    case css
    /// Core Animation's names for CSS curves.
    case coreAnimation
    /// UICountingLabel's modes.
    case counting
    /// Robert Penner's families.
    case penner
    /// Springs, in true time.
    case spring
    /// Decays, which find their own target.
    case decay
    /// Registered by a user of this library.
    case custom
  }

  /// The name, exactly as written, except for `css`.
  public let name: String
  /// Where the curve comes from.
  public let kind: Kind
  /// What the curve takes, in the order of arguments without names.
  public let parameters: [CurveParameter]
  /// One line on how the curve moves.
  public let summary: String
  /// A text that gives this curve.
  public let example: String

  let form: Form

  /// What follows the name in the text.
  enum Form: Sendable {
    /// Nothing.
    case keyword(any TimingCurve)
    /// With arguments that CSS describes.
    case notation(@Sendable (inout TokenCursor) throws(CurveSyntaxError) -> any TimingCurve)
    /// With numbers for the parameters, or nothing where each has a default.
    case function(@Sendable (CurveArguments) throws(CurveSyntaxError) -> any TimingCurve)
  }

  /// Creates an entry whose curve is made from numbers.
  ///
  /// - Parameters:
  ///   - name: A CSS identifier.
  ///   - kind: Where the curve comes from.
  ///   - parameters: What it takes, in order.
  ///   - summary: One line on how it moves.
  ///   - example: A text that gives it; by default the name alone.
  ///   - make: Makes the curve from a value for each parameter.
  public init(
    _ name: String, kind: Kind = .custom, parameters: [CurveParameter] = [], summary: String, example: String? = nil,
    make: @escaping @Sendable (CurveArguments) throws(CurveSyntaxError) -> any TimingCurve
  ) {
    self.init(name, kind, parameters, summary, example ?? name, .function(make))
  }

  init(
    _ name: String, _ kind: Kind, _ parameters: [CurveParameter], _ summary: String, _ example: String, _ form: Form
  ) {
    self.name = name
    self.kind = kind
    self.parameters = parameters
    self.summary = summary
    self.example = example
    self.form = form
  }

  /// The curve, where the name alone stands for a cubic Bézier.
  package var bezier: CubicBezier? {
    if case .keyword(let curve) = form { curve as? CubicBezier } else { nil }
  }

  /// Whether the entry goes by this name.
  func isCalled(_ word: String) -> Bool {
    kind == .css ? name == word.lowercasedASCII : name == word
  }
}

/// One number that a curve can be given.
public struct CurveParameter: Hashable, Sendable {
  /// The name, as written before the colon.
  public let name: String
  /// The value where none is given; `nil` asks for one.
  public let defaultValue: Double?
  /// The values that make sense, both ends finite.
  public let range: ClosedRange<Double>
  /// Whether it is in seconds and may carry a unit: `0.5`, `500ms`, `0.5s`.
  public let isTime: Bool

  /// Creates a parameter.
  public init(_ name: String, _ defaultValue: Double?, in range: ClosedRange<Double>, isTime: Bool = false) {
    self.name = name
    self.defaultValue = defaultValue
    self.range = range
    self.isTime = isTime
  }
}

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
      values[parameter.name] = try Self.value(of: argument, for: parameter, of: curve)
    }
    for (name, argument) in written.named {
      guard values[name] == nil else { throw CurveSyntaxError("\(curve.quoted) is given \(name.quoted) twice.") }
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        throw .unknown("parameter", name, among: parameters.map(\.name))
      }
      values[name] = try Self.value(of: argument, for: parameter, of: curve)
    }
    for parameter in parameters where values[parameter.name] == nil {
      guard let value = parameter.defaultValue else {
        throw CurveSyntaxError("\(curve.quoted) needs a value for \(parameter.name.quoted).")
      }
      values[parameter.name] = value
    }
  }

  /// The value, if the parameter may have it.
  private static func value(
    of argument: WrittenArguments.Argument, for parameter: CurveParameter, of curve: String
  ) throws(CurveSyntaxError) -> Double {
    guard !argument.hasUnit || parameter.isTime else {
      throw CurveSyntaxError("\(curve.quoted) takes \(parameter.name.quoted) without a unit.")
    }
    let (value, range) = (argument.value, parameter.range)
    guard range.contains(value) else {
      let limits = "\(range.lowerBound.shortest) to \(range.upperBound.shortest)"
      throw CurveSyntaxError("\(curve.quoted) needs \(parameter.name.quoted) from \(limits), not \(value.shortest).")
    }
    return value
  }
}

/// Arguments as they stand in the text: first those without names, then those with, as in a Swift call.
struct WrittenArguments {
  /// A number, or a time with its unit.
  typealias Argument = (value: Double, hasUnit: Bool)

  private(set) var positional: [Argument] = []
  private(set) var named: [(name: String, argument: Argument)] = []

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
        named.append((name, try Self.argument(of: curve, from: &cursor)))
      } else {
        guard named.isEmpty else {
          throw cursor.unexpected("\(curve.quoted) needs a name for each argument after the first named one")
        }
        positional.append(try Self.argument(of: curve, from: &cursor))
      }
    } while cursor.skipComma()
  }

  private static func argument(
    of curve: String, from cursor: inout TokenCursor
  ) throws(CurveSyntaxError) -> Argument {
    let argument: Argument
    switch cursor.current {
    case .number(let value, _): argument = (value, false)
    case .dimension(let value, let unit) where unit.lowercasedASCII == "s": argument = (value, true)
    case .dimension(let value, let unit) where unit.lowercasedASCII == "ms": argument = (value / 1000, true)
    default: throw cursor.unexpected("\(curve.quoted) needs a number")
    }
    cursor.advance()
    return argument
  }

  /// Whether every argument has a parameter to go to.
  func fit(_ parameters: [CurveParameter]) -> Bool {
    positional.count <= parameters.count
      && named.allSatisfy { written in parameters.contains { $0.name == written.name } }
  }
}
