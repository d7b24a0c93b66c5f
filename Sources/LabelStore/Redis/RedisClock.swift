import Synchronization
internal import System

/// The clock of Redis as this node knows it: read without a lock, and it never goes back.
final class RedisClock: Sendable {
  private let monotonic: @Sendable () -> Int64
  private let offset: Atomic<Int64>
  private let latest = Atomic<Int64>(.min)
  private let estimate = Mutex(ClockOffset())

  /// Creates a clock that goes by this machine's until Redis has answered.
  init(
    wall: () -> Int64 = { Clock.wallMicroseconds },
    monotonic: @escaping @Sendable () -> Int64 = { Int64(Clock.monotonic / 1000) }
  ) {
    self.monotonic = monotonic
    offset = Atomic(wall() - monotonic())
  }
}

extension RedisClock {
  /// Microseconds since 1970.
  var now: Int64 {
    let time = monotonic() + offset.load(ordering: .relaxed)
    return latest.max(time, ordering: .relaxed).newValue
  }

  /// This machine's clock that is never set, by which questions and answers are timed.
  var ticks: Int64 { monotonic() }

  /// How wrong it may be, in microseconds; `nil` before the first answer.
  var uncertainty: Int64? { estimate.withLock { $0.uncertainty } }

  /// Takes the answer to a question that was sent at some ticks.
  ///
  /// - Returns: Whether the clock is to be stepped until it is right.
  func take(remote: Int64, sent: Int64) -> Bool {
    let received = ticks
    return estimate.withLock { estimate in
      let isFirst = estimate.applied == nil
      estimate.add(remote: remote, sent: sent, received: received)
      // Nobody has seen a label by the clock before.
      if isFirst { latest.store(.min, ordering: .relaxed) }
      apply(estimate)
      return estimate.isSlewing
    }
  }

  /// Brings the clock nearer to what is right.
  ///
  /// - Returns: Whether there is more to do.
  func step() -> Bool {
    let time = ticks
    return estimate.withLock { estimate in
      estimate.step(at: time)
      apply(estimate)
      return estimate.isSlewing
    }
  }

  /// Forgets what was measured, while the clock goes on.
  func forget() { estimate.withLock { $0.forget() } }

  private func apply(_ estimate: ClockOffset) {
    if let applied = estimate.applied { offset.store(applied, ordering: .relaxed) }
  }
}
