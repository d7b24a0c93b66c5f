/// The characters that numbers are read with.
///
/// Stored behind one reference, because scanning a text copies them a dozen times.
public struct NumberSymbols: Equatable, Sendable {
  private let lists: Lists

  private final class Lists: Sendable {
    let decimalSeparators: [Character]
    let groupingSeparators: [Character]
    let minusSigns: [Character]
    let plusSigns: [Character]
    let asciiDecimalSeparators: ASCIISet
    let asciiGroupingSeparators: ASCIISet

    init(
      decimalSeparators: [Character], groupingSeparators: [Character], minusSigns: [Character], plusSigns: [Character]
    ) {
      self.decimalSeparators = decimalSeparators
      self.groupingSeparators = groupingSeparators
      self.minusSigns = minusSigns
      self.plusSigns = plusSigns
      asciiDecimalSeparators = ASCIISet(decimalSeparators)
      asciiGroupingSeparators = ASCIISet(groupingSeparators)
    }
  }

  /// Creates a set of symbols.
  ///
  /// - Parameters:
  ///   - decimalSeparators: What may stand between whole part and fraction.
  ///   - groupingSeparators: What may stand between groups of digits.
  ///   - minusSigns: What makes a number negative; the first is written where the texts show none.
  ///   - plusSigns: What makes a number positive explicitly.
  public init(
    decimalSeparators: [Character], groupingSeparators: [Character],
    minusSigns: [Character] = ["-", "\u{2212}"], plusSigns: [Character] = ["+"]
  ) {
    lists = Lists(
      decimalSeparators: decimalSeparators, groupingSeparators: groupingSeparators, minusSigns: minusSigns,
      plusSigns: plusSigns)
  }

  /// `-1,234.5` with either minus, and the Arabic separators U+066B and U+066C, which have no other meaning.
  public static let english = NumberSymbols(
    decimalSeparators: [".", "\u{066B}"], groupingSeparators: [",", "\u{066C}"])

  /// Whether both have the same characters in the same order.
  public static func == (left: NumberSymbols, right: NumberSymbols) -> Bool {
    left.lists === right.lists
      || left.decimalSeparators == right.decimalSeparators && left.groupingSeparators == right.groupingSeparators
        && left.minusSigns == right.minusSigns && left.plusSigns == right.plusSigns
  }
}

extension NumberSymbols {
  /// What may stand between whole part and fraction.
  public var decimalSeparators: [Character] { lists.decimalSeparators }
  /// What may stand between groups of digits.
  public var groupingSeparators: [Character] { lists.groupingSeparators }
  /// What makes a number negative; the first is written where the texts show none.
  public var minusSigns: [Character] { lists.minusSigns }
  /// What makes a number positive explicitly.
  public var plusSigns: [Character] { lists.plusSigns }
  /// Those of ``decimalSeparators`` that are ASCII, as most texts are.
  var asciiDecimalSeparators: ASCIISet { lists.asciiDecimalSeparators }
  /// Those of ``groupingSeparators`` that are ASCII.
  var asciiGroupingSeparators: ASCIISet { lists.asciiGroupingSeparators }
}

/// The characters of a list that are ASCII.
struct ASCIISet: Sendable {
  private var members: UInt128 = 0

  init(_ characters: [Character]) {
    for character in characters {
      if let scalar = character.onlyScalar, scalar.isASCII { members |= 1 << UInt128(scalar.value) }
    }
  }

  /// Whether it has a character, given as its byte below 0x80.
  func contains(_ unit: UInt8) -> Bool {
    members &>> UInt128(unit) & 1 != 0
  }
}
