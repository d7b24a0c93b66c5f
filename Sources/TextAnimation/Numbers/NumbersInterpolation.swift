internal import TextBytes

/// Literal texts with numbers in between that count from one value to another.
struct NumbersInterpolation: ValueInterpolation {
  /// All literals, one after the other, as UTF-8.
  private var literals: [UInt8] = []
  private var numbers: [PlacedNumber] = []
  /// The number that ``writeValue(at:to:)`` tells.
  private let value: DecimalRange

  private struct PlacedNumber {
    /// How many bytes of the literals stand before it.
    let position: Int
    let number: any AnimatedNumber
  }

  init(value: DecimalRange) {
    self.value = value
  }

  mutating func append(literal: some Sequence<Character>) {
    for character in literal { literals += character.utf8 }
  }

  mutating func append(_ number: any AnimatedNumber) {
    numbers.append(PlacedNumber(position: literals.count, number: number))
  }

  var threshold: Double {
    numbers.reduce(.infinity) { min($0, $1.number.range.threshold) }
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    // Spans lend their elements; an array would retain every number for its turn.
    let literals = literals.span
    let numbers = numbers.span
    var position = 0
    for index in numbers.indices {
      text.append(contentsOf: literals.extracting(position..<numbers[index].position))
      numbers[index].number.write(at: progress, to: &text)
      position = numbers[index].position
    }
    text.append(contentsOf: literals.extracting(position..<literals.count))
  }

  func writeValue(at progress: Double, to text: inout UTF8Buffer) {
    value.writePlain(at: progress, to: &text)
  }
}
