/// Decides when libmicrohttpd runs again that says it has more to do at once.
///
/// Mostly it has. But a handshake that waits for its client, and a chunk whose first line fills the connection's memory,
/// have it say so for as long as that lasts: one client with one byte would take a whole core. So runs that bring
/// nothing are counted, and after some the next one waits a little; whatever the sockets tell makes it run at once.
struct RunPace {
  /// Runs in a row that may bring nothing: some bring nothing but a part of a long answer, over TLS 16 KiB.
  static let limit = 64
  /// What then lies between two, in nanoseconds.
  static let pause: UInt64 = 1_000_000

  private var fruitlessRuns = 0
  private var lastRun: UInt64 = 0

  /// When the next run may be, in nanoseconds of the monotonic clock.
  var due: UInt64 { fruitlessRuns < Self.limit ? 0 : lastRun + Self.pause }

  /// Notes a run that begins.
  mutating func begins(at moment: UInt64) {
    fruitlessRuns += 1
    lastRun = moment
  }

  /// A socket has something to tell, or a run has brought something.
  mutating func progressed() {
    fruitlessRuns = 0
  }
}
