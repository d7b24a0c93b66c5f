/// Divides an event loop's time between its sockets, its frames and the rest of its queue; it does nothing itself.
///
/// All moments are nanoseconds of the monotonic clock.
struct LoopPolicy {
  private var pollingEnd: UInt64 = 0
  private var fruitlessRuns = 0
  /// Whether libmicrohttpd has said without end that there is more to do.
  private(set) var isSpinning = false
  private var lastRun: UInt64 = 0
  private var lastReturn: UInt64 = 0
}

// MARK: - Staying on the queue

extension LoopPolicy {
  /// How long a loop stays on its queue and waits for its sockets by itself: other blocks of the queue wait as long.
  ///
  /// Dispatch takes 5 to 9 system calls and two changes of thread to wake a queue; a loop that waits by itself takes one
  /// call and none. Ratios within a run, against the same loop that leaves at once: one request at a time has 0.4 to 1
  /// times nginx's latency instead of 2 to 3.5 times; 64 connections take 1.3 times its CPU time instead of 1.8; 100
  /// streams take 1.3 times the CPU time of a bare loop in C instead of 1.5. An idle loop goes back to Dispatch.
  static let longestPolling: UInt64 = 50_000_000

  mutating func beginPolling(at now: UInt64) {
    pollingEnd = now + Self.longestPolling
  }

  /// How long to wait for the sockets, in nanoseconds, now that everything ready has been done; `nil` to leave the
  /// queue.
  func wait(at now: UInt64, deadline: UInt64, hasMore: Bool) -> UInt64? {
    guard now < pollingEnd else { return nil }
    let until = min(deadline, pollingEnd)
    return hasMore || until <= now ? 0 : until - now
  }
}

// MARK: - Running libmicrohttpd

extension LoopPolicy {
  /// Runs in a row that may bring nothing: some bring nothing but a part of a long answer, over TLS 16 KiB.
  static let fruitlessRunLimit = 64
  /// The same once it is known that they bring nothing.
  static let spinningRunLimit = 4
  /// What then lies between two at first; it doubles with each, up to sixteen times as much.
  static let fruitlessRunPause: UInt64 = 1_000_000

  /// When libmicrohttpd may run again that says it has more to do at once.
  ///
  /// Mostly it has. But a chunk whose first line fills the connection's memory has it say so for as long as that lasts: one
  /// client would take a whole core, and each run of others would be followed by many.
  var nextRun: UInt64 {
    let excess = fruitlessRuns - (isSpinning ? Self.spinningRunLimit : Self.fruitlessRunLimit)
    return excess < 0 ? 0 : lastRun + Self.fruitlessRunPause << UInt64(min(excess, 4))
  }

  mutating func beginRun(at now: UInt64) {
    fruitlessRuns += 1
    lastRun = now
    if fruitlessRuns > Self.fruitlessRunLimit { isSpinning = true }
  }

  mutating func noteQuiet() {
    isSpinning = false
  }

  /// Notes that a socket has something to tell, or that a run has brought something.
  mutating func noteProgress() {
    fruitlessRuns = 0
  }
}

// MARK: - Returning connections

extension LoopPolicy {
  /// What lies between two returns of connections to libmicrohttpd, for each connection of the loop.
  static let returnInterval: UInt64 = 1_000

  /// When libmicrohttpd may get back the connections whose streams are over; at once where the last return was long ago.
  ///
  /// The first run after a return walks through every connection that is suspended, 16 ns each where they are in the
  /// processor's cache and far more where frames have driven them out. Streams that began together end together, too: of
  /// 10,000, thousands in a second, and a walk for each would leave their frames no time.
  func nextReturn(connections: Int) -> UInt64 {
    lastReturn + Self.returnInterval * UInt64(connections)
  }

  mutating func noteReturn(at now: UInt64) {
    lastReturn = now
  }
}

// MARK: - Timed work

extension LoopPolicy {
  /// How late work may be before it has more than one tick.
  private static let tolerance: UInt64 = 2_000_000
  /// How late it may be before frames are likely to be lost.
  private static let alarming: UInt64 = 40_000_000

  /// How many ticks timed work has, by the nanoseconds that it is late, before the sockets have their turn again.
  ///
  /// One for one, thousands of clients who come within a second would take half of the loop's time from the frames of
  /// those who are there already. They can wait: a stream's time begins when it is opened. The sockets keep about a fifth
  /// of the time, and little once frames are likely to be lost. With eight ticks at once, clients waited so long that of
  /// 5,000 streams, too many for their loop, some had 57 frames and others 80, here 80 to 82; with two, of 10,000 streams
  /// that came within two seconds every fiftieth frame was lost, here hardly any.
  ///
  /// `isAmidTurn` is once a millisecond while the sockets have their turn, in place of each time they have had it.
  static func ticks(lateness: UInt64, isAmidTurn: Bool) -> Int {
    if lateness >= alarming { return 16 }
    return isAmidTurn || lateness <= tolerance ? 1 : 4
  }
}
