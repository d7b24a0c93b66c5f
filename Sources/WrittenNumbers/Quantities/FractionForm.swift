import Interpolation
internal import TextBytes

/// `3/4`, `1 1/2` or `1½`, as a text has it.
struct MixedFraction: Sendable {
  let whole: (units: UInt64, gap: String)?
  let numerator: UInt64
  let denominator: UInt64
  let isGlyph: Bool
}

struct FractionForm: UnitsForm {
  private let denominator: UInt64
  /// What stands behind a whole number; `nil` where no text has one.
  private let gap: Literal?
  /// What is written for each of the parts of one; empty where they are written in digits.
  private let glyphs: [Literal]

  var unit: NumberUnit { .fraction(denominator: denominator) }

  /// How two fractions are counted; `nil` where they may be something else: dates, a score, a page of so many.
  ///
  /// They are fractions where they are smaller than one beside their whole number and the common denominator is that of
  /// kitchens and rulers: up to 12, or 16, 32 or 64.
  static func measure(_ source: MixedFraction, _ target: MixedFraction) -> Measure? {
    let common = leastCommonMultiple(source.denominator, target.denominator)
    guard source.isProper, target.isProper, source.isGlyph == target.isGlyph,
      common <= 12 || [16, 32, 64].contains(common)
    else { return nil }
    let glyphs =
      source.isGlyph ? (1..<common).compactMap { glyph(for: $0, of: common) }.map { Literal(String($0)) } : []
    guard !source.isGlyph || glyphs.count == common - 1 else { return nil }
    let whole = target.whole ?? source.whole
    guard whole != nil || source.isGlyph || source.denominator != target.denominator else { return nil }
    let gap = whole.map(\.gap) ?? (source.isGlyph ? "" : nil)
    let values = [source, target].map {
      Decimal(Int64(($0.whole?.units ?? 0) * common + $0.numerator * (common / $0.denominator)))
    }
    return Measure(
      source: values[0], target: values[1],
      form: FractionForm(denominator: common, gap: gap.map { Literal($0) }, glyphs: glyphs))
  }

  private static func leastCommonMultiple(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var (divisor, rest) = (first, second)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    return first / divisor * second
  }

  func write(_ units: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    let shown = UInt64(units) / .powerOfTen(fractionDigits)
    var numerator = shown
    if let gap {
      let whole: UInt64
      (whole, numerator) = shown.quotientAndRemainder(dividingBy: denominator)
      if whole > 0 || numerator == 0 { layout.digitSet.append(whole, minimumDigits: 1, to: &text) }
      if numerator == 0 { return }
      if whole > 0 { text.append(gap) }
    }
    if !glyphs.isEmpty { return text.append(glyphs[Int(numerator) - 1]) }
    layout.digitSet.append(numerator, minimumDigits: 1, to: &text)
    text.append("/")
    layout.digitSet.append(denominator, minimumDigits: 1, to: &text)
  }
}

extension MixedFraction {
  fileprivate var isProper: Bool { numerator < denominator && (numerator > 0 || whole != nil) }
}

// MARK: - In one character

extension FractionForm {
  private static let written: [(glyph: Unicode.Scalar, numerator: UInt64, denominator: UInt64)] = [
    ("½", 1, 2), ("⅓", 1, 3), ("⅔", 2, 3), ("¼", 1, 4), ("¾", 3, 4), ("⅕", 1, 5), ("⅖", 2, 5), ("⅗", 3, 5), ("⅘", 4, 5),
    ("⅙", 1, 6), ("⅚", 5, 6), ("⅐", 1, 7), ("⅛", 1, 8), ("⅜", 3, 8), ("⅝", 5, 8), ("⅞", 7, 8), ("⅑", 1, 9),
    ("⅒", 1, 10),
  ]

  static func parts(of character: Unicode.Scalar) -> (numerator: UInt64, denominator: UInt64)? {
    written.first { $0.glyph == character }.map { ($0.numerator, $0.denominator) }
  }

  /// The character for so many parts, `¼`, or `½` for two of four.
  private static func glyph(for numerator: UInt64, of denominator: UInt64) -> Unicode.Scalar? {
    written.first { $0.numerator * denominator == numerator * $0.denominator }?.glyph
  }
}

// MARK: - Reading

extension NumberedText {
  /// `3/4` and `1 1/2`, but not `1/2/3`; `1½`.
  mutating func fraction(at start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard count <= 9, self[start - 1] != "/" else { return nil }
    let hasWhole = isSpace(at: start + count)
    let first = hasWhole ? start + count + 1 : start
    let digits = hasWhole ? digitCount(at: first, in: set, limit: 3) : count
    if let glyph = fractionGlyph(at: hasWhole ? first : start + count, behind: start, count, in: set) { return glyph }
    guard (1...2).contains(digits), self[first + digits] == "/" else { return nil }
    let under = first + digits + 1
    let lower = digitCount(at: under, in: set, limit: 3)
    let end = under + lower
    guard (1...2).contains(lower), digit(at: first, in: set) != 0, digit(at: under, in: set) != 0, self[end] != "/",
      !isLetter(at: end), !hasFraction(at: end)
    else { return nil }
    let whole =
      hasWhole ? (UInt64(value(count, at: start, in: set)), characters.text(start + count..<first)) : nil
    let fraction = MixedFraction(
      whole: whole, numerator: UInt64(value(digits, at: first, in: set)),
      denominator: UInt64(value(lower, at: under, in: set)), isGlyph: false)
    return signed(numeral(.fraction(fraction), from: start, to: end, in: set))
  }

  /// `½`, and the whole number that begins at `start` in front of it.
  mutating func fractionGlyph(at position: Int, behind start: Int, _ count: Int, in set: DigitSet) -> Numeral? {
    guard !self[position].isASCII, let (numerator, denominator) = FractionForm.parts(of: self[position]) else {
      return nil
    }
    let whole = count == 0 ? nil : (UInt64(value(count, at: start, in: set)), characters.text(start + count..<position))
    let fraction = MixedFraction(whole: whole, numerator: numerator, denominator: denominator, isGlyph: true)
    return signed(numeral(.fraction(fraction), from: start, to: position + 1, in: set))
  }

  mutating func whole(_ numeral: Numeral, beside other: MixedFraction) -> Numeral? {
    guard numeral.fractionDigits == 0, numeral.groupingSeparator == nil, numeral.digitCount <= 9 else { return nil }
    let units = UInt64(value(numeral.digitCount, at: numeral.start, in: numeral.digitSet))
    var whole = numeral
    whole.quantity = place(
      of: .fraction(
        MixedFraction(
          whole: (units, other.whole?.gap ?? (other.isGlyph ? "" : " ")), numerator: 0,
          denominator: other.denominator, isGlyph: other.isGlyph)))
    return whole
  }
}
