internal import TextAnimation

extension NumberSymbols {
  /// Reads what numbers in texts of a locale are written with.
  ///
  /// - Throws: ``UnreadableNumbers`` if the numbering system has not ten digits in a row.
  init(reading locale: NumberLocale) throws(UnreadableNumbers) {
    let layout = try SpecimenLayout(reading: LocalizedStyle(locale: locale))
    let signed = SpecimenWriter(LocalizedStyle(locale: locale, sign: .always), fractionDigits: 0)
    self.init(
      decimalSeparators: Self.equals(of: layout.decimalSeparator) + ["\u{066B}"],
      groupingSeparators: Self.equals(of: layout.groupingSeparator) + ["\u{066C}"],
      minusSigns: [try signed.specimen(-1).sign, "-", "\u{2212}"].compactMap(\.self),
      plusSigns: [try signed.specimen(1).sign, "+"].compactMap(\.self))
  }

  /// A separator with those that people and other versions of CLDR write for it.
  private static func equals(of separator: String) -> [Character] {
    for family in [[" ", "\u{A0}", "\u{2009}", "\u{202F}"], ["'", "\u{2019}"]] as [[Character]]
    where family.contains(where: { separator == String($0) }) {
      return family
    }
    return Array(separator)
  }
}
