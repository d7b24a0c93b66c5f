internal import _FoundationICU

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
  /// Creates a formatter for a unit in a style.
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
