internal import TextBytes

/// Which fields of a time are shown, and how wide.
struct ClockFields: Sendable {
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

extension NumberFormat {
  /// Appends seconds as a time: never `:60`, since the whole is rounded before it is divided.
  func write(_ range: DecimalRange, at progress: Double, as clock: ClockFields, to text: inout UTF8Buffer) {
    let steps = range.steps(at: progress) ?? range.nearestSteps(at: progress)
    let affixes = steps == 0 ? zero : steps < 0 ? negative : positive
    text.append(affixes.prefix)
    write(steps.magnitude, as: clock, to: &text)
    text.append(affixes.suffix)
  }

  private func write(_ steps: UInt64, as clock: ClockFields, to text: inout UTF8Buffer) {
    let places = maximumFractionDigits
    let perMinute = (0..<places).reduce(60 as UInt64) { product, _ in product * 10 }
    let (minutes, seconds) = steps.quotientAndRemainder(dividingBy: perMinute)
    if clock.hours == .always || clock.hours == .whenReached && minutes >= 60 {
      write(minutes / 60, digits: clock.hourDigits, to: &text)
      write(minutes % 60, digits: 2, to: &text)
    } else {
      write(minutes, digits: clock.minuteDigits, to: &text)
    }
    layout.write(NarrowDigits(seconds, minimum: 2 + places), fractionDigits: places...places, to: &text)
  }

  private func write(_ field: UInt64, digits: Int, to text: inout UTF8Buffer) {
    let run = NarrowDigits(field, minimum: digits)
    layout.digitSet.append(run, 0..<run.count, to: &text)
    text.append(UInt8(ascii: ":"))
  }
}
