internal import FoundationEssentials
internal import FoundationInternationalization

/// Has ICU write single numbers in one style.
struct SpecimenWriter {
  private let write: (Decimal) -> String
  /// The power of ten that a value is multiplied with where it is shown.
  let decimalShift: Int

  /// Creates ICU's formatter, which costs more than the specimens.
  ///
  /// - Parameters:
  ///   - style: Locale, kind, sign and notation are taken from here.
  ///   - fractionDigits: Digits after the separator; `nil` is ICU's own count.
  init(_ style: LocalizedStyle, fractionDigits: Int?) {
    let locale = style.locale.locale
    switch style.kind {
    case .decimal:
      let format = Decimal.FormatStyle(locale: locale).sign(strategy: style.sign.strategy)
        .notation(style.notation == .compact ? .compactName : .automatic)
      let precise = fractionDigits.map { format.precision(.fractionLength($0)) } ?? format
      (write, decimalShift) = ({ precise.format($0) }, 0)
    case .percent:
      let format = Decimal.FormatStyle.Percent(locale: locale).sign(strategy: style.sign.strategy)
        .notation(style.notation == .compact ? .compactName : .automatic)
      let precise = fractionDigits.map { format.precision(.fractionLength($0)) } ?? format
      (write, decimalShift) = ({ precise.format($0) }, 2)
    case .currency(let code):
      let format = Decimal.FormatStyle.Currency(code: code, locale: locale).sign(strategy: style.sign.moneyStrategy)
        .notation(style.notation == .compact ? .compactName : .automatic)
      let precise = fractionDigits.map { format.precision(.fractionLength($0)) } ?? format
      (write, decimalShift) = ({ precise.format($0) }, 0)
    case .unit(let unit, let display):
      let formatter = UnitFormatter(
        unit, display, style, fractionDigits: fractionDigits, locale: locale.identifier)
      (write, decimalShift) = ({ formatter?.text($0.description) ?? "" }, 0)
    }
  }

  /// Has the number written that is shown as `shown`·10^`exponent`.
  ///
  /// - Throws: ``UnreadableNumbers`` if it is not written in ten digits.
  func specimen(_ shown: Int, exponent: Int = 0) throws(UnreadableNumbers) -> Specimen {
    let value = Decimal(
      sign: shown < 0 ? .minus : .plus, exponent: exponent - decimalShift, significand: Decimal(shown.magnitude))
    guard let specimen = Specimen(write(value)) else { throw UnreadableNumbers() }
    return specimen
  }
}

extension LocalizedStyle.Sign {
  fileprivate var strategy: NumberFormatStyleConfiguration.SignDisplayStrategy {
    switch self {
    case .auto, .accounting: .automatic
    case .always: .always(includingZero: true)
    case .exceptZero: .always(includingZero: false)
    case .never: .never
    }
  }

  fileprivate var moneyStrategy: CurrencyFormatStyleConfiguration.SignDisplayStrategy {
    switch self {
    case .auto: .automatic
    case .always: .always(showZero: true)
    case .exceptZero: .always(showZero: false)
    case .never: .never
    case .accounting: .accounting
    }
  }
}
