/// Collects a body up to its limit; beyond it the bytes are counted and dropped.
struct RequestBody {
  private(set) var bytes: [UInt8] = []
  private var count = 0
  private var limit = 0

  init() {}

  init(limit: Int) { self.limit = limit }

  /// Whether more has come than may be kept.
  var isTooLarge: Bool { count > limit }

  /// Takes the next piece.
  ///
  /// - Returns: Whether to go on; sixteen times the limit are enough.
  mutating func append(_ piece: Span<UInt8>) -> Bool {
    count += piece.count
    guard count <= limit else {
      bytes = []
      return count / 16 <= limit
    }
    bytes.reserveCapacity(count)
    for index in piece.indices { bytes.append(piece[index]) }
    return true
  }
}
