/// The seventeen digits of a number that is not whole, from 10⁻¹⁴ to 10¹⁵, ready to be put with a separator.
///
/// All are in words, so that zeros at the end are counted at once and nothing is moved to make room: 23 ns a number
/// with finding its digits, where dividing zeros off and inserting zeros and separator took 31.
struct FractionDigits {
  private let first: UInt64
  /// The other sixteen, as ASCII.
  private let rest: UInt128
  /// How many of them count.
  private let restCount: Int
  /// How many digits stand before the separator; zero or less for zeros behind it.
  private let point: Int

  /// The most bytes that ``put(to:)`` puts.
  static let room = 16 + 17 + 1

  /// Takes the digits of a decimal; `nil` for one of another size.
  @inline(__always)
  init?(_ decimal: ShortestDecimal) {
    guard decimal.exponent < 0 else { return nil }
    let missing = decimal.digits < DecimalWord.limit / 10 ? 2 : decimal.digits < DecimalWord.limit ? 1 : 0
    let digits = decimal.digits &* (missing == 2 ? 100 : missing == 1 ? 10 : 1)
    point = decimal.exponent &+ 17 &- missing
    let (first, rest) = digits.quotientAndRemainder(dividingBy: DecimalWord.limit)
    guard point > -14, point < 16, first > 0, first < 10 else { return nil }
    let word = DecimalWord(rest)
    self.first = first | 0x30
    self.rest = word.ascii
    restCount = 16 &- word.trailingZeros
  }

  @inline(__always)
  func put(to cursor: inout UTF8Buffer.Cursor) {
    if point > 0 {
      let before = point &- 1
      cursor.put(first, count: 1)
      cursor.put(rest, count: before)
      cursor.put(UInt64(0x2E), count: 1)
      cursor.put(rest &>> UInt128(truncatingIfNeeded: before &<< 3), count: restCount &- before)
    } else {
      cursor.put(0x3030_3030_3030_3030_3030_3030_3030_2E30 as UInt128, count: 2 &- point)
      cursor.put(first, count: 1)
      cursor.put(rest, count: restCount)
    }
  }
}
