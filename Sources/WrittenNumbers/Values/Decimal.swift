public import Interpolation
import TextBytes

/// A signed decimal number of at most 38 significant digits, never rounded to a double: `units` · 10^−`places`.
public struct Decimal: Sendable {
  /// The number without its decimal separator, within ±``NumberLimits/units``.
  let units: Int128
  /// How many of the digits stand after the decimal separator, 0 at least.
  let places: Int

  /// Takes a number of units of the digit at `places`; fewer than none stand for zeros before the separator.
  ///
  /// `nil` where it has too many digits.
  package init?(_ units: Int128, places: Int) {
    guard units.magnitude <= NumberLimits.units, let units = units.multiplied(byPowerOfTen: max(-places, 0)) else {
      return nil
    }
    self.init(within: units, places: max(places, 0))
  }

  /// Takes a number of no more than 19 digits, `places` of them after the separator.
  package init(_ units: Int64, places: UInt8 = 0) { self.init(within: Int128(units), places: Int(places)) }

  init(natural number: UInt64) { self.init(within: Int128(number), places: 0) }

  private init(within units: Int128, places: Int) {
    self.units = units
    self.places = places
  }

  package static let zero = Decimal(0)

  /// Whether the number is zero.
  public var isZero: Bool { units == 0 }

  /// Whether the number is below zero.
  public var isNegative: Bool { units < 0 }

  /// The power of ten of the first digit: 2 for 123, and 0 for zero.
  package var exponent: Int { isZero ? 0 : units.magnitude.digitCount - 1 - places }
}

/// What keeps every frame cheap, whatever numbers a client sends.
public enum NumberLimits {
  /// The most digits of a number, from the first that is not zero to the last; of two numbers, to the last of either.
  public static let digits = 38

  static var units: UInt128 { 99_999_999_999_999_999_999_999_999_999_999_999_999 }

  /// The most digits before or behind the point, zeros included, that a number may be written with or a format may ask
  /// for: its width, its precision, its zeros.
  public static let writtenDigits = 400
}

extension NotAnimatable {
  static let tooLong = NotAnimatable(reason: "a number has more than \(NumberLimits.digits) digits")

  /// No number has, but both together, counted in one unit.
  static let tooFarApart = NotAnimatable(
    reason: "the numbers have more than \(NumberLimits.digits) digits from the first of the larger one to the last "
      + "behind the point")
}

extension Decimal {
  /// Looks whether this and another can be counted in units of the last digit of either.
  func checkUnit(beside other: Decimal) throws(NotAnimatable) {
    let places = max(places, other.places)
    guard places <= NumberLimits.writtenDigits else { throw .tooLong }
    guard units(places: places) != nil, other.units(places: places) != nil else { throw .tooFarApart }
  }

  // MARK: - Arithmetic

  /// The exact sum; `nil` where it has too many digits.
  public func adding(_ other: Decimal) -> Decimal? {
    let places = max(places, other.places)
    guard let first = units(places: places), let second = other.units(places: places) else { return nil }
    return first.adding(second).map { Decimal(within: $0, places: places) }
  }

  /// The exact difference; `nil` where it has too many digits.
  public func subtracting(_ other: Decimal) -> Decimal? { adding(-other) }

  /// The sum, of which as many digits behind the point are left out as are too many; `nil` where more are.
  package func addingNearly(_ other: Decimal) -> Decimal? {
    var places = max(places, other.places)
    if let sum = adding(other) { return sum }
    places = min(places, NumberLimits.digits - 1 - max(exponent, other.exponent))
    for places in [places, places - 1] where places >= 0 {
      let (first, second) = (units(places: places, .halfEven), other.units(places: places, .halfEven))
      if let sum = first.adding(second) { return Decimal(within: sum, places: places) }
    }
    return nil
  }

  package func multiplied(by factor: UInt64) -> Decimal? {
    units.multiplied(by: factor).map { Decimal(within: $0, places: places) }
  }

  /// So many times the number; `nil` where that has too many digits.
  package func multiple(_ count: Int128) -> Decimal? {
    let (product, overflows) = units.multipliedReportingOverflow(by: count)
    return overflows ? nil : Decimal(product, places: places)
  }

  /// How many times the number, which is above 0, goes into another: rounded down, or up with `ceil`.
  package func count(in other: Decimal, _ rounding: Rounding) -> Int128 {
    let (quotient, rest) = other.units(places: places, rounding).quotientAndRemainder(dividingBy: units)
    if rounding == .ceil { return rest > 0 ? quotient &+ 1 : quotient }
    return rest < 0 ? quotient &- 1 : quotient
  }

  /// The quotient by a number that is not zero, in ``quotientDigits`` digits at most; `nil` where it has too many before
  /// the point.
  package func divided(by divisor: Decimal) -> Decimal? {
    let room = NumberLimits.digits - 1 - units.magnitude.digitCount
    let shift = divisor.places - places - room
    guard let dividend = units.multiplied(byPowerOfTen: room) else { return nil }
    let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor.units)
    let up: Int128 = 2 &* rest.magnitude >= divisor.units.magnitude ? (isNegative == divisor.isNegative ? 1 : -1) : 0
    guard let nearest = Decimal(quotient &+ up, places: -shift) else { return nil }
    let digits = nearest.units.magnitude.digitCount - Self.quotientDigits
    let places = min(nearest.places, max(nearest.places - digits, 0))
    let units = nearest.units(places: places, .halfEven)
    return Decimal(units, places: places)?.withoutZeros
  }

  /// The most digits of a quotient: the time that a rate is multiplied with has as many again.
  package static let quotientDigits = 21

  package var truncated: Decimal { Decimal(within: units(places: 0, .trunc), places: 0) }

  package var withoutZeros: Decimal {
    let places = units.significantPlaces(of: places)
    return Decimal(within: self.units(places: places, .trunc), places: places)
  }

  /// The number with the other sign.
  public static prefix func - (number: Decimal) -> Decimal {
    Decimal(within: 0 &- number.units, places: number.places)
  }

  package var magnitude: Decimal { isNegative ? -self : self }

  /// The number times ten to the power of `exponent`; `nil` where it has too many digits.
  package func shifted(by exponent: Int) -> Decimal? { Decimal(units, places: places - exponent) }

  /// The number in units of the digit at `places` after the separator, which are no fewer than its own; `nil` where it has
  /// too many digits then.
  @inline(__always)
  func units(places: Int) -> Int128? { units.multiplied(byPowerOfTen: places - self.places) }

  /// The same for any digit, rounded; the largest number of units where it has too many digits.
  package func units(places: Int, _ rounding: Rounding) -> Int128 {
    Sample(floor: units).multiplied(byPowerOfTen: places - self.places).rounded(rounding)
  }

  /// The digits after the separator without the zeros at the end, where the number times ten to the power of `shift` is
  /// rounded to `limit` of them.
  func significantPlaces(shiftedBy shift: Int, limit: Int, _ rounding: Rounding) -> Int {
    let places = min(places - shift, limit)
    return units(places: places + shift, rounding).significantPlaces(of: places)
  }

  package var approximation: Double {
    // Of two doubles that are exact, as powers of ten are up to 10²², the quotient is the nearest.
    if let word = Int64(exactly: units), places == 0 || places <= 19 && word.magnitude <= 1 << 53 {
      return Double(word) / Double(UInt64.powerOfTen(places))
    }
    return Double("\(units)e-\(places)") ?? 0
  }
}

extension Decimal: Comparable {
  /// Whether both are the same number, whatever zeros stand at their ends.
  public static func == (left: Decimal, right: Decimal) -> Bool { !(left < right) && !(right < left) }

  /// Whether one number is below the other.
  public static func < (left: Decimal, right: Decimal) -> Bool {
    let places = max(left.places, right.places)
    // What has too many digits in units of the other is larger than any that has not.
    guard let first = left.units(places: places) else { return left.isNegative }
    guard let second = right.units(places: places) else { return !right.isNegative }
    return first < second
  }
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
    !isZero && !isNegative && places <= Self.factorDigits && units.magnitude.digitCount <= Self.factorDigits
  }

  // MARK: - Reading

  /// Reads a text that is nothing but a number: an optional sign, digits, groups, a fraction.
  ///
  /// Empty text counts as zero.
  /// - Throws: ``NotAnimatable`` if it is anything else or has too many digits.
  public init(parsing text: String, symbols: NumberSymbols = .english) throws(NotAnimatable) {
    guard !text.isEmpty else {
      self = .zero
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

  /// Reads two numbers; an empty text is zero.
  ///
  /// Two plain decimals such as `1234.5` are what they are. Where one is written in another way, the other is taken to be
  /// written so too if it can be: beside `1.234,5` a `2.000` is two thousand.
  static func pair(
    _ source: String, _ target: String, _ symbols: NumberSymbols
  ) throws(NotAnimatable) -> (Decimal, Decimal) {
    if let source = Decimal(plain: source), let target = Decimal(plain: target) { return (source, target) }
    return (try Decimal(reading: source, symbols: symbols), try Decimal(reading: target, symbols: symbols))
  }

  /// Reads a number as a format takes it.
  package static func plain(_ text: String, _ symbols: NumberSymbols) throws(NotAnimatable) -> Decimal {
    try pair(text, "0", symbols).0
  }

  private static let plainSymbols = NumberSymbols(decimalSeparators: ["."], groupingSeparators: [])

  /// Reads a decimal with a point and without groups; an empty text is zero, anything else `nil`.
  public init?(plain text: String) {
    guard let value = Decimal(short: text) ?? (try? Decimal(parsing: text, symbols: Self.plainSymbols)) else {
      return nil
    }
    self = value
  }

  /// Reads up to 18 digits in ASCII as ``description`` writes them, which need no scanner; `nil` for any other text.
  private init?(short text: String) {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    var (units, digits, point): (Int64, Int, Int?) = (0, 0, nil)
    for byte in text.utf8.dropFirst(isNegative ? 1 : 0) {
      if byte == UInt8(ascii: "."), point == nil, digits > 0 {
        point = digits
      } else {
        guard digits < 18, case let digit = byte &- UInt8(ascii: "0"), digit < 10 else { return nil }
        units = units * 10 + Int64(digit)
        digits += 1
      }
    }
    guard digits > 0, point != digits else { return nil }
    self.init(within: Int128(isNegative ? -units : units), places: point.map { digits - $0 } ?? 0)
  }

  /// Reads a number by the symbols, ignoring bidi marks, or else as a plain decimal.
  fileprivate init(reading text: String, symbols: NumberSymbols) throws(NotAnimatable) {
    do throws(NotAnimatable) {
      try self.init(parsing: text.filter { !"\u{061C}\u{200E}\u{200F}".contains($0) }, symbols: symbols)
    } catch {
      guard let value = Decimal(plain: text) else { throw error }
      self = value
    }
  }
}

/// Decimal digits on the way to become one number, eighteen at a time, so that reading them allocates nothing.
struct DecimalDigits {
  private var upper: Int128? = 0
  private var word: UInt64 = 0
  private var count = 0

  @inline(__always)
  mutating func append(_ digit: UInt64) {
    word = word &* 10 &+ digit
    count &+= 1
    if count == 18 { carry() }
  }

  private mutating func carry() {
    (upper, word, count) = (units, 0, 0)
  }

  var units: Int128? {
    // Both are a multiple of a power of ten and less than that.
    upper?.multiplied(byPowerOfTen: count).map { $0 &+ Int128(word) }
  }
}

extension UInt64 {
  @inline(__always)
  static func powerOfTen(_ exponent: Int) -> UInt64 { powersOfTen[exponent.clamped(to: 0...19)] }

  /// How many decimal digits the number has, 0 for zero.
  ///
  /// 1233/4096 is log₁₀ 2, so that the bits tell it but for one, which a comparison finds.
  @inline(__always)
  var digitCount: Int {
    let guess = ((64 &- leadingZeroBitCount) &* 1233) &>> 12
    return self < Self.powerOfTen(guess) ? guess : guess &+ 1
  }

  private static let powersOfTen: InlineArray<20, UInt64> = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]
}

extension UInt128 {
  @inline(__always)
  static func powerOfTen(_ exponent: Int) -> UInt128 {
    let low = exponent.clamped(to: 0...19)
    return UInt128(UInt64.powerOfTen(low)) &* UInt128(UInt64.powerOfTen(exponent &- low))
  }

  @inline(__always)
  var digitCount: Int {
    guard self &>> 64 > 0 else { return UInt64(truncatingIfNeeded: self).digitCount }
    let guess = ((128 &- leadingZeroBitCount) &* 1233) &>> 12
    return self < Self.powerOfTen(guess) ? guess : guess &+ 1
  }

  /// About the number: the conversion of the standard library takes thousands of instructions.
  package var approximation: Double {
    Double(UInt64(truncatingIfNeeded: self &>> 64)) * 0x1p64 + Double(UInt64(truncatingIfNeeded: self))
  }

  /// The quotient by a number above 0, and the remainder.
  package func divided(by divisor: UInt64) -> (quotient: UInt128, remainder: UInt64) {
    let (upper, rest) = UInt64(truncatingIfNeeded: self &>> 64).quotientAndRemainder(dividingBy: divisor)
    let (lower, remainder) = divisor.dividingFullWidth((rest, UInt64(truncatingIfNeeded: self)))
    return (UInt128(upper) &<< 64 | UInt128(lower), remainder)
  }

  /// Appends the decimal digits in ASCII and so many zeros, with zeros in front until there are `minimum`; none of the
  /// number's own for zero.
  func appendDigits(minimum: Int = 0, zeros: Int = 0, to text: inout UTF8Buffer) {
    let start = text.count
    let (upper, low) = divided(by: DecimalWord.limit)
    if upper > 0 {
      let (top, middle) = upper.divided(by: DecimalWord.limit)
      text.append(digits: UInt64(truncatingIfNeeded: top), from: start)
      text.append(digits: middle, from: start)
    }
    text.append(digits: low, from: start)
    if zeros > 0, text.count > start { text.append(repeating: UInt8(ascii: "0"), count: zeros) }
    text.insert(repeating: UInt8(ascii: "0"), count: minimum - (text.count - start), at: start)
  }
}

extension Int128 {
  /// The number times 10 to the power of `exponent`, which is zero at least; `nil` where it has more digits than a number
  /// may have.
  @inline(__always)
  func multiplied(byPowerOfTen exponent: Int) -> Int128? {
    if exponent == 0 || self == 0 { return self }
    guard magnitude.digitCount <= NumberLimits.digits - exponent else { return nil }
    return self &* Int128(truncatingIfNeeded: UInt128.powerOfTen(exponent))
  }

  /// How many of so many digits behind a separator are left without the zeros at the end.
  func significantPlaces(of places: Int) -> Int {
    guard self != 0 else { return 0 }
    var (rest, places) = (magnitude, places)
    while places > 0, case let (tenth, digit) = rest.divided(by: 10), digit == 0 {
      (rest, places) = (tenth, places - 1)
    }
    return places.clamped(to: 0...Int.max)
  }

  package func adding(_ other: Int128) -> Int128? {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows || sum.magnitude > NumberLimits.units ? nil : sum
  }

  /// The number times another; `nil` where it has more digits than a number may have.
  func multiplied(by factor: UInt64) -> Int128? {
    guard factor != 1 else { return self }
    let (product, overflows) = magnitude.multipliedReportingOverflow(by: UInt128(factor))
    guard !overflows, product <= NumberLimits.units else { return nil }
    return self < 0 ? 0 &- Int128(truncatingIfNeeded: product) : Int128(truncatingIfNeeded: product)
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
