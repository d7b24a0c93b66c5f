internal import TextBytes

/// The characters that numbers are read with.
///
/// A class, so that those who share it copy a reference.
public final class NumberSymbols: Sendable {
  /// What may stand between whole part and fraction.
  public let decimalSeparators: [Character]
  /// What may stand between groups of digits.
  public let groupingSeparators: [Character]
  /// What makes a number negative; the first is written where the texts show none.
  public let minusSigns: [Character]
  /// What makes a number positive explicitly.
  public let plusSigns: [Character]
  /// Those of ``decimalSeparators`` that are ASCII, as most texts are.
  let asciiDecimalSeparators: ByteSet
  /// Those of ``groupingSeparators`` that are ASCII.
  let asciiGroupingSeparators: ByteSet

  /// Creates a set of symbols, of which those in ASCII must be printable.
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
    self.decimalSeparators = decimalSeparators
    self.groupingSeparators = groupingSeparators
    self.minusSigns = minusSigns
    self.plusSigns = plusSigns
    asciiDecimalSeparators = ByteSet(String(decimalSeparators.filter(\.isASCII)))
    asciiGroupingSeparators = ByteSet(String(groupingSeparators.filter(\.isASCII)))
  }

  /// `-1,234.5` with either minus, and the Arabic separators U+066B and U+066C, which have no other meaning.
  public static let english = NumberSymbols(
    decimalSeparators: [".", "\u{066B}"], groupingSeparators: [",", "\u{066C}"])
}

extension NumberSymbols: Equatable {
  /// Whether both have the same characters in the same order.
  public static func == (left: NumberSymbols, right: NumberSymbols) -> Bool {
    left === right
      || left.decimalSeparators == right.decimalSeparators && left.groupingSeparators == right.groupingSeparators
        && left.minusSigns == right.minusSigns && left.plusSigns == right.plusSigns
  }
}
