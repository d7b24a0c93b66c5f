internal import TextBytes

/// A whole number of any size: 128 bits, and limbs where it needs more.
///
/// Only what exact decimals need. The package BigInt was measured instead: it saves these lines but brings Foundation
/// into the room (three of its files import it), and 7 s to a cold release build.
enum BigInteger: Sendable, Equatable {
  /// A magnitude below 2¹²⁷.
  case word(Int128)
  /// A larger magnitude.
  case limbs(isNegative: Bool, Limbs)

  static let zero = BigInteger.word(0)

  /// Takes an integer of the standard library.
  init(_ value: Int128) {
    self = value == .min ? .limbs(isNegative: true, Limbs(value.magnitude)) : .word(value)
  }

  /// Takes a sign and a magnitude.
  init(isNegative: Bool, _ magnitude: Limbs) {
    if let word = magnitude.word, word <= UInt128(Int128.max) {
      self = .word(isNegative ? -Int128(word) : Int128(word))
    } else {
      self = .limbs(isNegative: isNegative, magnitude)
    }
  }

  /// Reads decimal digits, 0…9, the most significant first.
  init(digits: some Collection<UInt8>) {
    var magnitude = Limbs(0)
    for digit in digits { magnitude.multiply(by: 10, adding: UInt64(digit)) }
    self.init(isNegative: false, magnitude)
  }

  var isZero: Bool { self == .word(0) }

  var isNegative: Bool {
    switch self {
    case .word(let word): word < 0
    case .limbs(let isNegative, _): isNegative
    }
  }

  var isOdd: Bool {
    switch self {
    case .word(let word): word & 1 != 0
    case .limbs(_, let limbs): limbs.isOdd
    }
  }

  /// The number where its magnitude is below 2¹²⁷.
  var word: Int128? {
    if case .word(let word) = self { word } else { nil }
  }

  var magnitude: Limbs {
    switch self {
    case .word(let word): Limbs(word.magnitude)
    case .limbs(_, let limbs): limbs
    }
  }
}

// MARK: - Arithmetic

extension BigInteger {
  static func + (left: BigInteger, right: BigInteger) -> BigInteger {
    if case .word(let first) = left, case .word(let second) = right {
      let (sum, overflows) = first.addingReportingOverflow(second)
      if !overflows { return BigInteger(sum) }
    }
    if left.isNegative == right.isNegative {
      return BigInteger(isNegative: left.isNegative, left.magnitude + right.magnitude)
    }
    let isNegative = (left.magnitude < right.magnitude ? right : left).isNegative
    return BigInteger(isNegative: isNegative, Limbs.distance(left.magnitude, right.magnitude))
  }

  static prefix func - (number: BigInteger) -> BigInteger {
    switch number {
    case .word(let word): .word(-word)
    case .limbs(let isNegative, let limbs): .limbs(isNegative: !isNegative, limbs)
    }
  }

  static func - (left: BigInteger, right: BigInteger) -> BigInteger { left + -right }

  static func * (left: BigInteger, right: UInt64) -> BigInteger {
    if case .word(let word) = left {
      let (product, overflows) = word.multipliedReportingOverflow(by: Int128(right))
      if !overflows { return BigInteger(product) }
    }
    var magnitude = left.magnitude
    magnitude.multiply(by: right)
    return BigInteger(isNegative: left.isNegative, magnitude)
  }

  /// The number times `base` to the power of `exponent`, which is zero at least.
  func multiplied(by base: UInt64, power exponent: Int) -> BigInteger {
    var product = self
    var rest = exponent
    while rest > 0 {
      var factor = base
      rest -= 1
      while rest > 0, factor <= UInt64.max / base {
        factor *= base
        rest -= 1
      }
      product = product * factor
    }
    return product
  }

  /// The largest number that is not above the quotient, and what remains.
  func dividedDown(by divisor: UInt64) -> (quotient: BigInteger, remainder: UInt64) {
    if case .word(let word) = self {
      let (quotient, remainder) = word.quotientAndRemainder(dividingBy: Int128(divisor))
      return remainder < 0
        ? (.word(quotient - 1), divisor - UInt64(remainder.magnitude)) : (.word(quotient), UInt64(remainder))
    }
    var magnitude = magnitude
    let remainder = magnitude.divide(by: divisor)
    let quotient = BigInteger(isNegative: isNegative, magnitude)
    return isNegative && remainder > 0 ? (quotient - .word(1), divisor - remainder) : (quotient, remainder)
  }
}

extension BigInteger: Comparable {
  static func < (left: BigInteger, right: BigInteger) -> Bool {
    if case .word(let first) = left, case .word(let second) = right { return first < second }
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.magnitude < left.magnitude : left.magnitude < right.magnitude
  }
}

// MARK: - Decimal digits

extension BigInteger {
  /// How many decimal digits the magnitude has, 0 for zero.
  var digitCount: Int {
    if case .word(let word) = self, let small = UInt64(exactly: word.magnitude) { return small.digitCount }
    var text = UTF8Buffer()
    appendDigits(to: &text)
    return text.count
  }

  /// Appends the decimal digits of the magnitude in ASCII, with zeros in front until there are `minimum`; none for zero.
  ///
  /// - Complexity: Quadratic in the number of digits beyond 38.
  func appendDigits(minimum: Int = 0, to text: inout UTF8Buffer) {
    let start = text.count
    switch self {
    case .word(let word):
      let unit = UInt128(DecimalWord.limit)
      let (upper, low) = word.magnitude.quotientAndRemainder(dividingBy: unit)
      if upper > 0 {
        let (top, middle) = upper.quotientAndRemainder(dividingBy: unit)
        text.append(digits: UInt64(top), from: start)
        text.append(digits: UInt64(middle), from: start)
      }
      text.append(digits: UInt64(low), from: start)
    case .limbs(_, var rest):
      var parts: [UInt64] = []
      while rest.bitCount > 0 { parts.append(rest.divide(by: DecimalWord.limit)) }
      for part in parts.reversed() { text.append(digits: part, from: start) }
    }
    text.insert(repeating: UInt8(ascii: "0"), count: minimum - (text.count - start), at: start)
  }
}

extension UTF8Buffer {
  /// Appends the next sixteen digits of a number that begins at `start`, without zeros in front of the first.
  fileprivate mutating func append(digits part: UInt64, from start: Int) {
    let digits = DecimalWord(part)
    let zeros = count > start ? 0 : digits.leadingZeros
    append(lowBytesOf: digits.ascii &>> UInt128(truncatingIfNeeded: 8 &* zeros), count: 16 &- zeros)
  }
}

extension UInt64 {
  /// 10 to the power of `exponent`, 0…19.
  @inline(__always)
  static func powerOfTen(_ exponent: Int) -> UInt64 { powersOfTen[exponent] }

  /// How many decimal digits the number has, 0 for zero.
  ///
  /// 1233/4096 is log₁₀ 2, so that the bits tell it but for one, which a comparison finds.
  @inline(__always)
  var digitCount: Int {
    let guess = ((64 &- leadingZeroBitCount) &* 1233) &>> 12
    return self < Self.powersOfTen[guess] ? guess : guess &+ 1
  }

  private static let powersOfTen: InlineArray<20, UInt64> = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
}
