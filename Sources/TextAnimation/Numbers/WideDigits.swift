internal import TextBytes

/// The digits of a number too long for one machine word.
struct WideDigits {
  private(set) var isNegative: Bool
  /// 0…9, the most significant first.
  private(set) var digits: [UInt8]
  /// How many of them stand after the decimal separator; fewer than none when zeros are missing before it.
  private(set) var fractionDigits: Int

  /// The digits of `value`, all of them.
  init(_ value: ExactDecimal) {
    isNegative = value.isNegative
    digits = value.magnitude.digits
    fractionDigits = value.fractionDigits
  }

  var isZero: Bool { digits.allSatisfy { $0 == 0 } }

  /// Rounds to exactly `places` digits after the separator and at least `integerDigits` before it.
  mutating func round(toFractionDigits places: Int, integerDigits: Int = 0, _ rounding: Rounding) {
    pad(to: fractionDigits)
    keep(digits.count - fractionDigits + places, rounding)
    pad(to: places + integerDigits)
    if isZero { isNegative = false }
  }

  /// Rounds to `count` digits from the first that is not zero.
  ///
  /// - Returns: The power of ten of the first digit: 2 for 123.
  mutating func round(toSignificantDigits count: Int, _ rounding: Rounding) -> Int {
    guard !isZero else {
      digits = Array(repeating: 0, count: count)
      return 0
    }
    let exponent = digits.count - 1 - fractionDigits
    keep(count, rounding)
    guard digits.count > count else { return exponent }
    digits.removeLast()
    return exponent + 1
  }

  private mutating func pad(to count: Int) {
    guard count > digits.count else { return }
    digits.insert(contentsOf: repeatElement(0, count: count - digits.count), at: 0)
  }

  /// Keeps the first `count` digits; a carry may put one more in front.
  private mutating func keep(_ count: Int, _ rounding: Rounding) {
    fractionDigits += count - digits.count
    guard count < digits.count else {
      digits.append(contentsOf: repeatElement(0, count: count - digits.count))
      return
    }
    let increments = rounding.increments(
      isNegative: isNegative, isOdd: count > 0 && digits[count - 1] & 1 != 0, first: digits[count],
      isExact: digits[(count + 1)...].allSatisfy { $0 == 0 })
    digits.removeSubrange(count...)
    if increments { increment() }
  }

  private mutating func increment() {
    for index in digits.indices.reversed() {
      guard digits[index] == 9 else {
        digits[index] += 1
        return
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
  }
}

extension WideDigits: DigitRun {
  var count: Int { digits.count }

  subscript(position: Int) -> UInt8 { digits[position] }

  func append(_ range: Range<Int>, to text: inout UTF8Buffer) {
    for digit in digits[range] { text.append(UInt8(ascii: "0") + digit) }
  }
}
