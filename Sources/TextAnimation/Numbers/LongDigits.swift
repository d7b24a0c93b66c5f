internal import TextBytes

/// The digits of a number below 10³⁸, in three machine words.
struct LongDigits: DigitRun {
  let count: Int
  /// Sixteen digits each, the last of them zero so that two in a row can always be taken.
  private let words: InlineArray<4, UInt128>

  /// How many digits there can be.
  static let limit = 38

  /// The first number that is too long.
  static let first: UInt128 = 100_000_000_000_000_000_000_000_000_000_000_000_000

  /// Takes a number below ``first``, with at least `minimum` digits.
  init(_ value: UInt128, minimum: Int) {
    let unit = UInt128(DecimalWord.limit)
    let upper = value / unit
    let low = DecimalWord(UInt64(truncatingIfNeeded: value &- upper &* unit))
    let top = UInt64(truncatingIfNeeded: upper / unit)
    let middle = DecimalWord(UInt64(truncatingIfNeeded: upper &- UInt128(top) &* unit))
    let high = DecimalWord(top)
    let zeros =
      top > 0 ? high.leadingZeros : upper > 0 ? 16 &+ middle.leadingZeros : 32 &+ low.leadingZeros
    count = max(48 &- zeros, min(minimum, Self.limit))
    words = [high.ascii, middle.ascii, low.ascii, 0]
  }

  subscript(position: Int) -> UInt8 { UInt8(truncatingIfNeeded: ascii(from: position)) & 0x0F }

  @inline(__always)
  func append(_ range: Range<Int>, to text: inout UTF8Buffer) {
    var position = range.lowerBound
    while position < range.upperBound {
      text.append(lowBytesOf: ascii(from: position), count: min(range.upperBound &- position, 16))
      position &+= 16
    }
  }

  /// The sixteen digits from a position on, as far as there are any.
  @inline(__always)
  private func ascii(from position: Int) -> UInt128 {
    let place = 48 &- count &+ position
    let (word, bits) = (place &>> 4, UInt128(place & 15) &<< 3)
    return bits == 0 ? words[word] : words[word] &>> bits | words[word &+ 1] &<< (128 &- bits)
  }
}
