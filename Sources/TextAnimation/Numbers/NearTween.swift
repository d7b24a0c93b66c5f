internal import TextBytes

/// A way between two whole numbers in a double's own arithmetic.
///
/// It takes a dozen instructions, where the exact way takes hundreds.
struct NearTween: Sendable {
  private let origin: Int64
  /// Not a number where the exact way has to be taken.
  private let way: Double
  private let rounding: Rounding
  private let isToNearest: Bool
  /// Twice what the error of a progress amounts to.
  private let margin: Double
  /// How far from a whole number a product surely is on the same side of the half.
  private let reach: Double

  /// A tween that knows no value.
  static let unknown = NearTween(origin: 0, way: .nan, .halfExpand)

  private init(origin: Int64, way: Double, _ rounding: Rounding) {
    self.origin = origin
    self.way = way
    self.rounding = rounding
    isToNearest = rounding.isToNearest
    margin = 2 * abs(way) * ProgressError.limit
    // Products below 2⁴¹ are wrong by less than 2⁻¹².
    reach = 0.5 - 0x1p-12 - margin
  }

  /// Takes a way that a double can follow; any other is ``unknown``.
  init(from origin: BigInteger, _ way: BigInteger, _ rounding: Rounding) {
    if let origin = origin.word, origin.magnitude < DecimalWord.limit, let way = way.word, way.magnitude < 1 << 41 {
      self.init(origin: Int64(origin), way: Double(Int64(way)), rounding)
    } else {
      self = .unknown
    }
  }

  /// The value at a progress; `nil` where a double may err or it has more than 16 digits.
  @inline(__always)
  func units(at progress: Double) -> Int64? {
    // Adding 3 · 2⁵¹ leaves the nearest whole number in the lowest bits.
    let product = progress * way
    let shifted = product + 0x1.8p52
    let excess = product - (shifted - 0x1.8p52)
    guard abs(product) < 0x1p41, abs(excess) < reach else { return nil }
    var word = origin &+ Int64(bitPattern: shifted.bitPattern &- (0x1.8p52).bitPattern)
    if !isToNearest, excess != 0 {
      guard let directed = directed(word, excess, progress) else { return nil }
      word = directed
    }
    return word.magnitude < DecimalWord.limit ? word : nil
  }

  /// The same for a rounding that asks on which side of a whole number the value lies, or whether it is that number but
  /// for the error of the progress.
  @inline(__always)
  private func directed(_ nearest: Int64, _ excess: Double, _ progress: Double) -> Int64? {
    guard abs(progress) < 8 else { return nil }
    if abs(excess) < margin / 4 { return nearest }
    guard abs(excess) > margin else { return nil }
    let floor = excess < 0 ? nearest &- 1 : nearest
    let goesUp = rounding.goesUp(
      excess < 0 ? .aboveHalf : .belowHalf, isNegative: floor < 0, isOdd: floor & 1 != 0)
    return goesUp ? floor &+ 1 : floor
  }
}
