import WrittenNumbers
internal import FoundationEssentials
internal import FoundationInternationalization
internal import Synchronization
internal import _FoundationICU

/// What takes time to be read of a locale, each read once, when it is needed.
final class KnownLocaleData: LocaleData {
  private let locale: NumberLocale
  private let known = Mutex(Known())

  private struct Known {
    var words: UnitWords?
    var dates: DateNames?
    var patterns: [DatePattern]?
    var halves: [String]?
    var money: Set<String>?
    var minus: MoneyMinus?
  }

  init(_ locale: NumberLocale) {
    self.locale = locale
  }

  var unitWords: UnitWords { value(\.words) { UnitWords(reading: $0) } }

  var dateNames: DateNames { value(\.dates) { DateNames(reading: $0.locale.identifier) } }

  var datePatterns: [DatePattern] { value(\.patterns) { DatePattern.all(in: $0.locale.identifier) } }

  var halvesOfDay: [String] {
    value(\.halves) { locale in
      let names = withNames(in: locale.locale.identifier) { $0(.halvesOfDay) } ?? []
      return names.contains("") ? [] : names
    }
  }

  var money: Set<String> { value(\.money) { moneyNames(in: $0.locale.identifier) } }

  var moneyMinus: MoneyMinus { value(\.minus) { MoneyMinus(reading: $0) } }

  private func value<Value: Sendable>(
    _ place: WritableKeyPath<Known, Value?>, _ read: (NumberLocale) -> Value
  ) -> Value {
    known.withLock { known in
      if let value = known[keyPath: place] { return value }
      let value = read(locale)
      known[keyPath: place] = value
      return value
    }
  }
}

extension MoneyMinus {
  /// Reads a debt in the money of Switzerland, which is written in letters nearly everywhere.
  fileprivate init(reading locale: NumberLocale) {
    let writer = SpecimenWriter(LocalizedStyle(locale: locale, kind: .currency("CHF")), fractionDigits: 0)
    self = .first
    guard let debt = try? writer.specimen(-1), let amount = try? writer.specimen(1),
      debt.prefix.first?.isLetter ?? false,
      !(debt.prefix.last?.isLetter ?? true), debt.prefix != amount.prefix
    else { return }
    let beforeMinus = debt.prefix.dropLast().last
    self = beforeMinus?.isWhitespace ?? false ? .afterBlank : .atDigits
  }
}

extension UnitWords {
  init(reading locale: NumberLocale) {
    let rules = PluralRules.cardinals(of: locale.language)
    let specimens = PluralSpecimens.telling(rules)
    let scaleSpecimens = PluralSpecimens.telling(rules, fromOne: true)
    let displays: [LocalizedStyle.UnitDisplay] = [.long, .short, .narrow]
    let scales = ["compact-long", "compact-short"].map {
      SpecimenWriter(skeleton: $0, locale: locale.locale.identifier)
    }
    self.init(rules: rules, spellings: displays.count) { kind, spelling in
      switch kind {
      case .time(let name):
        SanctionedUnit(name).flatMap { Self.forms(of: $0, displays[spelling], in: locale, specimens) }
      case .scale(let exponent): spelling < 2 ? Self.forms(of: exponent, by: scales[spelling], scaleSpecimens) : nil
      }
    }
  }

  private static func forms(
    of unit: SanctionedUnit, _ display: LocalizedStyle.UnitDisplay, in locale: NumberLocale,
    _ specimens: [PluralCategory: (number: Int, digits: Int)]
  ) -> Forms? {
    let style = LocalizedStyle(locale: locale, kind: .unit(unit, display))
    var forms: Forms = [:]
    for digits in Set(specimens.values.map(\.digits)) {
      let writer = SpecimenWriter(style, fractionDigits: digits)
      for (category, specimen) in specimens where specimen.digits == digits {
        forms[category] = word(of: writer.text("\(specimen.number)E\(-digits)"), as: category)
      }
    }
    return forms[.other] == nil ? nil : forms
  }

  /// The words for a power of ten, where the language counts in it; letters that are symbols of other units are these.
  private static func forms(
    of exponent: Int, by writer: SpecimenWriter, _ specimens: [PluralCategory: (number: Int, digits: Int)]
  ) -> Forms? {
    var forms: Forms = [:]
    for (category, specimen) in specimens {
      let text = writer.text("\(specimen.number)E\(exponent - specimen.digits)")
      // 11 hundred thousands may be written as 1.1 million.
      guard Specimen(text)?.runs == ["\(specimen.number)".count - specimen.digits, specimen.digits].filter({ $0 > 0 }),
        let word = word(of: text, as: category),
        word.count > 1 || MeasureUnit.mayBeScale(word)
      else { continue }
      forms[category] = word
    }
    return forms[.other] == nil ? nil : forms
  }

  /// The word of an amount without the point of an abbreviation; `nil` where it is no word behind the number.
  ///
  /// Of amounts that are written without a number, as Arabic does for one and two, only that of one goes with a number.
  private static func word(of text: String, as category: PluralCategory) -> String? {
    let specimen = Specimen(text)
    guard specimen?.prefix.isEmpty ?? (category == .one) else { return nil }
    let suffix = (specimen?.suffix ?? text).drop(while: \.isWhitespace)
    let word = String(suffix.last == "." ? suffix.dropLast() : suffix)
    return canRead(word) ? word : nil
  }
}

extension DateNames {
  /// Reads the names of months and weekdays as ICU writes them, in dates and by themselves, long and short.
  ///
  /// Names with digits are none: `1月`.
  fileprivate init(reading locale: String) {
    let widths = [(false, false), (false, true), (true, false), (true, true)]
    let kinds =
      widths.map { DatePattern.Names.months(isShort: $0, isAlone: $1) }
      + widths.map { .weekdays(isShort: $0, isAlone: $1) }
    var lists = withNames(in: locale) { kinds.map($0) } ?? []
    // Behind a day Hebrew has “in” as a part of the word.
    if locale.hasPrefix("he") { lists += lists.prefix(widths.count).map { $0.map { "ב" + $0 } } }
    self.init(lists.filter { $0.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isNumber) } })
  }
}

extension DatePattern {
  /// Reads the patterns of dates, of dates with times, and of times, as ICU has them: the short one first, and those with
  /// long names of months before those with short ones, of which some are the same (`May`).
  fileprivate static func all(in locale: String) -> [DatePattern] {
    let times = [UDAT_SHORT, UDAT_MEDIUM].map { pattern(UDAT_NONE, $0, in: locale) }
    let dates = [UDAT_SHORT, UDAT_LONG, UDAT_MEDIUM, UDAT_FULL].flatMap { style in
      let both = pattern(style, times[0].isEmpty ? UDAT_NONE : UDAT_SHORT, in: locale)
      let withSeconds = times[0].isEmpty ? both : both.replacing(times[0], with: times[1])
      return [pattern(style, UDAT_NONE, in: locale), both, withSeconds]
    }
    // Where years are counted otherwise, as in Thailand, two digits are not those of this calendar.
    let isGregorian = Locale(identifier: locale).calendar.identifier == .gregorian
    var (seen, known): (Set<String>, [Names: [String]]) = ([], [:])
    let patterns = (dates + times).filter { seen.insert($0).inserted && (isGregorian || !$0.contains("yy")) }
    return withNames(in: locale) { names in
      patterns.compactMap { pattern in
        DatePattern(pattern) { kind in
          let list = known[kind] ?? names(kind)
          known[kind] = list
          return list
        }
      }
    } ?? []
  }

  private static func pattern(_ date: UDateFormatStyle, _ time: UDateFormatStyle, in locale: String) -> String {
    guard let format = unsafe dateFormat(date, time, in: locale) else { return "" }
    defer { unsafe swift_udat_close(format) }
    return unsafe shortText { unsafe swift_udat_toPattern(format, 0, $0, $1, $2) }
  }
}

extension DatePattern.Names {
  /// ICU's lists, of which weeks begin with Sunday, as 1.
  fileprivate var symbols: (UDateFormatSymbolType, places: [Int32]) {
    switch self {
    case .months(isShort: false, let isAlone): (isAlone ? UDAT_STANDALONE_MONTHS : UDAT_MONTHS, Array(0..<12))
    case .months(isShort: true, let isAlone):
      (isAlone ? UDAT_STANDALONE_SHORT_MONTHS : UDAT_SHORT_MONTHS, Array(0..<12))
    case .weekdays(isShort: false, let isAlone):
      (isAlone ? UDAT_STANDALONE_WEEKDAYS : UDAT_WEEKDAYS, [2, 3, 4, 5, 6, 7, 1])
    case .weekdays(isShort: true, let isAlone):
      (isAlone ? UDAT_STANDALONE_SHORT_WEEKDAYS : UDAT_SHORT_WEEKDAYS, [2, 3, 4, 5, 6, 7, 1])
    case .halvesOfDay: (UDAT_AM_PMS, [0, 1])
    case .eras: (UDAT_ERAS, [0, 1])
    }
  }
}

/// Gives what ICU's names of a kind are in a locale, while they are at hand.
private func withNames<Result>(
  in locale: String, _ body: ((DatePattern.Names) -> [String]) -> Result
) -> Result? {
  guard let format = unsafe dateFormat(UDAT_SHORT, in: locale) else { return nil }
  defer { unsafe swift_udat_close(format) }
  return body { kind in
    let (symbols, places) = kind.symbols
    return places.map { place in unsafe shortText { unsafe swift_udat_getSymbols(format, symbols, place, $0, $1, $2) } }
  }
}

private func dateFormat(
  _ date: UDateFormatStyle, _ time: UDateFormatStyle = UDAT_NONE, in locale: String
) -> UnsafeMutablePointer<UDateFormat?>? {
  var status = U_ZERO_ERROR
  let calendar = locale + (locale.contains("@") ? ";" : "@") + "calendar=gregorian"
  return unsafe swift_udat_open(time, date, calendar, nil, 0, nil, 0, &status)
}

/// How a locale writes the money of all countries, without blanks.
func moneyNames(in locale: String) -> Set<String> {
  var names: Set<String> = []
  for currency in Locale.Currency.isoCurrencies {
    for kind in [UCURR_SYMBOL_NAME, UCURR_NARROW_SYMBOL_NAME] {
      var (status, count) = (U_ZERO_ERROR, 0 as Int32)
      let code = Array(currency.identifier.utf16) + [0]
      guard let units = unsafe swift_ucurr_getName(code, locale, kind, nil, &count, &status),
        status.rawValue <= U_ZERO_ERROR.rawValue
      else { continue }
      let name = unsafe String(decoding: UnsafeBufferPointer(start: units, count: Int(count)), as: UTF16.self)
      names.insert(name.filter { !$0.isWhitespace && !"\u{61C}\u{200E}\u{200F}".contains($0) })
    }
  }
  return names
}
