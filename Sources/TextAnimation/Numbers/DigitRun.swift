internal import TextBytes

/// Decimal digits ready to be written, the most significant first.
protocol DigitRun {
  var count: Int { get }

  /// The digit at `position`, 0…9.
  subscript(position: Int) -> UInt8 { get }

  /// Appends some of them in Latin digits.
  func append(_ range: Range<Int>, to text: inout UTF8Buffer)
}

/// The digits of a number below 10¹⁶, in one machine word.
struct NarrowDigits: DigitRun {
  let count: Int
  private let ascii: UInt128

  /// At least `minimum` digits, at most 16.
  @inline(__always)
  init(_ value: UInt64, minimum: Int) {
    let word = DecimalWord(value)
    count = max(16 - word.leadingZeros, min(minimum, 16))
    ascii = word.ascii &>> (UInt128(16 - count) &<< 3)
  }

  subscript(position: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: ascii &>> (UInt128(position) &<< 3)) & 0x0F
  }

  @inline(__always)
  func append(_ range: Range<Int>, to text: inout UTF8Buffer) {
    text.append(lowBytesOf: ascii &>> (UInt128(range.lowerBound) &<< 3), count: range.count)
  }
}
