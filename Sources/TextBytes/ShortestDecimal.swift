/// The shortest decimal that reads back as the same double, and of those the closest to it: `digits` × 10^`exponent`.
///
/// Giulietti, "The Schubfach way to render doubles" (2021), sections 9.2 to 9.10.
/// `Double.description` costs 45 to 60 ns a number and an exponent form to take apart.
struct ShortestDecimal: Equatable {
  var digits: UInt64
  var exponent: Int
}

extension ShortestDecimal {
  /// Finds the decimal of a finite number above zero; one that is no whole number ends with no zero.
  init(_ value: Double) {
    self.init(unreduced: value)
    reduce()
  }

  /// The same, but the digits may end with zeros, which the writer drops at no cost.
  @inline(__always)
  init(unreduced value: Double) {
    let fraction = value.significandBitPattern
    let isSubnormal = value.exponentBitPattern == 0
    let significand = isSubnormal ? fraction : fraction | 1 << 52
    let power = (isSubnormal ? 1 : Int(value.exponentBitPattern)) &- 1_075
    if (-52...0).contains(power), significand.trailingZeroBitCount >= 0 &- power {
      self.init(digits: significand &>> UInt64(truncatingIfNeeded: 0 &- power), exponent: 0)
      return
    }
    let isLowerCloser = fraction == 0 && value.exponentBitPattern > 1
    // ⌊log10(2^power)⌋, or ⌊log10(¾ · 2^power)⌋ where the lower neighbour is only half as far away.
    let exponent = (power &* 1_262_611 &- (isLowerCloser ? 524_031 : 0)) &>> 22
    guard let scale = Self.powerOfTen(0 &- exponent) else {
      self.init(description: value.description)
      return
    }
    let shift = UInt64(truncatingIfNeeded: power &+ ((0 &- exponent &* 1_741_647) &>> 19) &+ 1)
    self.init(significand, isLowerCloser: isLowerCloser, scale: scale, shift: shift, exponent: exponent)
  }

  /// Picks the shortest number between the two half-way points to the neighbours; all are scaled to quarters of one
  /// unit of the last digit.
  @inline(__always)
  private init(_ significand: UInt64, isLowerCloser: Bool, scale: UInt128, shift: UInt64, exponent: Int) {
    let isOdd = significand & 1
    let quarters = significand &<< 2
    let lower = scale.multipliedRoundingToOdd(by: (quarters &- (isLowerCloser ? 1 : 2)) &<< shift) &+ isOdd
    let exact = scale.multipliedRoundingToOdd(by: quarters &<< shift)
    let upper = scale.multipliedRoundingToOdd(by: (quarters &+ 2) &<< shift) &- isOdd

    let units = exact &>> 2
    let tens = units / 10
    let (tensBelow, tensAbove) = (lower <= 40 &* tens, 40 &* tens &+ 40 <= upper)
    if units >= 10, tensBelow != tensAbove {
      self.init(digits: tens &+ (tensAbove ? 1 : 0), exponent: exponent &+ 1)
      return
    }
    let (below, above) = (lower <= 4 &* units, 4 &* units &+ 4 <= upper)
    let middle = 4 &* units &+ 2
    let isNearerAbove = exact > middle || exact == middle && units & 1 == 1
    self.init(digits: units &+ ((below != above ? above : isNearerAbove) ? 1 : 0), exponent: exponent)
  }

  /// Parses the standard library's text: the fallback outside about 1e-38…1e69, which frames hardly show.
  private init(description: String) {
    self.init(digits: 0, exponent: 0)
    let parts = description.split(separator: "e")
    var isFraction = false
    for byte in parts[0].utf8 {
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else {
        digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
        exponent -= isFraction ? 1 : 0
      }
    }
    exponent += parts.count == 2 ? Int(parts[1]) ?? 0 : 0
  }

  /// Removes the zeros at the end, unless it is a whole number below 2⁵³.
  mutating func reduce() {
    guard exponent != 0 else { return }
    while digits % 10_000 == 0 { (digits, exponent) = (digits / 10_000, exponent + 4) }
    while digits % 10 == 0 { (digits, exponent) = (digits / 10, exponent + 1) }
  }
}

extension UInt128 {
  /// The upper half of the product with a 64-bit number, its last bit set where anything below is not zero.
  @inline(__always)
  fileprivate func multipliedRoundingToOdd(by factor: UInt64) -> UInt64 {
    let low = UInt64(truncatingIfNeeded: self).multipliedFullWidth(by: factor).high
    let (high, middle) = UInt64(truncatingIfNeeded: self >> 64).multipliedFullWidth(by: factor)
    let (sum, carry) = middle.addingReportingOverflow(low)
    return (high &+ (carry ? 1 : 0)) | (sum > 1 ? 1 : 0)
  }
}

// MARK: - Powers of ten

extension ShortestDecimal {
  /// The powers of five on both sides that 128 bits hold exactly.
  private static let exactPowers = -54...55

  private static let powersOfTen: [UInt128] = exactPowers.map { exponent in
    exponent < 0 ? reciprocal(of: powerOfFive(-exponent)) : normalized(powerOfFive(exponent))
  }

  /// A power of ten, scaled by a power of two to 128 bits and rounded up.
  private static func powerOfTen(_ exponent: Int) -> UInt128? {
    exactPowers.contains(exponent) ? powersOfTen[exponent - exactPowers.lowerBound] : nil
  }

  private static func powerOfFive(_ exponent: Int) -> UInt128 {
    (0..<exponent).reduce(1) { power, _ in power * 5 }
  }

  private static func normalized(_ value: UInt128) -> UInt128 {
    value << UInt128(value.leadingZeroBitCount)
  }

  /// Long division of one by `divisor`, bit by bit until 128 significant bits are there.
  private static func reciprocal(of divisor: UInt128) -> UInt128 {
    var (quotient, remainder): (UInt128, UInt128) = (0, 1)
    while quotient.leadingZeroBitCount > 0 {
      remainder <<= 1
      quotient <<= 1
      if remainder >= divisor {
        remainder -= divisor
        quotient |= 1
      }
    }
    return quotient + 1
  }
}

// MARK: - Writing

extension ShortestDecimal {
  /// The most bytes that ``putFraction(to:)`` puts.
  static let fractionRoom = 16 + 17 + 1

  /// Puts a number that is not whole, from 10⁻¹⁴ to 10¹⁵.
  ///
  /// All seventeen digits are in words, so that zeros at the end are counted at once and nothing is moved to make room:
  /// 23 ns a number with finding its digits, where dividing zeros off and inserting zeros and separator took 31.
  /// - Returns: Whether it is such a number; nothing is put where it is not.
  @inline(__always)
  func putFraction(to cursor: inout UTF8Buffer.Cursor) -> Bool {
    guard exponent < 0 else { return false }
    let missing = digits < DecimalWord.limit / 10 ? 2 : digits < DecimalWord.limit ? 1 : 0
    let seventeen = digits &* (missing == 2 ? 100 : missing == 1 ? 10 : 1)
    // The digits before the separator; zero or less for zeros behind it.
    let point = exponent &+ 17 &- missing
    let (first, others) = seventeen.quotientAndRemainder(dividingBy: DecimalWord.limit)
    guard point > -14, point < 16, first > 0, first < 10 else { return false }
    let word = DecimalWord(others)
    let count = 16 &- word.trailingZeros
    if point > 0 {
      let before = point &- 1
      cursor.put(first | 0x30, count: 1)
      cursor.put(word.ascii, count: before)
      cursor.put(UInt64(0x2E), count: 1)
      cursor.put(word.ascii &>> UInt128(truncatingIfNeeded: before &<< 3), count: count &- before)
    } else {
      cursor.put(0x3030_3030_3030_3030_3030_3030_3030_2E30 as UInt128, count: 2 &- point)
      cursor.put(first | 0x30, count: 1)
      cursor.put(word.ascii, count: count)
    }
    return true
  }
}

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

extension Double {
  /// A decimal number as people write it; never hexadecimal, infinite or not a number.
  package init?(decimal text: String) {
    if let value = Self.short(text.utf8Span.span) {
      self = value
    } else {
      guard text.utf8.count <= 64, text.utf8.allSatisfy({ $0 < 0x80 && "+-.0123456789eE".utf8.contains($0) }),
        let value = Double(text), value.isFinite
      else { return nil }
      self = value
    }
  }

  /// Digits with at most one point between them, no more than fifteen in all; `nil` for anything else.
  ///
  /// The digits and the power of ten are exact, so that their quotient is rounded once, to what `Double` reads, in a
  /// tenth of its instructions.
  private static func short(_ text: Span<UInt8>) -> Double? {
    var (digits, count, fractionStart) = (0, 0, Int?.none)
    guard text.count <= 16 else { return nil }
    for index in text.indices {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit < 10 {
        (digits, count) = (digits &* 10 &+ Int(digit), count &+ 1)
      } else if text[index] == UInt8(ascii: "."), fractionStart == nil, count > 0 {
        fractionStart = count
      } else {
        return nil
      }
    }
    guard count > 0, count <= 15, fractionStart != count else { return nil }
    return fractionStart.map { Double(digits) / powersOfTen[count - $0] } ?? Double(digits)
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
  ]

  /// The shortest text of the number: 2 and not 2.0.
  package var plain: String { Int(exactly: self).map(String.init) ?? description }
}

extension Int {
  /// A whole number as people write it, which may have a point and an exponent.
  package init?(decimal text: String) {
    guard let value = Int(text) ?? Double(decimal: text).flatMap(Int.init(exactly:)) else { return nil }
    self = value
  }
}
