import Interpolation

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
  /// The convention of the separators, and behind it those that are tried where it does not read a pair of texts whole.
  package let conventions: [Convention]
  package let plurals: PluralRules
  /// The language whose words for units are known beside the English ones; `nil` where it is English.
  private let language: String?
  /// Where digits before the decimal separator are parted.
  package let groups: DigitLayout.Grouping
  /// Whether a minus is written as a hyphen where the texts show none.
  package let writesHyphen: Bool
  /// Whether somebody has said which convention is the first, and it is no guess.
  package let isTold: Bool
  private let data: (any LocaleData)?
  /// A word of the caller's in the forms that it takes; `nil` where none is given.
  private let word: UnitWords?

  /// Creates a set of symbols.
  ///
  /// - Parameters:
  ///   - decimalSeparators: What may stand between whole part and fraction: a point, a comma or what other scripts write
  ///     for them.
  ///   - groupingSeparators: What may stand between groups of digits: these, spaces and apostrophes.
  ///   - minusSigns: What makes a number negative; the first is written where the texts show none.
  ///   - plusSigns: What makes a number positive explicitly.
  public convenience init(
    decimalSeparators: [Character], groupingSeparators: [Character],
    minusSigns: [Character] = ["-", "\u{2212}"], plusSigns: [Character] = ["+"]
  ) {
    self.init(
      decimalSeparators: decimalSeparators, groupingSeparators: groupingSeparators, minusSigns: minusSigns,
      plusSigns: plusSigns, triesOthers: false)
  }

  /// The same for a language, of which words and money are read when they are needed; `triesOthers` tells whether texts
  /// that are not whole in these separators are read with others.
  package init(
    decimalSeparators: [Character], groupingSeparators: [Character], minusSigns: [Character] = ["-", "\u{2212}"],
    plusSigns: [Character] = ["+"], triesOthers: Bool, isTold: Bool = true, groups: DigitLayout.Grouping = .init(),
    plurals: PluralRules = .english, language: String? = nil, data: (any LocaleData)? = nil, word: UnitWords? = nil
  ) {
    self.decimalSeparators = decimalSeparators
    self.groupingSeparators = groupingSeparators
    self.minusSigns = minusSigns
    self.plusSigns = plusSigns
    let own = Convention(decimal: Separators(decimalSeparators), group: Separators(groupingSeparators))
    conventions = triesOthers ? Convention.following(own) : [own]
    self.isTold = isTold
    self.groups = groups
    writesHyphen = minusSigns.first == "-"
    self.plurals = plurals
    self.language = language
    self.data = data
    self.word = word
  }

  /// `-1,234.5` with either minus, and the Arabic separators U+066B and U+066C, which have no other meaning.
  ///
  /// Texts that are not whole in English are read as `1.234,5`, `1 234,5`, `1'234.5` or `1 234.5`, the first that fits
  /// both: `1,5` → `1,500` are 1.5 and 1.500, since English would break `1,5` into two numbers. A point before three digits
  /// may be that of a group then.
  public static let english = NumberSymbols(
    decimalSeparators: [".", "\u{066B}"], groupingSeparators: [",", "\u{066C}"], triesOthers: true, isTold: false)

  /// The same with a word in the forms that it takes beside a number, which are known before all others.
  package func counting(_ forms: UnitWords.Forms) -> NumberSymbols {
    copy(decimalSeparators, groupingSeparators, isTold: isTold, word: UnitWords(asked: forms, rules: plurals))
  }

  /// The same for a text of which is known what begins a fraction in it, a point or a comma.
  package func telling(decimal separator: Character) -> NumberSymbols {
    let isOwn = decimalSeparators.contains(separator)
    return copy(
      isOwn ? decimalSeparators : [separator, "\u{066B}"],
      isOwn ? groupingSeparators : [separator == "." ? "," : ".", "\u{066C}"], isTold: true, word: word)
  }

  /// The same for texts of which a word is known to be a regular English plural; as it is where another word or language is
  /// told.
  package func telling(plural: String) -> NumberSymbols {
    guard isEnglish, word == nil, let singular = KnownWords.singular(of: plural) else { return self }
    return counting([.one: singular, .other: plural])
  }

  private func copy(
    _ decimalSeparators: [Character], _ groupingSeparators: [Character], isTold: Bool, word: UnitWords?
  ) -> NumberSymbols {
    NumberSymbols(
      decimalSeparators: decimalSeparators, groupingSeparators: groupingSeparators, minusSigns: minusSigns,
      plusSigns: plusSigns, triesOthers: conventions.count > 1, isTold: isTold, groups: groups, plurals: plurals,
      language: language, data: data, word: word)
  }

  package var pluralCategories: [PluralCategory] { plurals.categories }

  package var isEnglish: Bool { language == nil }

  /// Whether it has no other words for units than English ones.
  var knowsEnglishOnly: Bool { language == nil && word == nil }

  /// The words for units that are known, those of the language first, and before them a word of the caller's.
  package var unitWords: [UnitWords] {
    let known = ofLanguage.map { [$0.unitWords, .english] } ?? Self.englishUnitWords
    return word.map { [$0] + known } ?? known
  }

  /// The names of months and weekdays that are known, those of the language first.
  package var dateNames: [DateNames] { ofLanguage.map { [$0.dateNames, .english] } ?? Self.englishDateNames }

  private var ofLanguage: (any LocaleData)? { language == nil ? nil : data }
  private static let englishUnitWords = [UnitWords.english]
  private static let englishDateNames = [DateNames.english]

  package func isMoney(_ text: String) -> Bool { data?.money.contains(text) ?? false }

  /// How dates and times are written, where no language is told those that begin with a year.
  package var datePatterns: [DatePattern] { data?.datePatterns ?? DatePattern.english }

  /// In which order a date in digits has its day, its month and its year, as in `dmy`; `nil` where no
  /// language is told, or one that has names in all of them.
  package var dateOrder: String? { data?.datePatterns.first?.order }

  /// The names of both halves of the day; none where no language is told.
  package var halvesOfDay: [String] { data?.halvesOfDay ?? [] }

  /// Where the minus stands beside money, if the locale has it elsewhere than in front of both.
  package var moneyMinus: MoneyMinus { data?.moneyMinus ?? .first }
}

/// What takes time to be read of a locale, and is where it is needed.
package protocol LocaleData: Sendable {
  var unitWords: UnitWords { get }
  var dateNames: DateNames { get }
  /// That of a short date first.
  var datePatterns: [DatePattern] { get }
  /// Two names, or none.
  var halvesOfDay: [String] { get }
  /// How money is written, without blanks.
  var money: Set<String> { get }
  var moneyMinus: MoneyMinus { get }
}

/// Where a minus stands beside money that is written before its digits.
package enum MoneyMinus: Sendable {
  /// `-$8`.
  case first
  /// `€ -8`, the blank of `€ 8` before it.
  case afterBlank
  /// `CHF-8`, in the place of the blank of `CHF 8`.
  case atDigits
}

/// The names of months and weekdays in a language, in each way to write them: long, short, with points.
package struct DateNames: Sendable {
  /// Twelve months or seven days each.
  package let lists: [[String]]
  private let places: [String: [Place]]
  private let heads: WordHeads

  package typealias Place = (list: Int, index: Int)

  package init(_ lists: [[String]]) {
    self.lists = lists
    places = Dictionary(
      lists.indices.flatMap { list in
        lists[list].indices.map { (lists[list][$0].lowercased(), [(list: list, index: $0)]) }
      }, uniquingKeysWith: +)
    heads = WordHeads(places.keys)
  }

  package subscript(name: String) -> [Place] { places[name.lowercased()] ?? [] }

  package func mayBegin(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool { heads.mayBegin(first, second) }

  /// English; of months with points both ways, as the long ones keep theirs or not.
  static let english = DateNames(
    [
      "January February March April May June July August September October November December",
      "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
      "Jan. Feb. March April May June July Aug. Sept. Oct. Nov. Dec.",
      "Jan. Feb. Mar. Apr. May Jun. Jul. Aug. Sep. Oct. Nov. Dec.",
      "Monday Tuesday Wednesday Thursday Friday Saturday Sunday", "Mon Tue Wed Thu Fri Sat Sun",
      "Mon. Tue. Wed. Thu. Fri. Sat. Sun.", "Mon Tues Wed Thurs Fri Sat Sun",
    ].map { $0.split(separator: " ").map(String.init) })
}

extension NumberSymbols: Equatable {
  /// Whether both have the same characters in the same order.
  public static func == (left: NumberSymbols, right: NumberSymbols) -> Bool {
    left === right
      || left.decimalSeparators == right.decimalSeparators && left.groupingSeparators == right.groupingSeparators
        && left.minusSigns == right.minusSigns && left.plusSigns == right.plusSigns
        && left.conventions == right.conventions && left.isTold == right.isTold && left.plurals == right.plurals
        && left.language == right.language && left.word == right.word
  }
}

extension String {
  /// Whether it has nothing but digits and separators: no word, unit or sign, nor the colon of a time.
  package var isNumberAlone: Bool {
    unicodeScalars.allSatisfy { DigitSet.value(of: $0) != nil || ".,'’".unicodeScalars.contains($0) }
  }
}

extension Substring {
  package var hasDigit: Bool { unicodeScalars.contains { DigitSet.value(of: $0) != nil } }
}
