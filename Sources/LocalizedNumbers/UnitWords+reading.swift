internal import FoundationEssentials
internal import Synchronization
internal import TextAnimation

/// The words of a locale's language for units, which are read once, when they are needed.
final class LocaleUnitWords: Sendable {
  private let locale: NumberLocale
  private let known = Mutex<UnitWords?>(nil)

  init(_ locale: NumberLocale) {
    self.locale = locale
  }

  var words: UnitWords {
    known.withLock { known in
      if let known { return known }
      let words = UnitWords(reading: locale)
      known = words
      return words
    }
  }
}

extension UnitWords {
  /// Reads a language's words for units, those that are one word behind the number.
  init(reading locale: NumberLocale) {
    let rules = PluralRules.cardinals(of: locale.language)
    let specimens = PluralSpecimens.telling(rules)
    self.init(rules: rules) { name in
      SanctionedUnit(name).flatMap { Self.forms(of: $0, in: locale, specimens) }
    }
  }

  private static func forms(
    of unit: SanctionedUnit, in locale: NumberLocale, _ specimens: [PluralCategory: (number: Int, digits: Int)]
  ) -> Forms? {
    let style = LocalizedStyle(locale: locale, kind: .unit(unit, .long))
    var forms: Forms = [:]
    for digits in Set(specimens.values.map(\.digits)) {
      let writer = UnitFormatter(unit, .long, style, fractionDigits: digits, locale: locale.locale.identifier)
      for (category, specimen) in specimens where specimen.digits == digits {
        let number = digits == 0 ? "\(specimen.number)" : "\(specimen.number)E-\(digits)"
        guard let text = writer?.text(number), let word = word(of: text, as: category) else { continue }
        forms[category] = word
      }
    }
    return forms[.other] == nil ? nil : forms
  }

  /// The word of an amount; `nil` where it is no word behind the number.
  ///
  /// Of amounts that are written without a number, as Arabic does for one and two, only that of one goes with a number.
  private static func word(of text: String, as category: PluralCategory) -> String? {
    let specimen = Specimen(text)
    guard specimen?.prefix.isEmpty ?? (category == .one) else { return nil }
    let word = String((specimen?.suffix ?? text).drop(while: \.isWhitespace))
    return word.isEmpty || !word.allSatisfy(\.isLetter) ? nil : word
  }
}
