internal import TextBytes

/// A way between two whole numbers in a double's own arithmetic, rounded to the nearest.
///
/// It takes a dozen instructions, where the exact way takes hundreds.
struct NearTween: Sendable {
  private let origin: Int64
  /// Not a number where the exact way has to be taken.
  private let way: Double

  /// A tween that knows no value.
  static let unknown = NearTween(origin: 0, way: .nan)

  private init(origin: Int64, way: Double) {
    self.origin = origin
    self.way = way
  }

  /// Takes a way that a double can follow; any other is ``unknown``.
  init(from origin: BigInteger, _ way: BigInteger) {
    if let origin = origin.word, origin.magnitude < DecimalWord.limit, let way = way.word, way.magnitude < 1 << 41 {
      self.init(origin: Int64(origin), way: Double(Int64(way)))
    } else {
      self = .unknown
    }
  }

  /// The value at a progress; `nil` where a double may err or it has more than 16 digits.
  @inline(__always)
  func units(at progress: Double) -> Int64? {
    // Adding 3 · 2⁵¹ leaves the nearest whole number in the lowest bits. Products below 2⁴¹ are wrong by less than 2⁻¹²,
    // so one that is 0.499 from a whole number rounds to it.
    let product = progress * way
    let shifted = product + 0x1.8p52
    guard abs(product) < 0x1p41 else { return nil }
    guard abs(product - (shifted - 0x1.8p52)) < 0.499 else { return unitsBesideHalf(at: progress, product) }
    let word = origin &+ Int64(bitPattern: shifted.bitPattern &- (0x1.8p52).bitPattern)
    return word.magnitude < DecimalWord.limit ? word : nil
  }

  /// The same beside a half: where the product is one, the error it was rounded by tells the side.
  @inline(never)
  private func unitsBesideHalf(at progress: Double, _ product: Double) -> Int64? {
    let whole = product.rounded(.towardZero)
    let direction: Double = product < 0 ? -1 : 1
    let error = (-product).addingProduct(progress, way)
    let excess = abs(product - whole) - 0.5
    let side = excess == 0 ? direction * error : excess
    var word = origin &+ Int64(whole)
    if side > 0 || side == 0 && word & 1 != 0 { word &+= Int64(direction) }
    return word.magnitude < DecimalWord.limit ? word : nil
  }
}
