/// The sixteen decimal digits of a number below 10¹⁶, as ASCII in one word.
///
/// All digits are split off at once, by multiplication in lanes, instead of one division each.
@frozen public struct DecimalWord: Sendable {
  /// The digits, the first in the lowest byte.
  public let ascii: UInt128

  /// The first number too large for one word, 10¹⁶.
  @inlinable
  public static var limit: UInt64 { 10_000_000_000_000_000 }

  /// Splits a number below ``limit``.
  @inlinable @inline(__always)
  public init(_ value: UInt64) {
    precondition(value < Self.limit, "a word holds sixteen digits")
    let (high, low) = value.quotientAndRemainder(dividingBy: Self.halfLimit)
    let first = high == 0 ? 0 : Self.eightDigits(high)
    let digits = UInt128(Self.eightDigits(low)) << 64 | UInt128(first)
    ascii = digits | 0x3030_3030_3030_3030_3030_3030_3030_3030
  }

  /// The zeros before the first digit that counts: 16 for zero.
  @inlinable
  public var leadingZeros: Int {
    let digits = ascii ^ 0x3030_3030_3030_3030_3030_3030_3030_3030
    return digits.trailingZeroBitCount >> 3
  }

  /// The zeros after the last digit that counts: 16 for zero.
  @inlinable
  public var trailingZeros: Int {
    let digits = ascii ^ 0x3030_3030_3030_3030_3030_3030_3030_3030
    return digits.leadingZeroBitCount >> 3
  }
}

// MARK: - Half a word

extension DecimalWord {
  /// The first number too large for half a word, 10⁸.
  @inlinable
  public static var halfLimit: UInt64 { 100_000_000 }

  /// The digits of a number below ``halfLimit`` and the zeros before the first that counts, at half the cost of a word.
  @inlinable @inline(__always)
  public static func half(_ value: UInt64) -> (ascii: UInt64, leadingZeros: Int) {
    precondition(value < halfLimit, "half a word holds eight digits")
    let digits = eightDigits(value)
    return (digits | 0x3030_3030_3030_3030, digits.trailingZeroBitCount &>> 3)
  }

  /// Eight digits in eight bytes, 0…9 each: halves of four digits, then pairs, then single ones.
  @inlinable @inline(__always)
  static func eightDigits(_ value: UInt64) -> UInt64 {
    let (high, low) = value.quotientAndRemainder(dividingBy: 10_000)
    let fours = high | low << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let pairs = hundreds | (fours &- hundreds &* 100) << 16
    let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
    return tens | (pairs &- tens &* 10) << 8
  }
}
