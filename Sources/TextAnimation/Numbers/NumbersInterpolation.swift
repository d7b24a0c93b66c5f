internal import TextBytes

/// Literal texts with numbers in between that count from one value to another.
struct NumbersInterpolation: ValueInterpolation {
  let numbers: [AnimatedNumber]
  /// What follows the last number.
  let rest: Literal
  /// The number that ``writeValue(at:to:)`` tells.
  private let value: DecimalRange
  /// The whole text, where it has one number and is short.
  private let whole: ShortNumber?

  init(_ numbers: [AnimatedNumber], rest: Literal, value: DecimalRange) {
    self.numbers = numbers
    self.rest = rest
    whole = numbers.count == 1 ? numbers[0].whole(before: rest) : nil
    self.value = value
  }

  var threshold: Double {
    numbers.reduce(.infinity) { min($0, $1.range.threshold) }
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    if let whole, whole.write(at: progress, to: &text) { return }
    for number in numbers { number.write(at: progress, to: &text) }
    text.append(rest)
  }

  func write(at progresses: Span<Double>, to writer: inout FrameWriter) {
    if let whole { return whole.write(at: progresses, to: &writer) { write(at: $0, to: &$1) } }
    for index in progresses.indices { writer.append { write(at: progresses[index], to: &$0) } }
  }

  func writeValue(at progress: Double, to text: inout UTF8Buffer) {
    value.writePlain(at: progress, to: &text)
  }

  var exactDigits: Int { numbers.reduce(0) { $0 + $1.range.exactDigits } }
}

extension NumbersInterpolation: SteppedInterpolation {
  var steps: (@Sendable (Double) -> Int)? {
    let steps = numbers.compactMap(\.range.steps)
    guard steps.count == numbers.count else { return nil }
    if steps.count == 1 { return steps[0] }
    return { progress in steps.reduce(0) { $0 &+ $1(progress) } }
  }

  var stepCost: Int { max(numbers.count, 1) }
}

extension NumbersInterpolation: MultiplesInterpolation {
  /// The texts show as many fraction digits as the factor has, if they have fewer.
  func rounded(toMultiplesOf factor: ExactDecimal) -> any TextInterpolation {
    let places = max(value.fractionDigits, factor.fractionDigits)
    return NumbersInterpolation(
      numbers.map { $0.rounded(toMultiplesOf: factor, before: numbers.count == 1 ? rest : nil) }, rest: rest,
      value: value.rounded(toMultiplesOf: factor, fractionDigits: places))
  }
}

extension AnimatedNumber {
  fileprivate func rounded(toMultiplesOf factor: ExactDecimal, before rest: Literal?) -> AnimatedNumber {
    let places = max(range.fractionDigits, factor.fractionDigits)
    return AnimatedNumber(
      after: literal.text, range.rounded(toMultiplesOf: factor, fractionDigits: places),
      format: format.showing(fractionDigits: places), clock: clock, before: rest)
  }
}
