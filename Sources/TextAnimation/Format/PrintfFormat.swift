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

  /// How the number is written, equal to C's printf wherever C has a number that wide.
  ///
  /// As with C's `LC_NUMERIC`, a locale says which separators stand in it; its digits are written as well.
  func template(in locale: NumberTemplate?) -> NumberTemplate {
    var layout = locale?.layout ?? DigitLayout(grouping: DigitLayout.Grouping())
    if !flags.contains(.grouped) { layout.grouping = nil }
    let places = isInteger ? 0 : precision ?? 6
    let isPointed = flags.contains(.alternate) && conversion == .fixed && places == 0
    // A plus wins over a space.
    let plus = NumberTemplate.Affixes(
      prefix: flags.contains(.plus) ? "+" : flags.contains(.space) ? " " : "", suffix: isPointed ? "." : "")
    return NumberTemplate(
      form: form,
      affixes: Signed(
        positive: plus, negative: NumberTemplate.Affixes(prefix: "-", suffix: isPointed ? "." : ""), zero: plus),
      layout: layout, minimumIntegerDigits: isInteger ? precision ?? 1 : 1, fraction: .exactly(places), padding: padding
    )
  }

  private var form: (any Form)? {
    switch conversion {
    case .decimal, .fixed: nil
    case .hexadecimal(let isUppercase): radix(bits: 4, isUppercase: isUppercase)
    case .octal: radix(bits: 3, isUppercase: false)
    case .exponent(let isUppercase):
      scientific(significantDigits: (precision ?? 6) + 1, isGeneral: false, isUppercase: isUppercase)
    case .general(let isUppercase):
      scientific(significantDigits: max(precision ?? 6, 1), isGeneral: true, isUppercase: isUppercase)
    }
  }

  private func radix(bits: Int, isUppercase: Bool) -> any Form {
    RadixForm(
      bits: bits, isUppercase: isUppercase, isAlternate: flags.contains(.alternate), minimumDigits: precision ?? 1)
  }

  private func scientific(significantDigits: Int, isGeneral: Bool, isUppercase: Bool) -> any Form {
    ScientificForm(
      significantDigits: significantDigits, isGeneral: isGeneral, isAlternate: flags.contains(.alternate),
      exponent: ScientificForm.Exponent(isUppercase: isUppercase, hasPlus: true, minimumDigits: 2))
  }

  private var padding: NumberTemplate.Padding? {
    guard width > 0 else { return nil }
    let hasZeros = flags.contains(.zero) && !(isInteger && precision != nil)
    return NumberTemplate.Padding(
      width: width, side: flags.contains(.leftAligned) ? .back : hasZeros ? .zerosAfterSign : .front)
  }
}

/// How `%x`, `%X` and `%o` write a whole number.
struct RadixForm: Form {
  /// The bits of a digit.
  let bits: Int
  let isUppercase: Bool
  /// `#`: with `0x` or `0` in front.
  let isAlternate: Bool
  let minimumDigits: Int
}

extension RadixForm {
  var positionCount: Int { 4 }

  func write(_ number: AnimatedNumber, at progress: Double, to text: inout UTF8Buffer) {
    let units = number.tween.units(at: progress)
    number.template.write(sign: units, to: &text) { write(units.magnitude, to: &$0) }
  }

  /// Appends a magnitude.
  private func write(_ magnitude: UInt128, to text: inout UTF8Buffer) {
    let significant = (128 - magnitude.leadingZeroBitCount + bits - 1) / bits
    let count = max(significant, minimumDigits)
    if isAlternate {
      if bits == 3, count == significant { text.append("0") }
      if bits == 4, significant > 0 { text.append(isUppercase ? "0X" : "0x") }
    }
    for position in (0..<count).reversed() {
      let digit = UInt8(truncatingIfNeeded: magnitude >> (position * bits)) & (1 << UInt8(bits) - 1)
      text.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: isUppercase ? "A" : "a") - 10))
    }
  }
}
