internal import FoundationEssentials
internal import _FoundationICU

/// Has ICU write single numbers in one style.
@safe
final class SpecimenWriter {
  private let formatter: OpaquePointer?
  private let result: OpaquePointer?

  /// Creates a formatter for a skeleton of ICU's and a locale's identifier, which costs more than the specimens; it writes
  /// nothing where ICU knows no such unit.
  init(skeleton: String, locale: String) {
    var status = U_ZERO_ERROR
    let units = Array(skeleton.utf16)
    unsafe formatter = swift_unumf_openForSkeletonAndLocale(units, Int32(units.count), locale, &status)
    unsafe result = swift_unumf_openResult(&status)
  }

  deinit {
    unsafe swift_unumf_closeResult(result)
    unsafe swift_unumf_close(formatter)
  }

  /// The text of a number that is given in plain digits; empty where ICU refuses it.
  func text(_ number: String) -> String {
    unsafe shortText { units, limit, status in
      unsafe swift_unumf_formatDecimal(formatter, number, Int32(number.utf8.count), result, status)
      return unsafe swift_unumf_resultToString(result, units, limit, status)
    }
  }

  convenience init(_ style: LocalizedStyle, fractionDigits: Int?) {
    var stems: [String]
    switch style.kind {
    case .decimal: stems = []
    case .percent: stems = ["percent"]
    case .currency(let code): stems = ["currency/\(code)"]
    case .unit(let unit, let display):
      stems = ["unit/\(unit.identifier)", "unit-width-\(display == .long ? "full-name" : display.rawValue)"]
    }
    if style.notation == .compact { stems.append("compact-short") }
    if let fractionDigits {
      stems.append(fractionDigits == 0 ? "precision-integer" : "." + String(repeating: "0", count: fractionDigits))
    }
    switch style.sign {
    case .auto: break
    case .accounting: if case .currency = style.kind { stems.append("sign-accounting") }
    case .always: stems.append("sign-always")
    case .exceptZero: stems.append("sign-except-zero")
    case .never: stems.append("sign-never")
    }
    self.init(skeleton: stems.joined(separator: " "), locale: style.locale.locale.identifier)
  }

  func specimen(_ shown: Int, exponent: Int = 0) throws(UnreadableNumbers) -> Specimen {
    guard let specimen = Specimen(text("\(shown)E\(exponent)")) else { throw UnreadableNumbers() }
    return specimen
  }
}

/// What ICU writes, which is short; empty where it refuses that.
func shortText(
  _ write: (UnsafeMutablePointer<UInt16>, Int32, UnsafeMutablePointer<UErrorCode>) -> Int32
) -> String {
  var (units, status) = ([UInt16](repeating: 0, count: 512), U_ZERO_ERROR)
  let count = unsafe write(&units, Int32(units.count), &status)
  guard status.rawValue <= U_ZERO_ERROR.rawValue, units.indices.contains(Int(count)) else { return "" }
  return String(decoding: units[..<Int(count)], as: UTF16.self)
}
