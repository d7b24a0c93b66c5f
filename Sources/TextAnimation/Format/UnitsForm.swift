internal import TextBytes

/// How a whole number of units is written as something else than one run of digits: a time, a date, a fraction.
protocol UnitsForm: Form {
  /// Appends a number in units of the last of so many digits after the separator, at most ``UnitsLimit/largest``.
  func write(_ units: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer)
}

extension UnitsForm {
  var positionCount: Int { 6 }

  func write(_ number: AnimatedNumber, at progress: Double, to text: inout UTF8Buffer) {
    let units = number.near.units(at: progress).map { Int128($0) } ?? number.tween.units(at: progress)
    number.template.write(sign: units, to: &text) {
      let shown = UnitsLimit.clamped(units)
      write(
        isSigned ? abs(shown) : shown, fractionDigits: number.fractionDigits, number.template.layout, to: &$0)
    }
  }
}

/// The bound of numbers that are written by a ``UnitsForm``.
enum UnitsLimit {
  /// The largest number of units that is shown; those beyond stand still.
  static let largest: Int64 = 4_000_000_000_000_000_000

  /// A number within the bound.
  static func clamped(_ units: Int128) -> Int64 {
    Int64(truncatingIfNeeded: min(max(units, Int128(-largest)), Int128(largest)))
  }
}

extension DigitLayout {
  /// Appends a number, and a fraction of so many digits behind the separator.
  func append(_ units: UInt64, fractionDigits: Int, minimumDigits: Int, to text: inout UTF8Buffer) {
    let (whole, fraction) = units.quotientAndRemainder(dividingBy: .powerOfTen(fractionDigits))
    digitSet.append(whole, minimumDigits: minimumDigits, to: &text)
    guard fractionDigits > 0 else { return }
    text.append(decimalSeparator)
    digitSet.append(fraction, minimumDigits: fractionDigits, to: &text)
  }
}

extension Int64 {
  /// The largest whole number that is not above the quotient, and what remains.
  func dividedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
