/// The steps of a ``StepRange`` to the nearest, in a double's own arithmetic wherever that cannot err.
///
/// A dozen instructions instead of ninety for a frame; where the product may lie on the other side of a half, and where it
/// is large, the exact way goes on.
struct NearestSteps: Sendable {
  private let origin: Int64
  /// Not a number where the double does not tell enough.
  private let distance: Double

  init(_ range: StepRange, _ rounding: Rounding) {
    origin = range.origin
    distance = rounding == .nearest && range.distance.magnitude < Self.limit ? Double(range.distance) : .nan
  }

  /// Products below are wrong by less than 2⁻¹², so one that is 0.499 from a whole number rounds to it.
  private static let limit: UInt64 = 1 << 41

  /// The value in units of the last digit shown; `nil` where only exact arithmetic tells.
  @inline(__always)
  func steps(at progress: Double) -> Int64? {
    let product = progress * distance
    // Adding 3 · 2⁵¹ leaves the nearest whole number in the lowest bits.
    let shifted = product + 0x1.8p52
    let rest = product - (shifted - 0x1.8p52)
    guard abs(rest) < 0.499, abs(product) < 0x1p41 else { return nil }
    let way = Int64(bitPattern: shifted.bitPattern &- (0x1.8p52).bitPattern)
    return origin &+ way
  }
}
