public import TextBytes

/// How a decimal number is written: the one closed value behind number pairs, printf and locales.
///
/// Its texts are kept as UTF-8, ready to be copied into a frame.
public struct NumberFormat: Equatable, Sendable {
  /// What stands before and after a number above zero.
  public var positive: Affixes
  /// What stands around a number that is shown below zero; the minus belongs here.
  public var negative: Affixes
  /// What stands around a number that is shown as zero, whatever its sign was.
  public var zero: Affixes
  /// The digits, the separators and the groups.
  public var layout: DigitLayout
  /// Zeros are written in front until there are this many digits.
  public let minimumIntegerDigits: Int
  /// Zeros at the end are written as far as here.
  public private(set) var minimumFractionDigits: Int
  /// Where the value is rounded.
  public private(set) var maximumFractionDigits: Int
  /// Which way it is rounded.
  public var rounding: Rounding
  /// The power of ten that a value is multiplied with before it is written: 2 for percent, −3 for thousands.
  public let decimalShift: Int

  /// Creates a format; the counts are brought into 0…400 and into order, and zero is written as `positive` if left out.
  public init(
    positive: Affixes = Affixes(), negative: Affixes = Affixes(prefix: "-"), zero: Affixes? = nil,
    layout: DigitLayout = DigitLayout(), minimumIntegerDigits: Int = 1, minimumFractionDigits: Int = 0,
    maximumFractionDigits: Int, rounding: Rounding = .nearest, decimalShift: Int = 0
  ) {
    let limits = 0...NumberLimits.formatDigits
    self.positive = positive
    self.negative = negative
    self.zero = zero ?? positive
    self.layout = layout
    self.minimumIntegerDigits = minimumIntegerDigits.clamped(to: limits)
    self.maximumFractionDigits = maximumFractionDigits.clamped(to: limits)
    self.minimumFractionDigits = minimumFractionDigits.clamped(to: 0...self.maximumFractionDigits)
    self.rounding = rounding
    self.decimalShift = decimalShift.clamped(to: -NumberLimits.formatDigits...NumberLimits.formatDigits)
  }

  /// `-1234.50`: nothing but digits, a point and a minus.
  public static func plain(fractionDigits: Int, rounding: Rounding = .nearest) -> NumberFormat {
    NumberFormat(
      minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits, rounding: rounding)
  }

  /// The format with exactly the fraction digits that one of the numbers needs, so that none comes or goes between them.
  func fixed(showing numbers: ExactDecimal...) -> NumberFormat {
    var format = self
    for number in numbers where format.minimumFractionDigits < maximumFractionDigits {
      let shown = number.shifted(by: decimalShift).rounded(toFractionDigits: maximumFractionDigits, rounding)
      format.minimumFractionDigits = max(format.minimumFractionDigits, shown.significantFractionDigits)
    }
    format.maximumFractionDigits = format.minimumFractionDigits
    return format
  }
}

extension NumberFormat {
  /// The format with so many fraction digits, no more and no fewer.
  func showing(fractionDigits: Int) -> NumberFormat {
    var format = self
    format.maximumFractionDigits = fractionDigits.clamped(to: 0...NumberLimits.formatDigits)
    format.minimumFractionDigits = format.maximumFractionDigits
    return format
  }
}

extension ExactDecimal {
  /// The digits after the separator without the zeros at the end.
  fileprivate var significantFractionDigits: Int {
    guard !isZero else { return 0 }
    let digits = magnitude.digits
    let zeros = digits.reversed().prefix { $0 == 0 }.count
    return max(fractionDigits - zeros, 0)
  }
}

extension NumberFormat {
  /// Two texts around the digits, each possibly empty.
  public struct Affixes: Equatable, Sendable {
    let prefix: Literal
    let suffix: Literal

    /// Creates a prefix and a suffix.
    public init(prefix: String = "", suffix: String = "") {
      self.prefix = Literal(prefix)
      self.suffix = Literal(suffix)
    }

    /// Nothing on either side.
    static let none = Affixes()
    /// A hyphen before the digits.
    static let minus = Affixes(prefix: "-")
  }
}

// MARK: - Writing

extension NumberFormat {
  /// Appends one number.
  public func write(_ value: ExactDecimal, to text: inout UTF8Buffer) {
    var digits = WideDigits(value.shifted(by: decimalShift))
    digits.round(toFractionDigits: maximumFractionDigits, integerDigits: minimumIntegerDigits, rounding)
    let sign = digits.isZero ? 0 : digits.isNegative ? -1 : 1
    write(digits, sign: sign, fractionDigits: minimumFractionDigits...maximumFractionDigits, to: &text)
  }

  /// The value in units of the last digit shown, where all digits shown fit one machine word.
  @inline(__always)
  func steps(of range: DecimalRange, at progress: Double) -> Int64? {
    minimumIntegerDigits + maximumFractionDigits <= 16 ? range.steps(at: progress) : nil
  }

  /// Whether every digit that is shown anyhow has its place in ``LongDigits``.
  var fitsLongDigits: Bool { minimumIntegerDigits + maximumFractionDigits <= LongDigits.limit }

  /// Appends a number given in units of the last digit shown.
  @inline(__always)
  func write(steps: Int64, to text: inout UTF8Buffer) {
    write(
      NarrowDigits(steps.magnitude, minimum: minimumIntegerDigits + maximumFractionDigits), sign: Int(steps.signum()),
      fractionDigits: minimumFractionDigits...maximumFractionDigits, to: &text)
  }

  /// The same for a number of more than one machine word.
  @inline(__always)
  func write(steps: Int128, to text: inout UTF8Buffer) {
    write(
      LongDigits(steps.magnitude, minimum: minimumIntegerDigits + maximumFractionDigits), sign: Int(steps.signum()),
      fractionDigits: minimumFractionDigits...maximumFractionDigits, to: &text)
  }

  /// Appends digits between what stands around a number above zero, below zero, or zero.
  @inline(__always)
  func write(_ digits: some DigitRun, sign: Int, fractionDigits: ClosedRange<Int>, to text: inout UTF8Buffer) {
    if sign > 0 {
      text.append(positive.prefix)
    } else {
      text.append(sign < 0 ? negative.prefix : zero.prefix)
    }
    layout.write(digits, fractionDigits: fractionDigits, to: &text)
    if sign > 0 {
      text.append(positive.suffix)
    } else {
      text.append(sign < 0 ? negative.suffix : zero.suffix)
    }
  }

  /// Two numbers and all between them, rounded as this format shows them.
  func range(from source: ExactDecimal, to target: ExactDecimal) -> DecimalRange {
    DecimalRange(
      from: source, to: target, fractionDigits: maximumFractionDigits, decimalShift: decimalShift,
      rounding: rounding)
  }
}

extension Int {
  fileprivate func clamped(to limits: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound)
  }
}
