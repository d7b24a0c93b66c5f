public import Interpolation
public import TextBytes

/// How a number is written: the one closed value behind number pairs, printf texts and locales.
///
/// Its texts are kept as UTF-8, ready to be copied into a frame. A class, so that those who share it copy a reference.
public final class NumberTemplate: Sendable {
  /// How the digits are written; `nil` for a count of them after the separator.
  let form: (any Form)?
  package let affixes: Signed<Affixes>
  package let layout: DigitLayout
  /// Zeros are written in front until there are this many digits.
  package let minimumIntegerDigits: Int
  /// How many digits stand after the separator in all texts of an animation: as many as one of the numbers needs, so that
  /// none comes or goes between them.
  let fraction: ClosedRange<Int>
  /// Whether there are more where the factor has more whose multiples are shown.
  let growsWithFactor: Bool
  /// The power of ten that a value is multiplied with before it is written: 2 for percent, −3 for thousands.
  let decimalShift: Int
  let padding: Padding?
  /// What stands around numbers whose unit takes other forms; `nil` where it has one.
  let plurals: PluralForms?
  let hasSuffix: Bool

  init(
    form: (any Form)? = nil, affixes: Signed<Affixes>, layout: DigitLayout = .whole, minimumIntegerDigits: Int = 1,
    fraction: ClosedRange<Int> = 0...0, growsWithFactor: Bool = false, decimalShift: Int = 0, padding: Padding? = nil,
    plurals: PluralForms? = nil
  ) {
    self.form = form
    self.affixes = affixes
    self.layout = layout
    self.minimumIntegerDigits = minimumIntegerDigits
    self.fraction = fraction
    self.growsWithFactor = growsWithFactor
    self.decimalShift = decimalShift
    self.padding = padding
    self.plurals = plurals
    hasSuffix = !affixes.positive.suffix.isEmpty || !affixes.negative.suffix.isEmpty || !affixes.zero.suffix.isEmpty
  }

  /// Creates a template for whole numbers and fractions.
  ///
  /// The counts are brought into 0…400 and into order.
  /// - Parameters:
  ///   - positive: What stands before and after a number above zero.
  ///   - negative: What stands around a number that is shown below zero; the minus belongs here.
  ///   - zero: What stands around a number that is shown as zero, whatever its sign was; as `positive` if left out.
  ///   - layout: The digits, the separators and the groups.
  ///   - minimumIntegerDigits: Zeros are written in front until there are this many digits.
  ///   - minimumFractionDigits: Zeros at the end are written as far as here.
  ///   - maximumFractionDigits: Where the value is rounded.
  ///   - decimalShift: The power of ten that a value is multiplied with: 2 for percent.
  public convenience init(
    positive: Affixes = Affixes(), negative: Affixes = Affixes(prefix: "-"), zero: Affixes? = nil,
    layout: DigitLayout = DigitLayout(), minimumIntegerDigits: Int = 1, minimumFractionDigits: Int = 0,
    maximumFractionDigits: Int, decimalShift: Int = 0
  ) {
    let limit = NumberLimits.writtenDigits
    let places = maximumFractionDigits.clamped(to: 0...limit)
    self.init(
      affixes: Signed(positive: positive, negative: negative, zero: zero ?? positive), layout: layout,
      minimumIntegerDigits: minimumIntegerDigits.clamped(to: 0...limit),
      fraction: minimumFractionDigits.clamped(to: 0...places)...places,
      decimalShift: decimalShift.clamped(to: -limit...limit))
  }

  package var isPlain: Bool { form == nil }

  /// How times are written; `nil` for what is none.
  package var clock: ClockForm? { form as? ClockForm }

  static let byteCount =
    96 + MemoryLayout<Signed<Affixes>>.stride + MemoryLayout<DigitLayout>.stride + MemoryLayout<(any Form)?>.stride

  /// Two texts around the digits, each possibly empty.
  public struct Affixes: Equatable, Sendable {
    package internal(set) var prefix: Literal
    package internal(set) var suffix: Literal

    /// Creates a prefix and a suffix.
    public init(prefix: String = "", suffix: String = "") {
      self.init(Literal(prefix), Literal(suffix))
    }

    init(_ prefix: Literal, _ suffix: Literal) {
      (self.prefix, self.suffix) = (prefix, suffix)
    }

    static let minus = Affixes(prefix: "-")
  }

  struct Padding: Equatable, Sendable {
    let width: Int
    let side: Side

    enum Side {
      case front, zerosAfterSign, back
    }
  }
}

/// One of something for numbers above, below and at zero.
package struct Signed<Value: Sendable>: Sendable {
  package let positive: Value
  package let negative: Value
  package let zero: Value

  package init(positive: Value, negative: Value, zero: Value) {
    (self.positive, self.negative, self.zero) = (positive, negative, zero)
  }
}

extension Signed: Equatable where Value: Equatable {}

extension Int {
  package func clamped(to limits: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound)
  }
}

// MARK: - Preparing

extension NumberTemplate {
  /// The same template for a unit whose form depends on the number.
  package func inflected(by plurals: PluralForms?) -> NumberTemplate {
    with(form, plurals)
  }

  private func with(_ form: (any Form)?, _ plurals: PluralForms?) -> NumberTemplate {
    NumberTemplate(
      form: form, affixes: affixes, layout: layout, minimumIntegerDigits: minimumIntegerDigits, fraction: fraction,
      growsWithFactor: growsWithFactor, decimalShift: decimalShift, padding: padding, plurals: plurals)
  }

  func fractionDigits(showing source: Decimal, _ target: Decimal, factor: Decimal?, _ rounding: Rounding) -> Int {
    var count = fraction.lowerBound
    if count < fraction.upperBound {
      for number in [source, target, factor ?? target] {
        count = max(count, number.significantPlaces(shiftedBy: decimalShift, limit: fraction.upperBound, rounding))
      }
    }
    return growsWithFactor ? max(count, factor?.places ?? 0) : count
  }

  /// The same template for the numbers between two, written by their size: those below one get no more digits than one of
  /// the two needs.
  func limited(showing source: Decimal, _ target: Decimal, _ rounding: Rounding) -> NumberTemplate {
    form.map { with($0.limited(showing: source, target, rounding), plurals) } ?? self
  }

  // MARK: - Writing

  /// Appends a number given in units of the last of so many digits after the separator, but for `zeros` that follow.
  func write(
    _ units: Int128, zeros: Int = 0, fractionDigits: ClosedRange<Int>, to text: inout UTF8Buffer
  ) {
    write(sign: units, plurals?.affixes(beside: units, zeros: zeros, fractionDigits: fractionDigits), to: &text) {
      let start = $0.count
      units.magnitude.appendDigits(
        minimum: minimumIntegerDigits + fractionDigits.upperBound, zeros: zeros, to: &$0)
      layout.layOut(from: start, fractionDigits: fractionDigits, in: &$0)
    }
  }

  /// Appends what stands around a number and between them what `write` appends.
  ///
  /// What `form` has stands there in the place of ``affixes``.
  func write(
    sign units: Int128, _ form: Signed<Affixes>? = nil, to text: inout UTF8Buffer,
    _ write: (inout UTF8Buffer) -> Void
  ) {
    let (isZero, isNegative) = (units == 0, units < 0)
    let affixes = form ?? affixes
    text.append(isZero ? affixes.zero.prefix : isNegative ? affixes.negative.prefix : affixes.positive.prefix)
    write(&text)
    guard hasSuffix || form != nil else { return }
    text.append(isZero ? affixes.zero.suffix : isNegative ? affixes.negative.suffix : affixes.positive.suffix)
  }

  /// Appends a number as `-1234.50`: nothing but digits, a point and a minus.
  ///
  /// `minimumPlaces` digits stand after the point, and as many more as are not zero.
  static func writePlain(
    _ units: Int128, zeros: Int = 0, places: Int, minimumPlaces: Int? = nil, to text: inout UTF8Buffer
  ) {
    plain.write(units, zeros: zeros, fractionDigits: (minimumPlaces ?? places)...places, to: &text)
  }

  private static let plain = NumberTemplate(maximumFractionDigits: 0)
}

extension NumberTemplate.Padding {
  /// Brings what was written from `start` on to the width: spaces in front or behind, or zeros after the sign.
  func pad(from start: Int, in text: inout UTF8Buffer) {
    let missing = width - (text.count - start)
    guard missing > 0 else { return }
    switch side {
    case .back: text.append(repeating: UInt8(ascii: " "), count: missing)
    case .zerosAfterSign:
      text.insert(repeating: UInt8(ascii: "0"), count: missing, at: Self.firstDigit(from: start, in: text))
    case .front: text.insert(repeating: UInt8(ascii: " "), count: missing, at: start)
    }
  }

  /// The position after the sign and the mark `0x`.
  private static func firstDigit(from start: Int, in text: borrowing UTF8Buffer) -> Int {
    var position = start
    if "+- ".utf8.contains(text[position]) { position += 1 }
    let isMarked = position + 1 < text.count && "xX".utf8.contains(text[position + 1])
    return isMarked ? position + 2 : position
  }
}

// MARK: - Interpolating

/// Two numbers, written by a template: how a locale or a printf text drives an animation.
public struct FormatInterpolator: TextInterpolator {
  /// How every number is written.
  public let template: NumberTemplate
  /// How values between two shown digits are rounded.
  public var rounding: Rounding
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
  public func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    try numbers(from: source, to: target, spending: &meter)
  }

  package func numbers(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> NumbersInterpolation {
    try meter.charge(source, target)
    let (source, target) = try Decimal.pair(source, target, symbols)
    return try NumbersInterpolation(
      from: source, to: target, template.limited(showing: source, target, rounding), rounding: rounding,
      before: prefix, after: suffix)
  }
}
