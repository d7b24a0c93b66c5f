internal import TextBytes

/// A signed decimal number, never rounded to a double: `units` · 10^−`places`.
///
/// Doubles are decimals too, since 2⁻ⁿ = 5ⁿ·10⁻ⁿ, so everything between two numbers is exact until it is written.
public struct Decimal: Sendable {
  /// The number without its decimal separator.
  let units: BigInteger
  /// How many of the digits stand after the decimal separator, 0 at least.
  let places: Int

  /// Takes a number of units of the digit at `places`; fewer than none stand for zeros before the separator.
  init(_ units: BigInteger, places: Int) {
    self.units = places < 0 ? units.multiplied(by: 10, power: -places) : units
    self.places = max(places, 0)
  }

  /// Takes a double for the dyadic fraction it is; what is not finite counts as zero.
  public init(_ value: Double) {
    let fraction = DyadicFraction(value)
    let isFraction = fraction.shift > 0
    let magnitude = BigInteger(Int128(fraction.significand)).multiplied(
      by: isFraction ? 5 : 2, power: abs(fraction.shift))
    self.init(fraction.isNegative ? -magnitude : magnitude, places: isFraction ? fraction.shift : 0)
  }

  /// Whether the number is zero.
  public var isZero: Bool { units.isZero }

  /// Whether the number is below zero.
  public var isNegative: Bool { units.isNegative }

  /// The power of ten of the first digit: 2 for 123, and 0 for zero.
  var exponent: Int { isZero ? 0 : units.digitCount - 1 - places }
}

/// What keeps every frame cheap, whatever numbers a client sends.
public enum NumberLimits {
  /// The most digits of a number, from the first that is not zero to the last; of two numbers, to the last of either.
  public static let digits = 38

  /// The most digits before or behind the point, zeros included, that a number may be written with or a format may ask
  /// for: its width, its precision, its zeros.
  public static let writtenDigits = 400
}

extension Decimal {
  /// Whether it has no more digits than a number may have, counted to the digit at `places`.
  private func isWithinLimits(places: Int) -> Bool {
    places <= NumberLimits.writtenDigits
      && (isZero || units.digitCount + places - self.places <= NumberLimits.digits)
  }

  /// Whether it has no more digits than a number may have.
  var isWithinLimits: Bool { isWithinLimits(places: places) }

  /// The nearest number with no more digits than one may have; `nil` where more stand before the separator.
  var shortened: Decimal? {
    let places = min(places, NumberLimits.writtenDigits, self.places - units.digitCount + NumberLimits.digits)
    guard places < self.places else { return self }
    guard places >= 0 else { return nil }
    // Nines may become one digit more.
    return Decimal(units(places: places, .halfEven), places: places).shortened
  }

  /// Looks at two numbers, or one twice, that are to be counted in units of the last digit of either.
  ///
  /// - Throws: ``NotAnimatable`` where one has too many digits then.
  static func checkLength(_ source: Decimal, _ target: Decimal) throws(NotAnimatable) {
    let places = max(source.places, target.places)
    if source.isWithinLimits(places: places), target.isWithinLimits(places: places) { return }
    throw source.isWithinLimits && target.isWithinLimits
      ? NotAnimatable(
        reason: "the numbers have more than \(NumberLimits.digits) digits from the first of the larger one to the last "
          + "behind the point")
      : .tooLong
  }
}

extension NotAnimatable {
  /// A number has more digits than one may have.
  static let tooLong = NotAnimatable(reason: "a number has more than \(NumberLimits.digits) digits")
}

// MARK: - Arithmetic

extension Decimal {
  /// The exact sum.
  public static func + (left: Decimal, right: Decimal) -> Decimal {
    let places = max(left.places, right.places)
    return Decimal(left.units(places: places) + right.units(places: places), places: places)
  }

  /// The exact difference.
  public static func - (left: Decimal, right: Decimal) -> Decimal { left + -right }

  /// The number with the other sign.
  public static prefix func - (number: Decimal) -> Decimal { Decimal(-number.units, places: number.places) }

  /// The number times ten to the power of `exponent`.
  func shifted(by exponent: Int) -> Decimal {
    places >= exponent
      ? Decimal(units, places: places - exponent) : Decimal(units(places: exponent), places: 0)
  }

  /// The number in units of the digit at `places` after the separator, which are no fewer than its own.
  func units(places: Int) -> BigInteger { units.multiplied(by: 10, power: places - self.places) }

  /// The same for any digit, rounded.
  func units(places: Int, _ rounding: Rounding) -> BigInteger {
    places >= self.places ? units(places: places) : sample(places: places).rounded(rounding)
  }

  /// The number as a whole one in units of the digit at `places`, and what that leaves.
  func sample(places: Int) -> Sample {
    places >= self.places
      ? Sample(floor: units(places: places)) : Sample(floor: units).divided(byPowerOfTen: self.places - places)
  }

  /// The digits after the separator without the zeros at the end.
  var significantPlaces: Int {
    guard !isZero, places > 0 else { return 0 }
    var digits = UTF8Buffer()
    units.appendDigits(to: &digits)
    var zeros = 0
    while digits[digits.count - 1 - zeros] == UInt8(ascii: "0") { zeros += 1 }
    return max(places - zeros, 0)
  }

  /// The nearest double; infinite beyond its range.
  var approximation: Double {
    if places == 0, let word = units.word, let small = Int64(exactly: word) { return Double(small) }
    return Double(description) ?? 0
  }
}

extension Decimal: Comparable {
  /// Whether both are the same number, whatever zeros stand at their ends.
  public static func == (left: Decimal, right: Decimal) -> Bool { (left - right).isZero }

  /// Whether one number is below the other.
  public static func < (left: Decimal, right: Decimal) -> Bool { (left - right).isNegative }
}

extension Decimal: CustomStringConvertible {
  /// All digits, as in `-1234.50`.
  public var description: String {
    var text = UTF8Buffer()
    NumberTemplate.writePlain(units, places: places, to: &text)
    return text.text()
  }
}

// MARK: - Factors

extension Decimal {
  /// The most digits of a number whose multiples can be asked for.
  public static let factorDigits = 9

  /// Whether numbers can be rounded to multiples of it: above zero, with at most ``factorDigits`` digits on either side
  /// of the separator together.
  public var isFactor: Bool {
    !isZero && !isNegative && places <= Self.factorDigits && units.digitCount <= Self.factorDigits
  }
}

// MARK: - Reading

extension Decimal {
  /// Reads a text that is nothing but a number: an optional sign, digits, groups, a fraction.
  ///
  /// Empty text counts as zero.
  /// - Throws: ``NotAnimatable`` if it is anything else or has too many digits.
  public init(parsing text: String, symbols: NumberSymbols = .english) throws(NotAnimatable) {
    guard !text.isEmpty else {
      self.init(.zero, places: 0)
      return
    }
    let scanned = NumberedText(text, symbols: symbols, readsQuantities: false, limit: 1)
    guard let numeral = scanned.numerals.first, scanned.startsWithNumber, numeral.end == scanned.characters.count else {
      let character = scanned.startsWithNumber ? scanned.numerals.first?.end ?? 0 : 0
      throw NotAnimatable(
        reason: "a number was expected: character \(character + 1) is \(scanned.quoted(character))")
    }
    self = try scanned.checkedValue(of: numeral)
  }
}
