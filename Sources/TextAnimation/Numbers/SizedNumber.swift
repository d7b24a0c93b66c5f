internal import TextBytes

/// One number that counts and whose size decides how many digits it shows.
///
/// A class, so that a frame touches one reference instead of copying a format with all its texts.
final class SizedNumber<Format: SizedFormat>: Sendable {
  let range: DecimalRange
  let format: Format
  private let narrow: NarrowRange?

  init(_ range: DecimalRange, format: Format) {
    self.range = range
    self.format = format
    narrow = range.factor == nil ? NarrowRange(from: range.source, to: range.source + range.distance) : nil
  }

  func write(at progress: Double, to text: inout UTF8Buffer) {
    if let value = narrow?.value(at: progress), format.write(value, to: &text) { return }
    format.write(range.value(at: progress), to: &text)
  }

  /// The same two numbers and only multiples of `factor` between them.
  func rounded(toMultiplesOf factor: ExactDecimal) -> SizedNumber {
    SizedNumber(range.rounded(toMultiplesOf: factor, fractionDigits: range.fractionDigits), format: format)
  }
}

// MARK: - Steps

extension SizedNumber {
  /// Tells which of the shown values stands at a progress, counted up from zero, toward the target's.
  var steps: (@Sendable (Double) -> Int)? {
    guard range.factor == nil else { return range.steps }
    guard let narrow, let lowest = format.lowestExponent(from: range.source, to: range.source + range.distance)
    else { return nil }
    let (format, direction) = (format, range.distance.isNegative ? -1 : 1)
    return { progress in
      guard let value = narrow.approximateValue(at: progress) else { return progress < 0 ? -1 << 60 : 1 << 60 }
      return direction * value.step(in: format, from: lowest)
    }
  }
}

extension NarrowValue {
  /// The size of the rounded number above its digits, so that the step never falls while the number grows.
  ///
  /// Below `lowest` all sizes have the same places.
  fileprivate func step(in format: some SizedFormat, from lowest: Int) -> Int {
    let sized = sized(format.rounding) { format.fractionDigits(at: max($0, lowest)) }
    // Digits are below 2⁵⁴; a number without any is far beyond both ends.
    let size = sized.map { min(max($0.exponent - lowest, 0), 31) } ?? 31
    let step = size << 54 + Int(min(sized?.digits ?? .max, DecimalWord.limit))
    return isNegative ? -step : step
  }
}
