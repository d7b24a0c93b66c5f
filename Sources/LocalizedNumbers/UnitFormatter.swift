internal import FoundationEssentials
internal import FoundationInternationalization
internal import _FoundationICU

/// Has ICU write single numbers in one style.
struct SpecimenWriter {
  private let write: (Decimal) -> String
  /// The power of ten that a value is multiplied with where it is shown.
  let decimalShift: Int

  /// Creates ICU's formatter, which costs more than the specimens.
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

/// ICU's own formatter, for what Foundation's do not write: amounts of any unit.
@safe
final class UnitFormatter {
  private let formatter: OpaquePointer
  private let result: OpaquePointer

  /// Creates a formatter for a skeleton of ICU's and a locale's identifier; `nil` where ICU knows no such unit.
  init?(skeleton: String, locale: String) {
    var status = U_ZERO_ERROR
    let units = Array(skeleton.utf16)
    guard let formatter = unsafe swift_unumf_openForSkeletonAndLocale(units, Int32(units.count), locale, &status)
    else { return nil }
    guard let result = unsafe swift_unumf_openResult(&status), status.rawValue <= U_ZERO_ERROR.rawValue else {
      unsafe swift_unumf_close(formatter)
      return nil
    }
    unsafe self.formatter = formatter
    unsafe self.result = result
  }

  deinit {
    unsafe swift_unumf_closeResult(result)
    unsafe swift_unumf_close(formatter)
  }

  /// The text of a number that is given in plain digits; empty where ICU refuses it.
  func text(_ number: String) -> String {
    var status = U_ZERO_ERROR
    unsafe swift_unumf_formatDecimal(formatter, number, Int32(number.utf8.count), result, &status)
    // Names of units are short, and so are specimens.
    var units = [UInt16](repeating: 0, count: 512)
    let count = unsafe swift_unumf_resultToString(result, &units, Int32(units.count), &status)
    guard status.rawValue <= U_ZERO_ERROR.rawValue, (0...Int32(units.count)).contains(count) else { return "" }
    return String(decoding: units[..<Int(count)], as: UTF16.self)
  }
}

extension UnitFormatter {
  convenience init?(
    _ unit: SanctionedUnit, _ display: LocalizedStyle.UnitDisplay, _ style: LocalizedStyle, fractionDigits: Int?,
    locale: String
  ) {
    let width = display == .long ? "full-name" : display.rawValue
    var stems = ["unit/\(unit.identifier)", "unit-width-\(width)"]
    if style.notation == .compact { stems.append("compact-short") }
    if let fractionDigits {
      stems.append(fractionDigits == 0 ? "precision-integer" : "." + String(repeating: "0", count: fractionDigits))
    }
    switch style.sign {
    case .auto, .accounting: break
    case .always: stems.append("sign-always")
    case .exceptZero: stems.append("sign-except-zero")
    case .never: stems.append("sign-never")
    }
    self.init(skeleton: stems.joined(separator: " "), locale: locale)
  }
}
