internal import TextBytes

/// `3/4` or `1 1/2`, as a text has it.
struct MixedFraction: Sendable {
  /// The whole number in front, with what stands behind it.
  let whole: (units: UInt64, gap: String)?
  let numerator: UInt64
  let denominator: UInt64
}

/// Fractions, counted and written in the common denominator.
struct FractionStyle: UnitsStyle {
  private let denominator: UInt64
  /// What stands behind a whole number; `nil` where no text has one.
  private let gap: Literal?

  var unit: NumberUnit { .fraction(denominator: denominator) }

  /// How two fractions are counted; `nil` where they may be something else: dates, a score, a page of so many.
  ///
  /// They are fractions where they are smaller than one beside their whole number and the common denominator is that of
  /// kitchens and rulers: up to 12, or 16, 32 or 64.
  static func measure(_ source: MixedFraction, _ target: MixedFraction) -> Measure? {
    let common = leastCommonMultiple(source.denominator, target.denominator)
    guard source.isProper, target.isProper, common <= 12 || [16, 32, 64].contains(common) else { return nil }
    guard let whole = target.whole ?? source.whole else {
      guard source.denominator != target.denominator else { return nil }
      return measure(source, target, FractionStyle(denominator: common, gap: nil))
    }
    return measure(source, target, FractionStyle(denominator: common, gap: Literal(whole.gap)))
  }

  private static func measure(_ source: MixedFraction, _ target: MixedFraction, _ style: FractionStyle) -> Measure {
    let values = [source, target].map {
      let whole = ($0.whole?.units ?? 0) * style.denominator
      return Decimal(.word(Int128(whole + $0.numerator * (style.denominator / $0.denominator))), places: 0)
    }
    return Measure(source: values[0], target: values[1], style: .units(style))
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
    layout.digitSet.append(numerator, minimumDigits: 1, to: &text)
    text.append("/")
    layout.digitSet.append(denominator, minimumDigits: 1, to: &text)
  }
}

extension MixedFraction {
  fileprivate var isProper: Bool { numerator > 0 && numerator < denominator }
}
