public import TextBytes

/// `numbers`: numbers anywhere in the texts count, everything between them must be identical.
///
/// Numbers pair in order, and a number that both texts write the same stays as it is. Grouping, decimals, leading zeros,
/// plus and digits follow the two texts: what either shows is kept in every frame. Signs are found wherever people write
/// them: at the digits, before or behind money, as brackets around both. What may be text as well, as in `(7)` and
/// `COVID-19`, is a sign where the other text has none there.
///
/// What both texts write as more than a number counts as what it is, in its smallest unit:
/// - `2024-01-31`, `31.1.2024` and `2024-01-31T12:30` by days, minutes or seconds of the proleptic Gregorian calendar, up to
///   the year 9999; the value is counted from 1970-01-01;
/// - `Jan 31, 2024`, `Fri 31 May` and `1月31日` by days as well, with names in English and the language of the symbols;
/// - `1:59:58`, `12:59 PM`, `1h 59m`, `5'10"` and `1 hour and 59 minutes` with what they carry;
/// - `1/2` → `3/4` and `1 1/2` → `2 1/4` in the common denominator, where that is at most 12, or 16, 32 or 64; numbers of up
///   to two digits on both sides of `/` that both differ are refused otherwise, since they may be a date;
/// - `1e5` → `2e6` by its value;
/// - `10 MB` → `2 GB`, `900 ms` → `1.2 s`, `5K` → `1.2M` and `30 seconds` → `2 minutes` in the unit that fits, from the one
///   of the source to that of the target; `1 hour` → `90 minutes` in minutes, since a text shows that they go on so far;
/// - `2 days` → `0 days` and `1 hour 58 minutes` → `2 hours 3 minutes` with the form of the unit that fits, in English and in
///   the language of the symbols;
/// - `1st` → `21st` in English, and `1 message` → `12 messages` with the form of the word that CLDR gives the number.
public struct NumbersInterpolator: TextInterpolator {
  /// The characters that numbers are read with.
  public var symbols: NumberSymbols
  /// How values between two shown digits are rounded.
  public var rounding: Rounding

  /// Creates an interpolator, for English numbers by default.
  public init(symbols: NumberSymbols = .english, rounding: Rounding = .halfExpand) {
    self.symbols = symbols
    self.rounding = rounding
  }

  /// Pairs the numbers of both texts.
  ///
  /// - Throws: ``NotAnimatable`` naming what differs besides the numbers, or the form of a word that neither text shows.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    var meter = Meter(limit: .max)
    return try prepare(from: source, to: target, spending: &meter)
  }

  /// The same, spending what it takes.
  ///
  /// - Throws: What ``prepare(from:to:)`` throws.
  public func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    let source = NumberedText(source, symbols: symbols, readsQuantities: true, spending: &meter)
    let target = NumberedText(target, symbols: symbols, readsQuantities: true, spending: &meter)
    let pair = NumberedTextPair(source, target, spending: &meter)
    return try pair.interpolation(rounding: rounding, spending: &meter)
  }
}

/// `number`: both texts start with a number, which counts, and the rest is the same, canonically equal as Unicode has it.
///
/// This is animated-ui-label's interpolation, but decimals, grouping and signs are kept.
public struct NumberInterpolator: TextInterpolator {
  /// The characters that numbers are read with.
  public var symbols: NumberSymbols
  /// How values between two shown digits are rounded.
  public var rounding: Rounding

  /// Creates an interpolator, for English numbers by default.
  public init(symbols: NumberSymbols = .english, rounding: Rounding = .halfExpand) {
    self.symbols = symbols
    self.rounding = rounding
  }

  /// Pairs the leading numbers of both texts.
  ///
  /// - Throws: ``NotAnimatable`` if a text starts with something else, or the rest differs.
  public func prepare(from source: String, to target: String) throws(NotAnimatable) -> any TextInterpolation {
    var meter = Meter(limit: .max)
    return try prepare(from: source, to: target, spending: &meter)
  }

  /// The same, spending what it takes.
  ///
  /// - Throws: What ``prepare(from:to:)`` throws.
  public func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    let source = NumberedText(source, symbols: symbols, readsQuantities: true, limit: 1, spending: &meter)
    guard source.startsWithNumber else {
      throw NotAnimatable(reason: "the source does not start with a number")
    }
    let target = NumberedText(target, symbols: symbols, readsQuantities: true, limit: 1, spending: &meter)
    guard target.startsWithNumber else {
      throw NotAnimatable(reason: "the target does not start with a number")
    }
    let pair = NumberedTextPair(source, target, spending: &meter)
    return try pair.interpolation(rounding: rounding, spending: &meter)
  }
}
