internal import TextBytes

/// Two numbers, written by a printf text: UICountingLabel's `format`.
public struct FormatInterpolator: TextInterpolator {
  /// The text with its conversion.
  public var format: PrintfFormat
  /// Which way values go that lie between two shown digits.
  public var rounding: Rounding
  /// The characters that both numbers are read with.
  public var symbols: NumberSymbols

  /// Creates an interpolator; without a `rounding`, integers are truncated as the seed does, and fractions are rounded.
  public init(format: PrintfFormat, rounding: Rounding? = nil, symbols: NumberSymbols = .english) {
    self.format = format
    self.rounding = rounding ?? (format.isInteger ? .towardZero : .nearest)
    self.symbols = symbols
  }

  /// Reads both numbers; an empty text is zero.
  ///
  /// - Throws: ``NotAnimatable`` if a text is not a number.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    let source = try ExactDecimal(parsing: source, symbols: symbols)
    let target = try ExactDecimal(parsing: target, symbols: symbols)
    let range = DecimalRange(
      from: source, to: target, fractionDigits: format.fractionDigits(showing: target), rounding: rounding)
    return PrintfInterpolation(format: format, range: range)
  }
}

private struct PrintfInterpolation: ValueInterpolation {
  let format: PrintfFormat
  let range: DecimalRange
  private let number: Number

  /// The number as its conversion writes it.
  private enum Number {
    case decimal(AnimatedNumber)
    case integer
    case sized(SizedNumber<ScientificFormat>)
  }

  init(format: PrintfFormat, range: DecimalRange) {
    self.format = format
    self.range = range
    number =
      switch format.conversion {
      case .decimal, .fixed:
        .decimal(
          AnimatedNumber(after: "", range, format: format.decimalFormat(rounding: range.rounding), clock: nil))
      case .hexadecimal, .octal: .integer
      case .exponent, .general:
        .sized(SizedNumber(range, format: format.scientificFormat(rounding: range.rounding)))
      }
  }

  var threshold: Double { range.threshold }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    text.append(format.prefix)
    let start = text.count
    switch number {
    case .decimal(let number): number.write(at: progress, to: &text)
    case .integer: writeInteger(at: progress, to: &text)
    case .sized(let number): number.write(at: progress, to: &text)
    }
    format.pad(from: start, in: &text)
    text.append(format.suffix)
  }

  private func writeInteger(at progress: Double, to text: inout UTF8Buffer) {
    if let integer = range.steps(at: progress) {
      format.write(integer: integer, to: &text)
    } else {
      format.write(range.value(at: progress), rounding: range.rounding, to: &text)
    }
  }

  func writeValue(at progress: Double, to text: inout UTF8Buffer) {
    range.writePlain(at: progress, to: &text)
  }

  var exactDigits: Int { range.exactDigits }
}

extension PrintfInterpolation: SteppedInterpolation {
  var steps: (@Sendable (Double) -> Int)? {
    if case .sized(let number) = number { number.steps } else { range.steps }
  }
}

extension PrintfInterpolation: MultiplesInterpolation {
  func rounded(toMultiplesOf factor: ExactDecimal) -> any TextInterpolation {
    PrintfInterpolation(
      format: format, range: range.rounded(toMultiplesOf: factor, fractionDigits: range.fractionDigits))
  }
}
