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
  /// Those that are tried in order where these do not read a pair of texts whole.
  let alternatives: [NumberSymbols]
  /// Which form a word takes beside a number.
  let plurals: PluralRules
  /// The language whose words for units are known beside the English ones; `nil` where it is English.
  private let language: String?
  private let readUnitWords: @Sendable () -> UnitWords
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
  public convenience init(
    decimalSeparators: [Character], groupingSeparators: [Character],
    minusSigns: [Character] = ["-", "\u{2212}"], plusSigns: [Character] = ["+"]
  ) {
    self.init(decimalSeparators, groupingSeparators, minusSigns, plusSigns)
  }

  /// The same for a language with forms of words of its own, and words for units that are read when they are needed.
  package convenience init(
    decimalSeparators: [Character], groupingSeparators: [Character], minusSigns: [Character], plusSigns: [Character],
    plurals: PluralRules, language: String?, unitWords: @escaping @Sendable () -> UnitWords
  ) {
    self.init(
      decimalSeparators, groupingSeparators, minusSigns, plusSigns, plurals: plurals, language: language,
      unitWords: unitWords)
  }

  private init(
    _ decimalSeparators: [Character], _ groupingSeparators: [Character], _ minusSigns: [Character] = ["-", "\u{2212}"],
    _ plusSigns: [Character] = ["+"], alternatives: [NumberSymbols] = [], plurals: PluralRules = .english,
    language: String? = nil, unitWords: @escaping @Sendable () -> UnitWords = { .english }
  ) {
    self.decimalSeparators = decimalSeparators
    self.groupingSeparators = groupingSeparators
    self.minusSigns = minusSigns
    self.plusSigns = plusSigns
    self.alternatives = alternatives
    self.plurals = plurals
    self.language = language
    readUnitWords = unitWords
    asciiDecimalSeparators = ByteSet(String(decimalSeparators.filter(\.isASCII)))
    asciiGroupingSeparators = ByteSet(String(groupingSeparators.filter(\.isASCII)))
  }

  /// `-1,234.5` with either minus, and the Arabic separators U+066B and U+066C, which have no other meaning.
  ///
  /// Texts that are not whole in English are read as `1.234,5`, `1 234,5`, `1'234.5` or `1 234.5`, the first that fits
  /// both: `1,5` → `1,500` are 1.5 and 1.500, since English would break `1,5` into two numbers.
  public static let english = NumberSymbols(
    [".", "\u{066B}"], [",", "\u{066C}"],
    alternatives: [
      NumberSymbols(decimalSeparators: [","], groupingSeparators: ["."]),
      NumberSymbols(decimalSeparators: [","], groupingSeparators: spaces),
      NumberSymbols(decimalSeparators: ["."], groupingSeparators: apostrophes),
      NumberSymbols(decimalSeparators: ["."], groupingSeparators: spaces),
    ])

  /// The words for units that are known, those of the language first.
  var unitWords: [UnitWords] { language == nil ? [.english] : [readUnitWords(), .english] }

  /// The spaces that separate groups of digits.
  package static let spaces: [Character] = [" ", "\u{A0}", "\u{2009}", "\u{202F}"]

  /// The apostrophes that separate groups of digits.
  package static let apostrophes: [Character] = ["'", "\u{2019}"]

  /// Whether a character stands within numbers of any of the conventions.
  static func isSeparator(_ character: Character) -> Bool {
    character == "." || character == "," || spaces.contains(character) || apostrophes.contains(character)
  }
}

extension NumberSymbols: Equatable {
  /// Whether both have the same characters in the same order.
  public static func == (left: NumberSymbols, right: NumberSymbols) -> Bool {
    left === right
      || left.decimalSeparators == right.decimalSeparators && left.groupingSeparators == right.groupingSeparators
        && left.minusSigns == right.minusSigns && left.plusSigns == right.plusSigns
        && left.alternatives == right.alternatives && left.plurals == right.plurals
        && left.language == right.language
  }
}
