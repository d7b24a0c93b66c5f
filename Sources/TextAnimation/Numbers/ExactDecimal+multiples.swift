extension ExactDecimal {
  /// The most digits of a number whose multiples can be asked for.
  public static let factorDigits = 9

  /// Whether numbers can be rounded to multiples of it: above zero, with at most ``factorDigits`` digits on either side
  /// of the separator together.
  public var isFactor: Bool {
    !isZero && !isNegative && fractionDigits <= Self.factorDigits && magnitude.digits.count <= Self.factorDigits
  }

  /// The nearest multiple of `factor`, which must be one (``isFactor``), in the direction of `rounding`.
  ///
  /// The quotient is taken to one digit more than is kept, as any number is rounded.
  func rounded(toMultipleOf factor: ExactDecimal, _ rounding: Rounding) -> ExactDecimal {
    let divisor = UInt32(factor.magnitude.narrow ?? 1)
    let dividend = WideDigits(shifted(by: factor.fractionDigits + 1))
    var quotient = Magnitude(digits: dividend.digits.dropLast(dividend.fractionDigits))
    let remainder = quotient.divide(by: divisor)
    let isExact = remainder == 0 && !dividend.digits.suffix(dividend.fractionDigits).contains { $0 != 0 }
    var digits = quotient.digits
    let first = digits.popLast() ?? 0
    let increments = rounding.increments(
      isNegative: isNegative, isOdd: (digits.last ?? 0) & 1 != 0, first: first, isExact: isExact)
    var multiple = Magnitude(digits: digits) + Magnitude(increments ? 1 : 0)
    multiple.multiply(by: divisor)
    return ExactDecimal(isNegative: isNegative, magnitude: multiple, fractionDigits: factor.fractionDigits)
  }
}

extension DecimalRange {
  /// The same two numbers, and multiples of `factor` between them, written as far as they need.
  func rounded(toMultiplesOf factor: ExactDecimal, fractionDigits: Int) -> DecimalRange {
    DecimalRange(
      from: source, to: source + distance, fractionDigits: fractionDigits, decimalShift: decimalShift,
      rounding: rounding, factor: factor)
  }
}
