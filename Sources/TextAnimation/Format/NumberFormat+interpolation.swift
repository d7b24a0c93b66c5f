internal import TextBytes

extension NumberFormat: NumberNotation {
  /// Where the count of fraction digits is open, the two numbers decide.
  public func interpolation(from source: ExactDecimal, to target: ExactDecimal) -> any ValueInterpolation {
    FormattedInterpolation(from: source, to: target, format: self)
  }
}

private struct FormattedInterpolation: ValueInterpolation {
  private let number: AnimatedNumber
  /// The format before the numbers decided how many fraction digits it has.
  private let open: NumberFormat

  init(from source: ExactDecimal, to target: ExactDecimal, format open: NumberFormat, factor: ExactDecimal? = nil) {
    self.open = open
    let format = open.fixed(showing: source, target, factor ?? target)
    let range = DecimalRange(
      from: source, to: target, fractionDigits: format.maximumFractionDigits, decimalShift: format.decimalShift,
      rounding: format.rounding, factor: factor)
    number = AnimatedNumber(after: "", range, format: format, clock: nil)
  }

  var threshold: Double { number.range.threshold }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    number.write(at: progress, to: &text)
  }

  func write(at progresses: Span<Double>, to writer: inout FrameWriter) {
    if let short = number.short {
      return short.write(at: progresses, to: &writer) { number.write(at: $0, to: &$1) }
    }
    for index in progresses.indices { writer.append { number.write(at: progresses[index], to: &$0) } }
  }

  func writeValue(at progress: Double, to text: inout UTF8Buffer) {
    number.range.writePlain(at: progress, to: &text)
  }

  var exactDigits: Int { number.range.exactDigits }
}

extension FormattedInterpolation: SteppedInterpolation {
  var steps: (@Sendable (Double) -> Int)? { number.range.steps }
}

extension FormattedInterpolation: MultiplesInterpolation {
  func rounded(toMultiplesOf factor: ExactDecimal) -> any TextInterpolation {
    let range = number.range
    return FormattedInterpolation(from: range.source, to: range.source + range.distance, format: open, factor: factor)
  }
}
