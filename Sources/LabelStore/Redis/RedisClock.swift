import Synchronization
import System

/// The clock of Redis as this node knows it: read without a lock, and it never goes back, unless Redis is found to have
/// another clock.
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
  /// The time of labels.
  var now: LabelTime {
    let time = monotonic() + offset.load(ordering: .relaxed)
    return LabelTime(microseconds: latest.max(time, ordering: .relaxed).newValue)
  }

  /// The same clock, by which Redis ends labels.
  var wallTime: WallTime { WallTime(microseconds: now.microseconds) }

  /// This machine's clock that is never set, by which questions and answers are timed.
  var ticks: Int64 { monotonic() }

  /// The time by which Redis is to go whatever it says, microseconds since 1970; `nil` before the first answer.
  var measured: Int64? { estimate.withLock { $0.applied }.map { monotonic() + $0 } }

  /// A long step of the clock of Redis that is not followed yet.
  var doubt: ClockSteps.Doubt? { estimate.withLock { $0.doubt } }

  /// How wrong it may be, in microseconds; `nil` before the first answer.
  var uncertainty: Int64? { estimate.withLock { $0.uncertainty } }

  /// Takes the answer to a question that was sent at some ticks; returns whether the clock is to be stepped until it is
  /// right.
  func take(remote: Int64, sent: Int64) -> Bool {
    let received = ticks
    return estimate.withLock { estimate in
      // By the clock before nobody has seen a label, or it was another's.
      if estimate.add(remote: remote, sent: sent, received: received) { latest.store(.min, ordering: .relaxed) }
      apply(estimate)
      return estimate.isSlewing
    }
  }

  /// Brings the clock nearer to what is right; returns whether there is more to do.
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

/// How far the clock of Redis is before this machine's clock that is never set, by questions and answers.
///
/// The answer that came back soonest says it best: the time lies in the middle, so the error is half of the way there and
/// back at most (Cristian, *Probabilistic clock synchronization*, 1989). An answer that is more than a minute off counts
/// only when all have been so for a minute, as with ``ClockSteps``. All times are microseconds.
struct ClockOffset: Sendable {
  /// For how long an answer counts.
  static let memory: Int64 = 60_000_000
  /// Beyond it the clock jumps forward, instead of running faster.
  static let leap: Int64 = 1_000_000

  private struct Sample {
    let time: Int64
    let roundTrip: Int64
    let offset: Int64
  }

  private var samples: [Sample] = []
  /// What the clock is set by; `nil` before the first answer.
  private(set) var applied: Int64?
  private var lastStep: Int64 = 0
  /// Answers that are far off, and since when.
  private(set) var doubt: ClockSteps.Doubt?
}

extension ClockOffset {
  /// The offset by the best answer; `nil` before the first.
  var measured: Int64? { samples.min { $0.roundTrip < $1.roundTrip }?.offset }

  /// Half of the best round trip: how wrong the offset may be.
  var uncertainty: Int64? { samples.map(\.roundTrip).min().map { $0 / 2 } }

  /// Whether the clock runs faster or slower until it is right.
  var isSlewing: Bool { measured.map { $0 != applied } ?? false }

  /// `remote` is what Redis said between the moments when it was asked and when it had answered.
  ///
  /// Returns whether the clock is set by it, forward or back.
  mutating func add(remote: Int64, sent: Int64, received: Int64) -> Bool {
    let offset = remote - (sent + received) / 2
    if let applied, (offset - applied).magnitude > ClockSteps.patience {
      guard let doubt, (offset - doubt.offset).magnitude <= ClockSteps.patience else {
        doubt = .init(step: offset - applied, offset: offset, since: received)
        return false
      }
      guard received - doubt.since >= ClockSteps.patience else { return false }
      (samples, self.applied) = ([], nil)
    }
    doubt = nil
    samples.removeAll { received - $0.time > Self.memory }
    let sample = Sample(time: received, roundTrip: received - sent, offset: offset)
    // Those that are both older and worse never count again.
    samples.removeAll { $0.roundTrip >= sample.roundTrip }
    samples.append(sample)
    guard applied == nil else { return false }
    (applied, lastStep) = (offset, received)
    return true
  }

  /// Forgets all answers: the next may be another machine's.
  mutating func forget() { samples = [] }

  /// Brings the clock nearer to what is right: by a twentieth of the time that has passed at most, or at once where it is
  /// far behind.
  mutating func step(at time: Int64) {
    guard let measured, let applied else { return }
    let error = measured - applied
    let most = max((time - lastStep) / 20, 0)
    self.applied = error > Self.leap ? measured : applied + min(max(error, -most), most)
    lastStep = time
  }
}
