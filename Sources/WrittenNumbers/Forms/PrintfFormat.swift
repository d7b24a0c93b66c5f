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
  let width: Int
  let precision: Int?

  enum Conversion: Equatable {
    case decimal
    case hexadecimal(isUppercase: Bool)
    case octal
    case fixed
    case exponent(isUppercase: Bool)
    case general(isUppercase: Bool)
  }

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
      layout: layout, minimumIntegerDigits: isInteger ? precision ?? 1 : 1, fraction: places...places, padding: padding)
  }

  private var form: (any Form)? {
    let isAlternate = flags.contains(.alternate)
    func scientific(_ digits: Int, isGeneral: Bool, _ isUppercase: Bool) -> any Form {
      ScientificForm(
        significantDigits: digits, isGeneral: isGeneral, isAlternate: isAlternate,
        exponent: (isUppercase, hasPlus: true, minimumDigits: 2))
    }
    func radix(bits: Int, _ isUppercase: Bool) -> any Form {
      RadixForm(bits: bits, isUppercase: isUppercase, isAlternate: isAlternate, minimumDigits: precision ?? 1)
    }
    return switch conversion {
    case .decimal, .fixed: nil
    case .hexadecimal(let isUppercase): radix(bits: 4, isUppercase)
    case .octal: radix(bits: 3, false)
    case .exponent(let isUppercase): scientific((precision ?? 6) + 1, isGeneral: false, isUppercase)
    case .general(let isUppercase): scientific(max(precision ?? 6, 1), isGeneral: true, isUppercase)
    }
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
  let bits: Int
  let isUppercase: Bool
  /// `#`: with `0x` or `0` in front.
  let isAlternate: Bool
  let minimumDigits: Int

  var positionCount: Int { 4 }

  func write(_ number: AnimatedNumber, at progress: Double, to text: inout UTF8Buffer) {
    let units = number.tween.units(at: progress)
    number.template.write(sign: units, to: &text) { write(units.magnitude, to: &$0) }
  }

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

/// Why a text is not a format, and at which character.
public struct MalformedFormat: Error, Equatable, Sendable {
  /// The character that is wrong, from 1.
  public let position: Int
  /// One sentence for the reader.
  public let reason: String
}

extension PrintfFormat {
  /// Parses a format such as `Points: %'d` or `%.1f%%`.
  ///
  /// - Throws: ``MalformedFormat`` unless it has exactly one conversion, of a number, within the limits.
  public init(_ text: String) throws(MalformedFormat) {
    var parser = PrintfParser(text)
    prefix = Literal(parser.literal())
    guard !parser.isAtEnd else {
      throw MalformedFormat(position: 1, reason: "the format has no conversion such as %d or %.2f")
    }
    var flags = parser.flags()
    width = try parser.count(of: "width") ?? 0
    precision = parser.skip(".") ? try parser.count(of: "precision") ?? 0 : nil
    parser.skipLengthModifiers()
    let letter = try parser.conversion()
    if !"difFeEgG".contains(letter) { flags.subtract(.signs) }
    self.flags = flags
    conversion = Self.conversions[letter] ?? .decimal
    suffix = Literal(parser.literal())
    guard parser.isAtEnd else {
      throw parser.error("only one conversion is allowed, and a percent sign is written %%")
    }
  }

  fileprivate static let conversions: [Character: Conversion] = [
    "d": .decimal, "i": .decimal, "u": .decimal,
    "x": .hexadecimal(isUppercase: false), "X": .hexadecimal(isUppercase: true), "o": .octal,
    "f": .fixed, "F": .fixed,
    "e": .exponent(isUppercase: false), "E": .exponent(isUppercase: true),
    "g": .general(isUppercase: false), "G": .general(isUppercase: true),
  ]
}

private struct PrintfParser {
  private let characters: [Character]
  private var position = 0

  init(_ text: String) {
    characters = Array(text)
  }

  var isAtEnd: Bool { position == characters.count }

  private var next: Character? { isAtEnd ? nil : characters[position] }

  mutating func skip(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  mutating func literal() -> String {
    var literal = ""
    while let character = next {
      if character == "%" {
        guard position + 1 < characters.count, characters[position + 1] == "%" else { break }
        position += 1
      }
      literal.append(character)
      position += 1
    }
    return literal
  }

  mutating func flags() -> PrintfFormat.Flags {
    let meanings: [Character: PrintfFormat.Flags] = [
      "-": .leftAligned, "+": .plus, " ": .space, "#": .alternate, "0": .zero, "'": .grouped,
    ]
    var flags: PrintfFormat.Flags = []
    position += 1
    while let flag = next.flatMap({ meanings[$0] }) {
      flags.insert(flag)
      position += 1
    }
    return flags
  }

  mutating func count(of name: String) throws(MalformedFormat) -> Int? {
    var count: Int?
    while let character = next, character.isASCII, let digit = character.wholeNumberValue {
      let enlarged = (count ?? 0) * 10 + digit
      guard enlarged <= NumberLimits.writtenDigits else {
        throw error("the \(name) is more than \(NumberLimits.writtenDigits)")
      }
      count = enlarged
      position += 1
    }
    return count
  }

  /// Skips `hh h l ll q L z t j`: a number is as wide as its value.
  mutating func skipLengthModifiers() {
    guard let modifier = next, "hlqLztj".contains(modifier) else { return }
    position += 1
    if "hl".contains(modifier) { _ = skip(modifier) }
  }

  mutating func conversion() throws(MalformedFormat) -> Character {
    guard let letter = next else { throw error("the format ends within a conversion") }
    guard PrintfFormat.conversions[letter] != nil else {
      throw error("“\(letter)” is not a conversion of a number; d i u x X o f F e E g G are")
    }
    position += 1
    return letter
  }

  func error(_ reason: String) -> MalformedFormat {
    MalformedFormat(position: position + 1, reason: reason)
  }
}
