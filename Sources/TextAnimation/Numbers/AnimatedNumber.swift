internal import TextBytes

/// One number that counts, and how it is written.
///
/// A class, so that a frame touches one reference instead of copying a format with all its texts (114 ns against 30).
protocol AnimatedNumber: AnyObject, Sendable {
  var range: DecimalRange { get }

  func write(at progress: Double, to text: inout UTF8Buffer)
}

/// A number in decimal digits.
final class AnimatedDecimal: AnimatedNumber {
  let range: DecimalRange
  private let format: NumberFormat

  init(_ range: DecimalRange, format: NumberFormat) {
    self.range = range
    self.format = format
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    format.write(range, at: progress, to: &text)
  }
}

/// A number of seconds in hours, minutes and seconds.
final class AnimatedClock: AnimatedNumber {
  let range: DecimalRange
  private let format: ClockFormat

  init(_ range: DecimalRange, format: ClockFormat) {
    self.range = range
    self.format = format
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    format.write(range, at: progress, to: &text)
  }
}
