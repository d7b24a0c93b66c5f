internal import TextBytes

/// A printf text with exactly one conversion, parsed to a closed value; C never sees a client's format.
///
/// `%d %i %u %x %X %o %f %F %e %E %g %G` and `%%`, with the flags `- + space # 0 '`, width, precision and the length
/// modifiers, which say nothing here: numbers are as wide as their value. So `%x` of −255 is `-ff`, where C would show
/// the two's complement of a width that does not exist. `'` groups by three with commas.
public struct PrintfFormat: Equatable, Sendable {
  let prefix: Literal
  let suffix: Literal
  let conversion: Conversion
  let flags: Flags
  /// The fewest characters of the number.
  let width: Int
  let precision: Int?

  /// What a number is turned into.
  enum Conversion: Equatable {
    case decimal
    case hexadecimal(isUppercase: Bool)
    case octal
    case fixed
    case exponent(isUppercase: Bool)
    case general(isUppercase: Bool)
  }

  /// The characters right after the percent sign.
  struct Flags: OptionSet {
    let rawValue: UInt8

    static let leftAligned = Flags(rawValue: 1 << 0)
    static let plus = Flags(rawValue: 1 << 1)
    static let space = Flags(rawValue: 1 << 2)
    static let alternate = Flags(rawValue: 1 << 3)
    static let zero = Flags(rawValue: 1 << 4)
    static let grouped = Flags(rawValue: 1 << 5)
    /// Plus and space, which C ignores for `%u`, `%x` and `%o`.
    static let signs: Flags = [.plus, .space]
  }
}

extension PrintfFormat {
  /// Whether fractions are dropped, toward zero unless asked otherwise, as the seed does.
  var isInteger: Bool {
    switch conversion {
    case .decimal, .hexadecimal, .octal: true
    case .fixed, .exponent, .general: false
    }
  }

  /// How `%d` and `%f` write their digits.
  func decimalFormat(rounding: Rounding) -> NumberFormat {
    let places = isInteger ? 0 : precision ?? 6
    let suffix = flags.contains(.alternate) && conversion == .fixed && places == 0 ? "." : ""
    return NumberFormat(
      positive: NumberFormat.Affixes(prefix: sign.rawValue, suffix: suffix),
      negative: NumberFormat.Affixes(prefix: "-", suffix: suffix),
      layout: DigitLayout(grouping: flags.contains(.grouped) ? DigitLayout.Grouping() : nil),
      minimumIntegerDigits: isInteger ? precision ?? 1 : 1, minimumFractionDigits: places,
      maximumFractionDigits: places, rounding: rounding)
  }

  /// How `%e` and `%g` write their digits.
  func scientificFormat(rounding: Rounding) -> ScientificFormat {
    let (isGeneral, isUppercase) =
      switch conversion {
      case .general(let isUppercase): (true, isUppercase)
      case .exponent(let isUppercase): (false, isUppercase)
      default: (false, false)
      }
    return ScientificFormat(
      significantDigits: isGeneral ? max(precision ?? 6, 1) : (precision ?? 6) + 1, isGeneral: isGeneral,
      isUppercase: isUppercase, isAlternate: flags.contains(.alternate), sign: sign, rounding: rounding)
  }

  /// Digits after the separator, fewer than none where a short mantissa ends before it.
  ///
  /// The size of `value` decides, for `%e` and `%g`.
  func fractionDigits(showing value: ExactDecimal) -> Int {
    switch conversion {
    case .decimal, .hexadecimal, .octal: 0
    case .fixed: precision ?? 6
    case .exponent, .general: scientificFormat(rounding: .nearest).fractionDigits(at: value.exponent)
    }
  }
}
