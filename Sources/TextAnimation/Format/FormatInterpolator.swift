internal import TextBytes

/// Two numbers, written by a template: how a locale or a printf text drives an animation.
public struct FormatInterpolator: TextInterpolator {
  /// How every number is written.
  public let template: NumberTemplate
  /// How values between two shown digits are rounded.
  public let rounding: Rounding
  /// The characters that a number which is no plain decimal is read with.
  public let symbols: NumberSymbols
  private let prefix: Literal
  private let suffix: Literal

  /// Creates an interpolator; the numbers themselves are read in English by default.
  public init(template: NumberTemplate, rounding: Rounding = .halfExpand, symbols: NumberSymbols = .english) {
    (self.template, self.rounding, self.symbols) = (template, rounding, symbols)
    (prefix, suffix) = (.empty, .empty)
  }

  /// Creates an interpolator for a printf text: UICountingLabel's `format`.
  ///
  /// - Parameters:
  ///   - format: The text with its conversion.
  ///   - rounding: If left out, integers are truncated as the seed does, and fractions are rounded as in C.
  ///   - symbols: The characters that both numbers are read with.
  ///   - locale: Whose digits and separators are written; `nil` for C's.
  public init(
    format: PrintfFormat, rounding: Rounding? = nil, symbols: NumberSymbols = .english, locale: NumberTemplate? = nil
  ) {
    template = format.template(in: locale)
    self.rounding = rounding ?? (format.isInteger ? .trunc : .halfEven)
    self.symbols = symbols
    (prefix, suffix) = (format.prefix, format.suffix)
  }

  /// Reads both numbers; an empty text is zero.
  ///
  /// - Throws: ``NotAnimatable`` if a text is not a number.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    let (source, target) = try Decimal.pair(source, target, symbols)
    return try NumbersInterpolation(
      from: source, to: target, template.limited(showing: source, target, rounding), rounding: rounding,
      before: prefix, after: suffix)
  }
}

extension Decimal {
  /// Reads two numbers; an empty text is zero.
  ///
  /// Two plain decimals such as `1234.5` are what they are. Where one is written in another way, the other is taken to be
  /// written so too if it can be: beside `1.234,5` a `2.000` is two thousand.
  static func pair(
    _ source: String, _ target: String, _ symbols: NumberSymbols
  ) throws(NotAnimatable) -> (Decimal, Decimal) {
    if let source = Decimal(plain: source), let target = Decimal(plain: target) { return (source, target) }
    return (try Decimal(reading: source, symbols: symbols), try Decimal(reading: target, symbols: symbols))
  }

  private static let plainSymbols = NumberSymbols(decimalSeparators: ["."], groupingSeparators: [])

  /// Reads a decimal with a point and without groups; an empty text is zero, anything else `nil`.
  public init?(plain text: String) {
    guard let value = try? Decimal(parsing: text, symbols: Self.plainSymbols) else { return nil }
    self = value
  }

  /// Reads a number by the symbols, ignoring bidi marks, or else as a plain decimal.
  fileprivate init(reading text: String, symbols: NumberSymbols) throws(NotAnimatable) {
    do throws(NotAnimatable) {
      try self.init(parsing: text.filter { !"\u{061C}\u{200E}\u{200F}".contains($0) }, symbols: symbols)
    } catch {
      guard let value = Decimal(plain: text) else { throw error }
      self = value
    }
  }
}
