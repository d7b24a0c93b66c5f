/// The magnitude of a value as a counter reads it: whole steps of the last digit, and how far the next one has come.
struct CounterReading: Sendable {
  let isNegative: Bool
  /// The whole steps in decimal digits, the most significant first, none for zero.
  let digits: ArraySlice<UInt8>
  /// 0…1; 1 only where a double cannot tell the rest from a whole step.
  let fraction: Double
}

extension CounterReading {
  /// Reads an exact number that shows `places` digits after the separator.
  init(_ value: ExactDecimal, places: Int) {
    let value = value.shifted(by: places)
    let digits = value.magnitude.digits
    let whole = max(digits.count - value.fractionDigits, 0)
    let zeros = max(value.fractionDigits - digits.count, 0)
    let fraction = (Array(repeating: 0, count: min(zeros, 18)) + digits[whole...].prefix(18)).prefix(18)
    isNegative = value.isNegative
    self.digits = digits[..<whole]
    self.fraction =
      Double(fraction.reduce(0 as UInt64) { $0 * 10 + UInt64($1) })
      / Double(fraction.reduce(1 as UInt64) { power, _ in power * 10 })
  }

  /// Whether nothing of the value shows.
  var isZero: Bool { digits.isEmpty && fraction == 0 }

  /// The magnitude up to 1, in steps of the last digit: how much of a sign shows.
  var clampedToUnit: Double { digits.isEmpty ? fraction : 1 }
}
