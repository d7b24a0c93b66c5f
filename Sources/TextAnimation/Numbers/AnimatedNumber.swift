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
  /// The number with the text before it, where a few stores write both.
  let short: ShortNumber?
  /// Both ends where they are too long for one machine word.
  private let long: LongStepRange?

  init(after literal: String, _ range: DecimalRange, format: NumberFormat, clock: ClockFields?) {
    self.literal = Literal(literal)
    self.range = range
    self.format = format
    self.clock = clock
    short = clock == nil ? ShortNumber(after: self.literal, range, format) : nil
    long = clock == nil && format.fitsLongDigits ? LongStepRange(range) : nil
  }

  /// The same with a text behind it, too; `nil` where one of the two is too long.
  func short(before rest: Literal) -> ShortNumber? {
    clock == nil ? ShortNumber(after: literal, range, format, before: rest) : nil
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
