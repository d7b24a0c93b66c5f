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
