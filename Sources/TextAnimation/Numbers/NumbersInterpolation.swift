internal import TextBytes

/// Literal texts with numbers in between that count from one value to another.
struct NumbersInterpolation: ValueInterpolation {
  let numbers: [AnimatedNumber]
  /// What follows the last number.
  let rest: Literal
  /// The number that ``writeValue(at:to:)`` tells.
  private let value: DecimalRange

  init(_ numbers: [AnimatedNumber], rest: Literal, value: DecimalRange) {
    self.numbers = numbers
    self.rest = rest
    self.value = value
  }

  var threshold: Double {
    numbers.reduce(.infinity) { min($0, $1.range.threshold) }
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    for number in numbers { number.write(at: progress, to: &text) }
    text.append(rest)
  }

  func writeValue(at progress: Double, to text: inout UTF8Buffer) {
    value.writePlain(at: progress, to: &text)
  }
}
