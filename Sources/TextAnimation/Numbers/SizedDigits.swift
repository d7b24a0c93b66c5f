/// The digits of a number rounded as its size asks.
struct SizedDigits {
  /// The power of ten of the first of them, that of the rounded number: 3 for 999.5 as 1000.
  let exponent: Int
  /// The magnitude in units of the last of them.
  let digits: UInt64
}

extension SizedDigits {
  /// Rounds to the places of the number's size, and again where that makes it larger by one.
  ///
  /// - Parameters:
  ///   - exponent: The size of the number.
  ///   - places: The digits after the separator by size.
  ///   - rounded: The magnitude rounded to so many places.
  @inline(__always)
  init?(exponent: Int, places: (Int) -> Int, rounded: (Int) -> UInt64?) {
    let fractionDigits = places(exponent)
    guard let digits = rounded(fractionDigits) else { return nil }
    let count = exponent &+ fractionDigits &+ 1
    guard count > 0, count < 20, digits >= .powerOfTen(count) else {
      self.init(exponent: exponent, digits: digits)
      return
    }
    guard let larger = rounded(places(exponent &+ 1)) else { return nil }
    self.init(exponent: exponent &+ 1, digits: larger)
  }
}

extension NarrowValue {
  /// The digits by the number's size; `nil` where they take more than a few machine words.
  @inline(__always)
  func sized(_ rounding: Rounding, places: (Int) -> Int) -> SizedDigits? {
    guard let exponent else { return nil }
    return SizedDigits(exponent: exponent, places: places) { rounded(toFractionDigits: $0, rounding) }
  }
}
