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

  var halvesOfDay: [String] { value(\.halves) { halves(ofDaysIn: $0.locale.identifier) } }

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
  /// Reads a language's words for units, those that are one word behind the number, or two as in `25 de zile`.
  init(reading locale: NumberLocale) {
    let rules = PluralRules.cardinals(of: locale.language)
    let specimens = PluralSpecimens.telling(rules)
    let scaleSpecimens = PluralSpecimens.telling(rules, fromOne: true)
    let displays: [LocalizedStyle.UnitDisplay] = [.long, .short, .narrow]
    let scales = ["compact-long", "compact-short"].map {
      UnitFormatter(skeleton: $0, locale: locale.locale.identifier)
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
      let writer = UnitFormatter(unit, display, style, fractionDigits: digits, locale: locale.locale.identifier)
      for (category, specimen) in specimens where specimen.digits == digits {
        let number = digits == 0 ? "\(specimen.number)" : "\(specimen.number)E-\(digits)"
        guard let text = writer?.text(number), let word = word(of: text, as: category) else { continue }
        forms[category] = word
      }
    }
    return forms[.other] == nil ? nil : forms
  }

  /// The words for a power of ten, where the language counts in it; letters that are symbols of other units are these.
  private static func forms(
    of exponent: Int, by writer: UnitFormatter?, _ specimens: [PluralCategory: (number: Int, digits: Int)]
  ) -> Forms? {
    var forms: Forms = [:]
    for (category, specimen) in specimens {
      guard let text = writer?.text("\(specimen.number)E\(exponent - specimen.digits)"),
        // 11 hundred thousands may be written as 1.1 million.
        Specimen(text)?.runs == ["\(specimen.number)".count - specimen.digits, specimen.digits].filter({ $0 > 0 }),
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
  init(reading locale: String) {
    guard let format = unsafe dateFormat(UDAT_DEFAULT, in: locale) else {
      self.init([])
      return
    }
    defer { unsafe swift_udat_close(format) }
    let months = [UDAT_MONTHS, UDAT_STANDALONE_MONTHS, UDAT_SHORT_MONTHS, UDAT_STANDALONE_SHORT_MONTHS]
    let days = [UDAT_WEEKDAYS, UDAT_STANDALONE_WEEKDAYS, UDAT_SHORT_WEEKDAYS, UDAT_STANDALONE_SHORT_WEEKDAYS]
    func names(_ kind: UDateFormatSymbolType, _ places: [Int32]) -> [String] {
      places.map { unsafe symbol($0, of: kind, in: format) }
    }
    // ICU's weeks begin with Sunday, as 1.
    var lists = months.map { names($0, Array(0..<12)) } + days.map { names($0, [2, 3, 4, 5, 6, 7, 1]) }
    // Behind a day Hebrew has “in” as a part of the word.
    if locale.hasPrefix("he") { lists += lists.prefix(months.count).map { $0.map { "ב" + $0 } } }
    self.init(lists.filter { $0.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isNumber) } })
  }
}

extension DatePattern {
  /// Reads the patterns of dates, of dates with times, and of times, as ICU has them from short to full.
  fileprivate static func all(in locale: String) -> [DatePattern] {
    guard let format = unsafe dateFormat(UDAT_DEFAULT, in: locale) else { return [] }
    defer { unsafe swift_udat_close(format) }
    var known: [Names: [String]] = [:]
    func names(_ kind: Names) -> [String] {
      if let names = known[kind] { return names }
      let (symbols, places) = kind.symbols
      known[kind] = places.map { unsafe symbol($0, of: symbols, in: format) }
      return known[kind] ?? []
    }
    let times = [UDAT_SHORT, UDAT_MEDIUM].map { pattern(UDAT_NONE, $0, in: locale) }
    let dates = [UDAT_SHORT, UDAT_MEDIUM, UDAT_LONG, UDAT_FULL].flatMap { style in
      let both = pattern(style, times[0].isEmpty ? UDAT_NONE : UDAT_SHORT, in: locale)
      let withSeconds = times[0].isEmpty ? both : both.replacing(times[0], with: times[1])
      return [pattern(style, UDAT_NONE, in: locale), both, withSeconds]
    }
    // Where years are counted otherwise, as in Thailand, two digits are not those of this calendar.
    let isGregorian = Locale(identifier: locale).calendar.identifier == .gregorian
    var seen: Set<String> = []
    let patterns = (dates + times).filter { seen.insert($0).inserted && (isGregorian || !$0.contains("yy")) }
    return patterns.compactMap { DatePattern($0, names: names) }
  }

  private static func pattern(_ date: UDateFormatStyle, _ time: UDateFormatStyle, in locale: String) -> String {
    guard let format = unsafe dateFormat(date, time, in: locale) else { return "" }
    defer { unsafe swift_udat_close(format) }
    var (units, status) = ([UInt16](repeating: 0, count: 256), U_ZERO_ERROR)
    let count = unsafe swift_udat_toPattern(format, 0, &units, Int32(units.count), &status)
    return String(decoding: units[..<Int(max(0, min(count, 256)))], as: UTF16.self)
  }
}

extension DatePattern.Names {
  /// ICU's lists, of which weeks begin with Sunday, as 1.
  fileprivate var symbols: (UDateFormatSymbolType, places: [Int32]) {
    let months = Array<Int32>(0..<12)
    let days: [Int32] = [2, 3, 4, 5, 6, 7, 1]
    return switch self {
    case .months(isShort: false, isAlone: false): (UDAT_MONTHS, months)
    case .months(isShort: false, isAlone: true): (UDAT_STANDALONE_MONTHS, months)
    case .months(isShort: true, isAlone: false): (UDAT_SHORT_MONTHS, months)
    case .months(isShort: true, isAlone: true): (UDAT_STANDALONE_SHORT_MONTHS, months)
    case .weekdays(isShort: false, isAlone: false): (UDAT_WEEKDAYS, days)
    case .weekdays(isShort: false, isAlone: true): (UDAT_STANDALONE_WEEKDAYS, days)
    case .weekdays(isShort: true, isAlone: false): (UDAT_SHORT_WEEKDAYS, days)
    case .weekdays(isShort: true, isAlone: true): (UDAT_STANDALONE_SHORT_WEEKDAYS, days)
    case .halvesOfDay: (UDAT_AM_PMS, [0, 1])
    case .eras: (UDAT_ERAS, [0, 1])
    }
  }
}

private func halves(ofDaysIn locale: String) -> [String] {
  guard let format = unsafe dateFormat(UDAT_SHORT, in: locale) else { return [] }
  defer { unsafe swift_udat_close(format) }
  let names = [0, 1].map { unsafe symbol($0, of: UDAT_AM_PMS, in: format) }
  return names.contains("") ? [] : names
}

private func symbol(
  _ place: Int32, of kind: UDateFormatSymbolType, in format: UnsafeMutablePointer<UDateFormat?>
) -> String {
  var (units, status) = ([UInt16](repeating: 0, count: 128), U_ZERO_ERROR)
  let count = unsafe swift_udat_getSymbols(format, kind, place, &units, Int32(units.count), &status)
  guard status.rawValue <= U_ZERO_ERROR.rawValue, (0...Int32(units.count)).contains(count) else { return "" }
  return String(decoding: units[..<Int(count)], as: UTF16.self)
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
