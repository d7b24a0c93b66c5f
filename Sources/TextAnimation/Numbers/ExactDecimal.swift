internal import TextBytes

/// A signed decimal number of any length, never rounded to a double.
///
/// Doubles are decimals too, since 2⁻ⁿ = 5ⁿ·10⁻ⁿ, so everything between two numbers is exact until it is written.
public struct ExactDecimal: Sendable {
  /// Whether the number is below zero.
  let isNegative: Bool
  /// The digits without the decimal separator.
  let magnitude: Magnitude
  /// How many of the digits stand after the decimal separator.
  let fractionDigits: Int

  /// Creates ±`magnitude`·10^−`fractionDigits`; zero is never negative.
  init(isNegative: Bool, magnitude: Magnitude, fractionDigits: Int) {
    self.isNegative = isNegative && !magnitude.isZero
    self.magnitude = magnitude
    self.fractionDigits = fractionDigits
  }

  /// Creates `units`·10^−`fractionDigits`.
  init(_ units: Int64, fractionDigits: Int) {
    self.init(isNegative: units < 0, magnitude: Magnitude(units.magnitude), fractionDigits: fractionDigits)
  }

  /// Takes a double for the dyadic fraction it is; what is not finite counts as zero.
  public init(_ value: Double) {
    guard value.isFinite, value != 0 else {
      self.init(isNegative: false, magnitude: Magnitude(), fractionDigits: 0)
      return
    }
    let bits = value.significandBitPattern | (value.isNormal ? 1 << 52 : 0)
    let zeros = bits.trailingZeroBitCount
    let exponent = max(Int(value.exponentBitPattern), 1) - 1075 + zeros
    var magnitude = Magnitude(bits >> UInt64(zeros))
    magnitude.multiply(by: exponent < 0 ? 5 : 2, power: abs(exponent))
    self.init(isNegative: value < 0, magnitude: magnitude, fractionDigits: max(-exponent, 0))
  }

  /// Whether the number is zero.
  public var isZero: Bool { magnitude.isZero }
}

// MARK: - Arithmetic

extension ExactDecimal {
  static func + (lhs: ExactDecimal, rhs: ExactDecimal) -> ExactDecimal {
    let places = max(lhs.fractionDigits, rhs.fractionDigits)
    let (left, right) = (lhs.magnitude(places: places), rhs.magnitude(places: places))
    if lhs.isNegative == rhs.isNegative {
      return ExactDecimal(isNegative: lhs.isNegative, magnitude: left + right, fractionDigits: places)
    }
    let isNegative = left < right ? rhs.isNegative : lhs.isNegative
    return ExactDecimal(
      isNegative: isNegative, magnitude: .distance(left, right), fractionDigits: places)
  }

  static func - (lhs: ExactDecimal, rhs: ExactDecimal) -> ExactDecimal {
    lhs
      + ExactDecimal(isNegative: !rhs.isNegative, magnitude: rhs.magnitude, fractionDigits: rhs.fractionDigits)
  }

  static func * (lhs: ExactDecimal, rhs: ExactDecimal) -> ExactDecimal {
    ExactDecimal(
      isNegative: lhs.isNegative != rhs.isNegative, magnitude: lhs.magnitude * rhs.magnitude,
      fractionDigits: lhs.fractionDigits + rhs.fractionDigits)
  }

  /// The number times ten to the power of `exponent`.
  func shifted(by exponent: Int) -> ExactDecimal {
    let places = fractionDigits - exponent
    return ExactDecimal(
      isNegative: isNegative, magnitude: places < 0 ? magnitude(places: exponent) : magnitude,
      fractionDigits: max(places, 0))
  }

  /// The number with exactly `places` digits after the separator.
  func rounded(toFractionDigits places: Int, _ rounding: Rounding) -> ExactDecimal {
    var digits = WideDigits(self)
    digits.round(toFractionDigits: places, rounding)
    return ExactDecimal(
      isNegative: isNegative, magnitude: Magnitude(digits: digits.digits), fractionDigits: places)
  }

  /// The power of ten of the first digit: 2 for 123, and 0 for zero.
  var exponent: Int {
    isZero ? 0 : magnitude.digits.count - 1 - fractionDigits
  }

  /// The digits with `places` of them after the separator, which must be no fewer than ``fractionDigits``.
  private func magnitude(places: Int) -> Magnitude {
    var scaled = magnitude
    scaled.multiply(by: 10, power: places - fractionDigits)
    return scaled
  }

  /// The number times 10^`places` where that is a whole number of fewer than 17 digits.
  func narrow(places: Int) -> Int64? {
    guard places >= fractionDigits, let value = magnitude(places: places).narrow, value < DecimalWord.limit
    else { return nil }
    return isNegative ? -Int64(value) : Int64(value)
  }

  /// The number times 10^`places` where that is a whole number of fewer than 39 digits.
  func wide(places: Int) -> Int128? {
    guard places >= fractionDigits, let value = magnitude(places: places).wide, value < LongDigits.first
    else { return nil }
    return isNegative ? -Int128(value) : Int128(value)
  }

  /// The nearest double; infinite beyond its range.
  var approximation: Double {
    Double(description) ?? 0
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// All digits, as in `-1234.50`.
  public var description: String {
    var text = UTF8Buffer()
    NumberFormat.plain(fractionDigits: fractionDigits).write(self, to: &text)
    return text.text()
  }
}
