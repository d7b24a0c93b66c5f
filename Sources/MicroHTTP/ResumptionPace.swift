/// Decides when libmicrohttpd gets back the connections whose streams are over.
///
/// The first run after a resumption walks through every connection that is suspended, 16 ns each where they are in the
/// processor's cache and far more where frames have driven them out. Streams that began together end together, too: of
/// 10,000, thousands in a second, and a walk for each would leave their frames no time. So they are given back together,
/// and a walk has a share of the loop's time that does not grow with the number of streams.
struct ResumptionPace {
  /// What lies between two walks, in nanoseconds for each connection of the loop.
  static let interval: UInt64 = 1_000

  private var lastWalk: UInt64 = 0

  /// When the next may be, in nanoseconds of the monotonic clock; at once where the last was long ago.
  func due(connections: Int) -> UInt64 {
    lastWalk + Self.interval * UInt64(connections)
  }

  /// Notes a walk.
  mutating func walked(at moment: UInt64) {
    lastWalk = moment
  }
}
