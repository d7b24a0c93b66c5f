/// Every curve that can be named, and the way from its text to the curve.
///
/// The list and the parser are one thing, so they cannot disagree. A service adds its own with ``register(_:)``.
public struct CurveCatalog: Sendable {
  /// One name.
  public struct Entry: Sendable {
    /// The name as it is written.
    public let name: String
    /// What may stand in its parentheses, for curves that take plain numbers.
    public let parameters: [CurveParameter]
    /// One sentence.
    public let summary: String
    /// A text that is valid.
    public let example: String
    /// Makes the curve; without arguments where the name stands without parentheses.
    let make: @Sendable (CurveArguments?) throws(CurveSyntaxError) -> any TimingCurve

    /// Describes a curve that takes plain numbers, all of which have defaults.
    ///
    /// - Parameters:
    ///   - name: The name as it is written.
    ///   - parameters: What may stand in its parentheses.
    ///   - summary: One sentence.
    ///   - make: Makes the curve from one value for each parameter.
    public init(
      _ name: String, _ parameters: [CurveParameter] = [], summary: String,
      make: @escaping @Sendable ([Double]) -> any TimingCurve
    ) {
      let values = parameters.map { "\($0.name): \($0.defaultValue)" }.joined(separator: ", ")
      self.init(name, parameters, summary: summary, example: parameters.isEmpty ? name : "\(name)(\(values))") {
        arguments throws(CurveSyntaxError) in
        make(try (arguments ?? CurveArguments(tokens: [])).numbers(parameters, of: name))
      }
    }

    /// Describes a curve with a grammar of its own.
    init(
      _ name: String, _ parameters: [CurveParameter] = [], summary: String, example: String,
      parse: @escaping @Sendable (CurveArguments?) throws(CurveSyntaxError) -> any TimingCurve
    ) {
      self.name = name
      self.parameters = parameters
      self.summary = summary
      self.example = example
      make = parse
    }
  }

  /// The curves in the order of their registration.
  public private(set) var entries: [Entry] = []
  private var indices: [String: Int] = [:]

  /// Creates a catalogue without any.
  public init() {}

  /// All that the project brings.
  public static let standard: CurveCatalog = {
    var catalog = CurveCatalog()
    for entry in Entry.css + Entry.counting + Entry.penner + Entry.springs { catalog.register(entry) }
    return catalog
  }()
}

extension CurveCatalog {
  /// Adds a curve, in place of one of the same name.
  public mutating func register(_ entry: Entry) {
    if let index = indices[entry.name] {
      entries[index] = entry
    } else {
      indices[entry.name] = entries.count
      entries.append(entry)
    }
  }

  /// The curve that a text describes.
  ///
  /// CSS names may be written in any case, as in a style sheet; a parenthesis left open at the end counts as closed.
  /// - Throws: One sentence on what is wrong.
  public func curve(_ text: String) throws(CurveSyntaxError) -> any TimingCurve {
    var tokens = CurveTokenizer.tokens(of: text)[...]
    if tokens.first == .whitespace { tokens.removeFirst() }
    if tokens.last == .whitespace { tokens.removeLast() }
    switch tokens.popFirst() {
    case .identifier(let name)? where tokens.isEmpty:
      return try entry(name).make(nil)
    case .function(let name)?:
      let close = tokens.firstIndex(of: .close) ?? tokens.endIndex
      guard close >= tokens.endIndex - 1, !tokens[..<close].contains(where: \.isFunction) else {
        throw CurveSyntaxError(
          "must be one curve; something stands after or inside `\(name)(…)` that does not belong there")
      }
      return try entry(name).make(CurveArguments(tokens: Array(tokens[..<close])))
    case nil:
      throw CurveSyntaxError("must name a curve, such as `ease-out` or `spring(duration: 0.5, bounce: 0.3)`")
    default:
      throw CurveSyntaxError("must be one curve, such as `ease-out` or `spring(duration: 0.5, bounce: 0.3)`")
    }
  }

  private func entry(_ name: String) throws(CurveSyntaxError) -> Entry {
    if let index = indices[name] { return entries[index] }
    let lowered = name.lowercased()
    if Entry.cssNames.contains(lowered), let index = indices[lowered] { return entries[index] }
    throw CurveSyntaxError("has no curve called `\(name.prefix(40))`", unknownName: name)
  }
}

extension CurveToken {
  fileprivate var isFunction: Bool {
    if case .function = self { true } else { false }
  }
}
