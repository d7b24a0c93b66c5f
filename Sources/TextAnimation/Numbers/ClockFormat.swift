internal import TextBytes

/// How seconds are written as minutes and seconds: never `:60`, since the whole is rounded before it is divided.
struct ClockFormat: Sendable {
  let affixes: (positive: NumberFormat.Affixes, negative: NumberFormat.Affixes, zero: NumberFormat.Affixes)
  let layout: DigitLayout
  let hours: Hours
  /// The fewest digits of the hours.
  let hourDigits: Int
  /// The fewest digits of the minutes where no hours stand before them.
  let minuteDigits: Int
  /// Digits after the seconds, 0…6.
  let fractionDigits: Int

  /// Whether hours are shown.
  enum Hours {
    case always
    case never
    /// From one hour on; the two texts differ in their shape.
    case whenReached
  }

  func write(_ range: DecimalRange, at progress: Double, to text: inout UTF8Buffer) {
    let steps = range.steps(at: progress) ?? range.farthestSteps(at: progress)
    let affixes = steps == 0 ? affixes.zero : steps < 0 ? affixes.negative : affixes.positive
    text.append(contentsOf: affixes.prefix)
    write(steps.magnitude, to: &text)
    text.append(contentsOf: affixes.suffix)
  }

  private func write(_ steps: UInt64, to text: inout UTF8Buffer) {
    let perMinute = (0..<fractionDigits).reduce(60 as UInt64) { product, _ in product * 10 }
    let (minutes, seconds) = steps.quotientAndRemainder(dividingBy: perMinute)
    if hours == .always || hours == .whenReached && minutes >= 60 {
      write(minutes / 60, digits: hourDigits, to: &text)
      write(minutes % 60, digits: 2, to: &text)
    } else {
      write(minutes, digits: minuteDigits, to: &text)
    }
    layout.write(
      NarrowDigits(seconds, minimum: 2 + fractionDigits), fractionDigits: fractionDigits...fractionDigits, to: &text)
  }

  private func write(_ field: UInt64, digits: Int, to text: inout UTF8Buffer) {
    let run = NarrowDigits(field, minimum: digits)
    layout.digitSet.append(run, 0..<run.count, to: &text)
    text.append(UInt8(ascii: ":"))
  }
}
