public import Interpolation
public import TextBytes

/// Numbers in the texts count, and everything between them must be identical, or is the target's at once.
///
/// Numbers pair in order, and a number that both texts write the same stays as it is. Grouping, decimals, leading zeros,
/// plus and digits follow the two texts: what either shows is kept in every frame. Signs are found wherever people write
/// them: at the digits, before or behind money, as brackets around both. What may be text as well, as in `(7)` and
/// `COVID-19`, is a sign where the other text has none there.
///
/// What both texts write as more than a number counts as what it is, in its smallest unit:
/// - `2024-01-31`, `31.1.2024`, `28.01.` and `2024-01-31T12:30` by days, minutes or seconds of the proleptic Gregorian
///   calendar, up to the year 9999; the value is counted from 1970-01-01; `12/2024` by months;
/// - `Jan 31, 2024`, `Fri 31 May` and `1月31日` by days as well, with names in English and the language of the symbols, and
///   all that CLDR's patterns of that language write; `31 de enero` where no language is told;
/// - `1:59:58`, `1 d 03:12:09`, `12:59 PM`, `1h 59m`, `9h58`, `5'10"` and `1 hour and 59 minutes` with what they carry;
/// - `1/2` → `3/4` and `1 1/2` → `2 1/4` in the common denominator, where that is at most 12, or 16, 32 or 64; numbers of up
///   to two digits on both sides of `/` that both differ are refused otherwise, since they may be a date;
/// - `1e5` → `2e6` by its value;
/// - `10 MB` → `2 GB`, `900 ms` → `1.2 s`, `5K` → `1.2M` and `30 seconds` → `2 minutes` in the unit that fits, from the one
///   of the source to that of the target; `1 hour` → `90 minutes` in minutes, since a text shows that they go on so far;
/// - `2 days` → `0 days` and `1 hour 58 minutes` → `2 hours 3 minutes` with the form of the unit that fits, in English and in
///   the language of the symbols;
/// - `1st` → `21st` in English, and `1 message` → `12 messages` with the form of the word that CLDR gives the number.
public struct NumbersInterpolator: TextInterpolator {
  /// Which numbers pair.
  public var pairing: Pairing
  /// The characters that numbers are read with.
  public var symbols: NumberSymbols
  /// How values between two shown digits are rounded.
  public var rounding: Rounding

  /// Which numbers of two texts pair, by the names of the interpolations.
  public enum Pairing: Sendable {
    /// The first of each, with which both texts start: animated-ui-label's interpolation, but decimals, grouping and signs
    /// are kept.
    case number
    case numbers
    /// All in words that have a digit, and what else differs is the target's, as in d3's `interpolateString`.
    ///
    /// Words are parted by white space. They pair in order and differ in their numbers only, so that `12px` counts to `36px`
    /// but not to `36pt`. A month, a weekday, a part of the day or a scale beside a number is the same in both texts.
    case words
  }

  /// Creates an interpolator of all numbers, which are English by default.
  public init(_ pairing: Pairing = .numbers, symbols: NumberSymbols = .english, rounding: Rounding = .halfExpand) {
    self.pairing = pairing
    self.symbols = symbols
    self.rounding = rounding
  }

  /// Pairs the numbers of both texts.
  ///
  /// - Throws: ``NotAnimatable`` naming what differs besides the numbers, or the form of a word that neither text shows.
  public func prepare(
    from source: String, to target: String, spending meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    if pairing == .words {
      // Words are found character by character.
      meter.spend(300 * (source.utf8.count + target.utf8.count), .texts)
      if !symbols.changesMeaning(from: source, to: target),
        let paired = Self.target(target, withNumbersOf: source),
        let numbers = try? numbers(from: paired, to: target, &meter)
      {
        return numbers
      }
    }
    return try numbers(from: source, to: target, &meter)
  }

  private func numbers(
    from source: String, to target: String, _ meter: inout Meter
  ) throws(NotAnimatable) -> any TextInterpolation {
    let limit = pairing == .number ? 1 : Int.max
    let first = NumberedText(source, symbols: symbols, readsQuantities: true, limit: limit, spending: &meter)
    guard pairing != .number || first.startsWithNumber else {
      throw NotAnimatable(reason: "the source does not start with a number")
    }
    let last = NumberedText(target, symbols: symbols, readsQuantities: true, limit: limit, spending: &meter)
    guard pairing != .number || last.startsWithNumber else {
      throw NotAnimatable(reason: "the target does not start with a number")
    }
    // Whether a month or an hour may count, the fields behind it tell.
    if pairing == .number, first.startsWithField { try checkFields(from: source, to: target, &meter) }
    let pair = NumberedTextPair(first, last, spending: &meter)
    return try pair.interpolation(rounding: rounding, spending: &meter)
  }

  private func checkFields(from source: String, to target: String, _ meter: inout Meter) throws(NotAnimatable) {
    let first = NumberedText(source, symbols: symbols, readsQuantities: true, spending: &meter)
    let last = NumberedText(target, symbols: symbols, readsQuantities: true, spending: &meter)
    let pair = NumberedTextPair(first, last, spending: &meter)
    if pair.source.numerals.count == pair.target.numerals.count { try pair.checkFields() }
  }

  // MARK: - Words

  /// The target with the source's words where both have numbers; `nil` where these words cannot pair.
  private static func target(_ target: String, withNumbersOf source: String) -> String? {
    let (old, new) = (wordsWithDigits(source), wordsWithDigits(target))
    guard !old.isEmpty, old.count == new.count else { return nil }
    var (text, position) = ("", target.startIndex)
    for (before, after) in zip(old, new) {
      text += target[position..<after.startIndex] + before
      position = after.endIndex
    }
    return text + target[position...]
  }

  private static func wordsWithDigits(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isWhitespace).filter(\.hasDigit)
  }
}
