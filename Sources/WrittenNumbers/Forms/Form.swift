internal import TextBytes

/// How the value of a number becomes bytes where that is more than a count of digits, which a template without a form
/// writes itself.
protocol Form: Sendable {
  /// What writing a number takes, in positions of a curve of some 50 ns.
  var positionCount: Int { get }

  var unit: NumberUnit { get }

  /// Whether a minus stands in front of a number below zero, which is then written without its sign.
  var isSigned: Bool { get }

  /// The digits after the separator of the value that is rounded, where these depend on its size or its unit.
  func places(showing target: Decimal) -> Int?

  func limited(showing source: Decimal, _ target: Decimal, _ rounding: Rounding) -> any Form

  /// Appends the number at a progress with all that stands around it.
  func write(_ number: AnimatedNumber, at progress: Double, to text: inout UTF8Buffer)

  /// Appends the number as it is rounded where it is shown, but in plain digits: `-1234.50`.
  func writePlain(_ tween: Tween, at progress: Double, to text: inout UTF8Buffer)

  /// Tells which of the shown numbers stands at a progress, as a whole number that never falls; `nil` where that takes too
  /// long.
  func steps(_ tween: Tween) -> (@Sendable (Double) -> Int)?

  /// Whether the steps pass over no whole number.
  var countsEvenly: Bool { get }
}

extension Form {
  var unit: NumberUnit { .one }

  var isSigned: Bool { true }

  func places(showing target: Decimal) -> Int? { nil }

  func limited(showing source: Decimal, _ target: Decimal, _ rounding: Rounding) -> any Form { self }

  func writePlain(_ tween: Tween, at progress: Double, to text: inout UTF8Buffer) {
    tween.writePlain(at: progress, to: &text)
  }

  func steps(_ tween: Tween) -> (@Sendable (Double) -> Int)? { tween.steps }

  var countsEvenly: Bool { true }
}

/// What a number counts: only distances in one unit can be added.
package enum NumberUnit: Equatable, Sendable {
  /// The number as it is written; what stands behind it in the text is not looked at.
  case one
  /// Days, or so many parts of them, of the calendar.
  case calendar(partsOfDay: Int64)
  /// So many parts of a day since midnight.
  case timeOfDay(partsOfDay: Int64)
  /// Seconds of a clock, or minutes where it shows none.
  case clock
  /// One of so many equal parts.
  case fraction(denominator: UInt64)
  /// A unit of measure, by its size in the smallest of its family.
  case measure(MeasureUnit.Family, size: UInt64)
}

/// How a whole number of units is written as something else than one run of digits: a time, a date, a fraction.
protocol UnitsForm: Form {
  /// Appends a number in units of the last of so many digits after the separator, at most 4 · 10¹⁸.
  func write(_ units: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer)
}

extension UnitsForm {
  var positionCount: Int { 6 }

  func write(_ number: AnimatedNumber, at progress: Double, to text: inout UTF8Buffer) {
    let units = number.near.units(at: progress).map { Int128($0) } ?? number.tween.units(at: progress)
    number.template.write(sign: units, to: &text) {
      // Those beyond stand still.
      let limit: Int128 = 4_000_000_000_000_000_000
      let shown = Int64(truncatingIfNeeded: min(max(units, 0 &- limit), limit))
      write(
        isSigned ? abs(shown) : shown, fractionDigits: number.fractionDigits, number.template.layout, to: &$0)
    }
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
