extension UTF8Buffer {
  /// Appends the shortest decimal that reads back as the same double, without exponent and without a needless `.0`:
  /// `2`, `0.016666666666666666`, `-0.0000023148148148148148`.
  ///
  /// Zero of either sign is `0`, and what is not finite is `null`, since no decimal text means it.
  public mutating func append(shortest value: Double) {
    guard value.isFinite else { return append("null") }
    guard value != 0 else { return append(UInt8(ascii: "0")) }
    if value < 0 { append(UInt8(ascii: "-")) }
    let decimal = ShortestDecimal(value.magnitude)
    let digits = DecimalDigits(decimal.digits)
    let whole = digits.count + decimal.exponent
    if whole <= 0 {
      append("0.")
      append(repeating: UInt8(ascii: "0"), count: -whole)
      append(digits, 0..<digits.count)
    } else if decimal.exponent < 0 {
      append(digits, 0..<whole)
      append(UInt8(ascii: "."))
      append(digits, whole..<digits.count)
    } else {
      append(digits, 0..<digits.count)
      append(repeating: UInt8(ascii: "0"), count: decimal.exponent)
    }
  }

  private mutating func append(_ digits: borrowing DecimalDigits, _ range: Range<Int>) {
    let first = 24 - digits.count
    append(contentsOf: digits.bytes.span.extracting(first + range.lowerBound..<first + range.upperBound))
  }
}

/// The decimal digits of a number above zero, at the end of 24 bytes.
private struct DecimalDigits {
  var bytes = InlineArray<24, UInt8>(repeating: UInt8(ascii: "0"))
  var count = 0

  /// Splits into groups of eight digits, which do not wait for each other's divisions.
  init(_ value: UInt64) {
    let (upper, last) = value.quotientAndRemainder(dividingBy: 100_000_000)
    let (first, middle) = upper.quotientAndRemainder(dividingBy: 100_000_000)
    let groups = [Self.spread(first), Self.spread(middle), Self.spread(last)] as InlineArray<3, UInt64>
    for group in groups.indices {
      let ascii = groups[group] | 0x3030_3030_3030_3030
      for byte in 0..<8 { bytes[group * 8 + byte] = UInt8(truncatingIfNeeded: ascii >> UInt64(byte * 8)) }
    }
    let leading =
      first > 0
      ? groups[0].trailingZeroBitCount
      : middle > 0 ? 64 + groups[1].trailingZeroBitCount : 128 + groups[2].trailingZeroBitCount
    count = 24 - leading / 8
  }

  /// One digit a byte, the first in the lowest: halves of four digits, then of two, then of one, each split at once.
  private static func spread(_ value: UInt64) -> UInt64 {
    let fours = value / 10_000 | (value % 10_000) << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x7f_0000_007f
    let twos = hundreds | (fours &- 100 &* hundreds) << 16
    let tens = (twos &* 103) >> 10 & 0x000f_000f_000f_000f
    return tens | (twos &- 10 &* tens) << 8
  }
}
