/// The eight decimal digits of a number below 10⁸, as ASCII in one machine word: a ``DecimalWord`` at half the cost.
@frozen public struct ShortDecimalWord: Sendable {
  /// The digits, the first in the lowest byte.
  public let ascii: UInt64

  /// The first number too large for one word, 10⁸.
  @inlinable
  public static var limit: UInt64 { 100_000_000 }

  /// Splits `value`, which must be below ``limit``.
  @inlinable @inline(__always)
  public init(_ value: UInt64) {
    precondition(value < Self.limit, "a word holds eight digits")
    ascii = DecimalWord.eightDigits(value) | 0x3030_3030_3030_3030
  }

  /// The zeros before the first digit that counts: 8 for zero.
  @inlinable
  public var leadingZeros: Int { (ascii ^ 0x3030_3030_3030_3030).trailingZeroBitCount >> 3 }
}
