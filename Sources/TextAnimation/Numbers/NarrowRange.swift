internal import TextBytes

/// Two numbers of at most 16 digits and all between them, for formats whose digits depend on each value's size.
///
/// What an ``ExactDecimal`` does with limbs, as exactly, in two machine words.
struct NarrowRange: Sendable {
  private let origin: Int64
  private let distance: Int64
  /// How many digits of the two stand after the separator.
  private let fractionDigits: Int

  /// Takes two numbers; `nil` where they need more digits together.
  init?(from source: ExactDecimal, to target: ExactDecimal) {
    fractionDigits = max(source.fractionDigits, target.fractionDigits)
    guard let origin = source.narrow(places: fractionDigits), let end = target.narrow(places: fractionDigits) else {
      return nil
    }
    self.origin = origin
    distance = end - origin
  }

  /// The exact value; `nil` where it takes more than two words, as close to a start other than zero.
  @inline(__always)
  func value(at progress: Double) -> NarrowValue? {
    guard progress.isFinite, progress != 0 else { return start }
    let (product, shift) = way(at: progress)
    guard shift >= 0, shift <= longestShift else { return nil }
    return value(after: product, shift: shift)
  }

  /// The value but for a tiny part of it, by which other values are not passed; `nil` far beyond both ends.
  func approximateValue(at progress: Double) -> NarrowValue? {
    guard progress.isFinite, progress != 0 else { return start }
    let (product, shift) = way(at: progress)
    guard shift >= 0 else { return nil }
    let cut = max(shift - longestShift, 0)
    let rest: Int128 = cut < 127 ? product & (1 << Int128(cut) - 1) : product
    return value(after: product >> Int128(cut) | (rest == 0 ? 0 : 1), shift: shift - cut).inOneWord
  }

  /// How far `progress` is from the start: a whole number / 2^`shift`.
  @inline(__always)
  private func way(at progress: Double) -> (product: Int128, shift: Int) {
    let bits = progress.significandBitPattern | (progress.isNormal ? 1 << 52 : 0)
    let zeros = bits.trailingZeroBitCount
    let significand = Int128(bits &>> UInt64(zeros))
    let product = (progress < 0 ? -significand : significand) &* Int128(distance)
    return (product, 1075 &- max(Int(progress.exponentBitPattern), 1) &- zeros)
  }

  private var start: NarrowValue { value(after: 0, shift: 0) }

  /// How far the start can be shifted in two words.
  @inline(__always)
  private var longestShift: Int { 62 &+ origin.magnitude.leadingZeroBitCount }

  @inline(__always)
  private func value(after product: Int128, shift: Int) -> NarrowValue {
    NarrowValue(
      numerator: Int128(origin) &<< Int128(shift) &+ product, shift: shift, fractionDigits: fractionDigits)
  }
}
