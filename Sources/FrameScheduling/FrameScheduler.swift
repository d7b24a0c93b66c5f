public import Dispatch

/// Wakes the streams of one loop when they are due, with one timer for all of them.
///
/// Everything happens on the serial queue it was given, and all members must be called there. One strict one-shot timer
/// is armed to the earliest deadline; what is due within the slack after it leaves together, which halves the CPU time
/// of exact wake-ups. A timer per stream costs three times as much, and a repeating one drifts after a stall.
public final class FrameScheduler {
  /// How early a stream may be stepped to leave together with others; what a step does must reach as far.
  public let slack: Duration

  private let timer: any DispatchSourceTimer
  private let stepsPerTick: Int
  private var schedule = FrameSchedule<ObjectIdentifier>()
  private var streams: [ObjectIdentifier: any ScheduledStream] = [:]
  private var armed: MonotonicTime?

  /// Creates a scheduler without streams.
  ///
  /// - Parameters:
  ///   - queue: The loop's serial queue.
  ///   - slack: How early a stream may be stepped to leave together with others.
  ///   - stepsPerTick: Steps before other sources of the queue get their turn.
  public init(queue: DispatchQueue, slack: Duration = .milliseconds(1), stepsPerTick: Int = 1_024) {
    self.slack = slack
    self.stepsPerTick = max(stepsPerTick, 1)
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    timer.setEventHandler { [weak self] in self?.tick() }
    timer.activate()
  }

  deinit { timer.cancel() }
}

extension FrameScheduler {
  /// The number of streams that are not finished.
  public var count: Int { streams.count }

  /// Takes a stream in and keeps it until its step answers `nil` or it is removed.
  public func add(_ stream: any ScheduledStream, due: MonotonicTime) {
    let identifier = ObjectIdentifier(stream)
    streams[identifier] = stream
    schedule.set(identifier, due: due)
    arm()
  }

  /// Steps a stream now and not at its deadline, because its client has room again; nothing where it is not known.
  public func wake(_ stream: any ScheduledStream) {
    let identifier = ObjectIdentifier(stream)
    guard streams[identifier] != nil else { return }
    schedule.remove(identifier)
    step(identifier)
    arm()
  }

  /// Forgets a stream; nothing where it is not known.
  public func remove(_ stream: any ScheduledStream) {
    let identifier = ObjectIdentifier(stream)
    schedule.remove(identifier)
    streams[identifier] = nil
  }
}

extension FrameScheduler {
  /// Reads the clock anew for each step, so that a long tick still sends the newest frame of its last stream.
  private func tick() {
    armed = nil
    for _ in 0..<stepsPerTick {
      guard let due = schedule.popDue(at: .now, slack: slack) else { break }
      step(due)
    }
    arm()
  }

  /// A step that asks for a moment already past gets its turn after those who wait longer, not before them.
  private func step(_ identifier: ObjectIdentifier) {
    guard let stream = streams[identifier] else { return }
    let now = MonotonicTime.now
    let next = stream.step(at: now)
    guard streams[identifier] != nil else { return }
    if let next {
      schedule.set(identifier, due: max(next, now))
    } else {
      streams[identifier] = nil
    }
  }

  /// Leaves a timer that is armed too early alone: its tick finds nothing due and arms it anew.
  private func arm() {
    guard let earliest = schedule.earliest, armed.map({ earliest < $0 }) ?? true else { return }
    armed = earliest
    timer.schedule(deadline: DispatchTime(earliest), leeway: .nanoseconds(0))
  }
}
