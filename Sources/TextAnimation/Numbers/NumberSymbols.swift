/// The characters that numbers are read with.
public struct NumberSymbols: Equatable, Sendable {
  /// What may stand between whole part and fraction.
  public var decimalSeparators: [Character]
  /// What may stand between groups of digits.
  public var groupingSeparators: [Character]
  /// What makes a number negative; the first is written where the texts show none.
  public var minusSigns: [Character]
  /// What makes a number positive explicitly.
  public var plusSigns: [Character]

  /// Creates a set of symbols.
  public init(
    decimalSeparators: [Character], groupingSeparators: [Character],
    minusSigns: [Character] = ["-", "\u{2212}"], plusSigns: [Character] = ["+"]
  ) {
    self.decimalSeparators = decimalSeparators
    self.groupingSeparators = groupingSeparators
    self.minusSigns = minusSigns
    self.plusSigns = plusSigns
  }

  /// `-1,234.5` with either minus, and the separators U+066B and U+066C, which are never anything but Arabic ones.
  public static let english = NumberSymbols(
    decimalSeparators: [".", "\u{066B}"], groupingSeparators: [",", "\u{066C}"])
}
