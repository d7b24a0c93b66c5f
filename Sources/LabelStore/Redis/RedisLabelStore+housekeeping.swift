import Dispatch
import Synchronization

extension RedisLabelStore {
  /// How often labels are read again, should a message have been lost, in microseconds.
  static let rereadInterval: Int64 = 30_000_000
  private static let sweepInterval: Int64 = 1_000_000

  /// Looks what is due; called ten times a second.
  func tick() {
    let ticks = clock.ticks
    let (isSweepDue, isRereadDue) = kept.withLock { kept in
      let isExpiryDue = kept.nextExpiry.map { $0 <= clock.now } ?? false
      return (
        isExpiryDue || ticks - kept.sweepTicks >= Self.sweepInterval,
        kept.rereadTicks.map { ticks - $0 >= Self.rereadInterval } ?? true
      )
    }
    if isSweepDue {
      sweep()
      // Redis may have refused it, and does so no more.
      if kept.withLock({ $0.isAsking && !$0.isListening }) { subscribe() }
    }
    guard isRereadDue, status.withLock({ $0.isReachable }) else { return }
    reread()
  }

  /// Deletes labels whose time is over, and asks Redis for its time.
  func sweep() {
    let sent = clock.ticks
    kept.withLock { $0.sweepTicks = sent }
    run(.sweep, keys: [], arguments: []) { [weak self] result in
      guard let self, case .success(let answer) = result else { return }
      kept.withLock { $0.nextExpiry = answer.nextExpiry }
      guard clock.take(remote: answer.time, sent: sent), !kept.withLock({ $0.isSlewing }) else { return }
      slew()
    }
  }

  /// Steps the clock until it is right.
  private func slew() {
    let isSlewing = clock.step()
    kept.withLock { $0.isSlewing = isSlewing }
    guard isSlewing else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(1)) { [weak self] in self?.slew() }
  }
}
