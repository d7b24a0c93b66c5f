/// How fast a client takes what waits for it.
///
/// Of a long answer some is always waiting, so it is the client alone that decides.
struct ReadingPace {
  private typealias Sample = (tick: Int, count: UInt64)

  private var windowStart: Sample
  private var newest: Sample

  /// Begins to measure.
  ///
  /// - Parameters:
  ///   - tick: The time, in housekeeping intervals.
  ///   - count: The bytes that the client has taken on its connection.
  init(at tick: Int, count: UInt64) {
    windowStart = (tick, count)
    newest = windowStart
  }

  /// Whether the client has taken no byte for the time of a stalled write, or too few in such a time.
  mutating func isTooSlow(at tick: Int, count: UInt64, limits: ConnectionTimeouts) -> Bool {
    if count > newest.count { newest = (tick, count) }
    if tick - newest.tick > limits.stalledWrite { return true }
    guard tick - windowStart.tick > limits.stalledWrite else { return false }
    let taken = count - windowStart.count
    windowStart = (tick, count)
    return taken < limits.leastBytes
  }
}
