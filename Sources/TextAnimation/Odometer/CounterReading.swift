internal import TextBytes
internal import Timing

/// The magnitude of a value as a counter reads it: whole steps of the last digit, and how far the next one has come.
struct CounterReading: Sendable {
  let isNegative: Bool
  /// The whole steps in decimal digits, the most significant first, none for zero.
  let digits: [UInt8]
  /// 0…1; 1 only where a double cannot tell the rest from a whole step.
  let fraction: Double
}

extension CounterReading {
  /// Reads a number that shows `places` digits after the separator.
  init(_ value: Decimal, places: Int) {
    self.init(value.sample(places: places + Self.fractionDigits))
  }

  /// Reads the value of a tween.
  init(_ tween: DecimalTween, at progress: Double) {
    self.init(tween.sample(at: progress, places: tween.places + Self.fractionDigits))
  }

  /// How many digits of a step are looked at.
  private static let fractionDigits = 18

  private init(_ sample: Sample) {
    let (whole, rest) = sample.magnitude.floor.dividedDown(by: .powerOfTen(Self.fractionDigits))
    isNegative = sample.floor.isNegative
    var text = UTF8Buffer()
    whole.appendDigits(to: &text)
    digits = text.bytes().map { $0 & 0x0F }
    fraction = Double(rest) / 1e18
  }

  /// Whether nothing of the value shows.
  var isZero: Bool { digits.isEmpty && fraction == 0 }

  /// The magnitude up to 1, in steps of the last digit: how much of a sign shows.
  var clampedToUnit: Double { digits.isEmpty ? fraction : 1 }
}
