extension UTF8Buffer {
  /// Appends a number in Latin digits, with zeros in front until there are `minimumDigits`.
  public mutating func append(decimal value: UInt64, minimumDigits: Int = 1) {
    if value < DecimalWord.halfLimit, minimumDigits <= 8 {
      let digits = DecimalWord.half(value)
      let shown = max(8 - digits.leadingZeros, minimumDigits, 1)
      append(lowBytesOf: UInt128(digits.ascii >> (UInt64(8 - shown) << 3)), count: shown)
      return
    }
    guard value < DecimalWord.limit else {
      let (high, low) = value.quotientAndRemainder(dividingBy: DecimalWord.limit)
      append(decimal: high, minimumDigits: minimumDigits - 16)
      append(lowBytesOf: DecimalWord(low).ascii, count: 16)
      return
    }
    append(repeating: UInt8(ascii: "0"), count: minimumDigits - 16)
    let digits = DecimalWord(value)
    let shown = max(16 - digits.leadingZeros, min(max(minimumDigits, 1), 16))
    append(lowBytesOf: digits.ascii >> (UInt128(16 - shown) << 3), count: shown)
  }

  /// Appends a number in Latin digits, with a hyphen-minus in front if it is below zero.
  public mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: UInt64(value.magnitude))
  }
}
