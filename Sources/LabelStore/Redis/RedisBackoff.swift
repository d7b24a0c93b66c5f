/// How long to wait before the next attempt to connect: twice as long each time, and at random up to that.
///
/// By chance many nodes that lost Redis at the same moment do not come back at the same moment.
struct RedisBackoff: Sendable, Equatable {
  /// Nanoseconds of the first wait.
  static let shortest: UInt64 = 50_000_000
  private let ceiling: UInt64
  private var longest: UInt64

  /// Begins with waits of up to 50 ms.
  ///
  /// - Parameter ceiling: The longest wait in nanoseconds.
  init(ceiling: UInt64) {
    self.ceiling = max(ceiling, Self.shortest)
    longest = Self.shortest
  }

  /// Chooses the next wait, at least half as long as it may be.
  ///
  /// - Parameter chance: From 0 up to 1.
  /// - Returns: Nanoseconds.
  mutating func next(chance: Double) -> UInt64 {
    defer { longest = min(longest * 2, ceiling) }
    return longest / 2 + UInt64(Double(longest / 2) * chance)
  }

  /// Takes note of a connection that has ended; one that lasted as long as the longest wait begins anew.
  mutating func ended(after duration: UInt64) {
    if duration >= ceiling { longest = Self.shortest }
  }
}
