internal import FoundationEssentials
internal import FoundationInternationalization
internal import TextAnimation
internal import _FoundationICU

extension DateNames {
  /// Reads the names of months and weekdays as ICU writes them, in dates and by themselves, long and short.
  ///
  /// Names with digits are none: `1月`.
  init(reading locale: String) {
    var status = U_ZERO_ERROR
    let calendar = locale + (locale.contains("@") ? ";" : "@") + "calendar=gregorian"
    guard let format = unsafe swift_udat_open(UDAT_DEFAULT, UDAT_DEFAULT, calendar, nil, 0, nil, 0, &status),
      status.rawValue <= U_ZERO_ERROR.rawValue
    else {
      self.init([])
      return
    }
    defer { unsafe swift_udat_close(format) }
    let months = [UDAT_MONTHS, UDAT_STANDALONE_MONTHS, UDAT_SHORT_MONTHS, UDAT_STANDALONE_SHORT_MONTHS]
    let days = [UDAT_WEEKDAYS, UDAT_STANDALONE_WEEKDAYS, UDAT_SHORT_WEEKDAYS, UDAT_STANDALONE_SHORT_WEEKDAYS]
    func names(_ kind: UDateFormatSymbolType, _ places: [Int32]) -> [String] {
      places.map { place in
        var units = [UInt16](repeating: 0, count: 128)
        var status = U_ZERO_ERROR
        let count = unsafe swift_udat_getSymbols(format, kind, place, &units, Int32(units.count), &status)
        guard status.rawValue <= U_ZERO_ERROR.rawValue, (0...Int32(units.count)).contains(count) else { return "" }
        return String(decoding: units[..<Int(count)], as: UTF16.self)
      }
    }
    // ICU's weeks begin with Sunday, as 1.
    var lists = months.map { names($0, Array(0..<12)) } + days.map { names($0, [2, 3, 4, 5, 6, 7, 1]) }
    // Behind a day Hebrew has “in” as a part of the word.
    if locale.hasPrefix("he") { lists += lists.prefix(months.count).map { $0.map { "ב" + $0 } } }
    self.init(lists.filter { $0.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isNumber) } })
  }
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
