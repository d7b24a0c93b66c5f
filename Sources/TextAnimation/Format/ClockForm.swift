internal import TextBytes

/// Which fields of a time are shown, and how wide.
struct ClockForm: UnitsForm, Equatable {
  let hours: Hours
  /// The fewest digits of the hours.
  let hourDigits: Int
  /// The fewest digits of the minutes where no hours stand before them.
  let minuteDigits: Int

  /// Whether hours are shown.
  enum Hours {
    case always
    case never
    /// From one hour on; the two texts differ in their shape.
    case whenReached
  }
}

extension ClockForm {
  var unit: NumberUnit { .clock }

  /// The largest number of units that is shown; times beyond stand still.
  static let limit = DecimalWord.limit - 1

  /// Appends seconds as a time, given in units of the last of so many digits after the separator.
  ///
  /// Never `:60`, since the whole is rounded before it is divided.
  func write(_ units: Int64, fractionDigits: Int, _ layout: DigitLayout, to text: inout UTF8Buffer) {
    let digitSet = layout.digitSet
    let units = min(UInt64(units), Self.limit)
    let unit = UInt64.powerOfTen(fractionDigits)
    let (minutes, rest) = units.quotientAndRemainder(dividingBy: 60 * unit)
    if hours == .always || hours == .whenReached && minutes >= 60 {
      digitSet.append(minutes / 60, minimumDigits: hourDigits, to: &text)
      text.append(":")
      digitSet.append(minutes % 60, minimumDigits: 2, to: &text)
    } else {
      digitSet.append(minutes, minimumDigits: minuteDigits, to: &text)
    }
    text.append(":")
    layout.append(rest, fractionDigits: fractionDigits, minimumDigits: 2, to: &text)
  }
}
