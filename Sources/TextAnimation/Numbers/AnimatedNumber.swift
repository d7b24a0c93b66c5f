internal import TextBytes

/// One number that counts, with the text before it, and how it is written.
///
/// A class, so that a frame touches one reference instead of copying a format with all its texts (81 ns against 35).
final class AnimatedNumber: Sendable {
  let literal: Literal
  let range: DecimalRange
  let format: NumberFormat
  /// The fields of a time, for a number of seconds.
  let clock: ClockFields?
  /// The number with the texts around it, where it was made for both and a few stores write all of them.
  private let whole: ShortNumber?
  /// The number with the text before it, where a few stores write both and there is no ``whole``.
  let short: ShortNumber?
  /// Both ends where they are too long for one machine word.
  private let long: LongStepRange?

  /// `rest` is what stands behind the number, where nothing but the two is written.
  init(
    after literal: String, _ range: DecimalRange, format: NumberFormat, clock: ClockFields?, before rest: Literal? = nil
  ) {
    let literal = Literal(literal)
    (whole, short) = clock == nil ? Self.shortNumbers(after: literal, range, format, before: rest) : (nil, nil)
    long = clock == nil && format.fitsLongDigits ? LongStepRange(range) : nil
    self.clock = clock
    self.literal = literal
    self.range = range
    self.format = format
  }

  /// ``whole``, or where there is none ``short``.
  private static func shortNumbers(
    after literal: Literal, _ range: DecimalRange, _ format: NumberFormat, before rest: Literal?
  ) -> (whole: ShortNumber?, short: ShortNumber?) {
    if let rest, let whole = ShortNumber(after: literal, range, format, before: rest) { return (whole, nil) }
    return (nil, ShortNumber(after: literal, range, format))
  }

  /// The number with the texts around it; `nil` where one of the two is too long.
  func whole(before rest: Literal) -> ShortNumber? {
    guard clock == nil, whole == nil else { return whole }
    return ShortNumber(after: literal, range, format, before: rest)
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    if let short, short.write(at: progress, to: &text) { return }
    text.append(literal)
    if clock == nil, let steps = format.steps(of: range, at: progress) {
      format.write(steps: steps, to: &text)
    } else {
      writeSlowly(at: progress, to: &text)
    }
  }

  /// Apart, because it needs the whole format, which would be copied for every frame.
  @inline(never)
  private func writeSlowly(at progress: Double, to text: inout UTF8Buffer) {
    if let clock {
      format.write(range, at: progress, as: clock, to: &text)
    } else if let steps = long?.steps(at: progress) {
      format.write(steps: steps, to: &text)
    } else {
      format.write(range.value(at: progress), to: &text)
    }
  }
}
