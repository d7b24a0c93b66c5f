internal import CPrefetch
public import Dispatch

/// A stream that is given the loop's thread whenever it is due.
public protocol ScheduledStream: AnyObject {
  /// Does what is due and asks for the next turn.
  ///
  /// Due is what lies no more than ``FrameScheduler/slack`` after `now`; a stream that leaves that undone is stepped
  /// again and again until it is exactly due. One that has nothing due says when it has. One step sends at most one frame,
  /// so that the others get their turns. It may add, wake or remove other streams and remove itself, but must not wake
  /// itself.
  /// - Returns: The moment of the next turn; `nil` to be forgotten.
  func step(at now: MonotonicTime) -> MonotonicTime?

  /// Asks the processor for the memory that a step needs beside the stream's own, because its turn comes soon.
  func prefetch()
}

extension ScheduledStream {
  /// Nothing: a step needs no more than the stream's own memory.
  public func prefetch() {}
}

/// Wakes the streams of one loop when they are due, with one timer for all of them.
///
/// Everything happens on the serial queue it was given, and all members must be called there. One strict one-shot timer
/// is armed to the earliest deadline; what is due within the slack after it leaves together, which halves the CPU time
/// of exact wake-ups. A timer per stream costs three times as much, and a repeating one drifts after a stall.
public final class FrameScheduler {
  /// How early a stream may be stepped to leave together with others; what a step does must reach as far.
  public let slack: Duration

  private let slackNanoseconds: Int64
  private let timer: any DispatchSourceTimer
  private let stepsPerTick: Int
  private var schedule = FrameSchedule()
  private var streams: [(any ScheduledStream)?] = []
  private var freeSlots: [Int] = []
  /// Where each stream stands among ``streams``; asked when one comes, wakes or goes, but never for a frame.
  private var slots: [ObjectIdentifier: Int] = [:]
  private var armed: MonotonicTime?

  /// Whether somebody on the queue waits for ``nextDeadline`` and then calls ``runDue()``, so that no timer is needed.
  public var isAttended = false {
    didSet { if !isAttended { arm() } }
  }
  /// Called when the timer has fired, for somebody who then attends; where there is nobody, what is due is done.
  public var onTimer: (() -> Void)?

  /// Creates a scheduler without streams.
  ///
  /// - Parameters:
  ///   - queue: The loop's serial queue.
  ///   - slack: How early a stream may be stepped to leave together with others.
  ///   - stepsPerTick: Steps before others on the queue get their turn. With 1,024, and one run of the server between two
  ///     ticks, some of 5,000 streams that were too many for their loop had no frame while others had forty.
  public init(queue: DispatchQueue, slack: Duration = .milliseconds(1), stepsPerTick: Int = 128) {
    self.slack = slack
    slackNanoseconds = slack.wholeNanoseconds
    self.stepsPerTick = max(stepsPerTick, 1)
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    timer.setEventHandler { [weak self] in self?.timerFired() }
    timer.activate()
  }

  deinit { timer.cancel() }
}

extension FrameScheduler {
  /// The number of streams that are not finished.
  public var count: Int { slots.count }

  /// Takes a stream in and keeps it until its step answers `nil` or it is removed.
  public func add(_ stream: any ScheduledStream, due: MonotonicTime) {
    let slot = slots[ObjectIdentifier(stream)] ?? takeSlot(for: stream)
    schedule.set(slot, due: due)
    arm()
  }

  /// Steps a stream now and not at its deadline, because its client has room again; nothing where it is not known.
  public func wake(_ stream: any ScheduledStream) {
    guard let slot = slots[ObjectIdentifier(stream)] else { return }
    step(slot, at: .now)
    arm()
  }

  /// Forgets a stream; nothing where it is not known.
  public func remove(_ stream: any ScheduledStream) {
    guard let slot = slots.removeValue(forKey: ObjectIdentifier(stream)) else { return }
    schedule.remove(slot)
    streams[slot] = nil
    freeSlots.append(slot)
  }

  private func takeSlot(for stream: any ScheduledStream) -> Int {
    let slot = freeSlots.popLast() ?? streams.count
    if slot == streams.count { streams.append(stream) } else { streams[slot] = stream }
    slots[ObjectIdentifier(stream)] = slot
    return slot
  }
}

extension FrameScheduler {
  /// The first deadline of all; `nil` where no stream has one.
  public var nextDeadline: DispatchTime? {
    schedule.earliest.map { DispatchTime($0) }
  }

  /// Steps every stream that is due, or as many as one tick may.
  ///
  /// Reads the clock anew for each step, so that a long tick still sends the newest frame of its last stream, and sends what
  /// has come within the slack meanwhile, which spares a wake-up.
  public func runDue() {
    for _ in 0..<stepsPerTick {
      let now = MonotonicTime.now
      guard let slot = schedule.first(dueBy: now.advanced(by: slackNanoseconds)) else { break }
      prefetchFollowing()
      step(slot, at: now)
    }
    arm()
  }

  /// Has the memory of the next two streams brought near while another is stepped: of 10,000 none is in the processor's
  /// cache when its turn comes, and waiting for it was a quarter of what a frame takes outside the kernel.
  ///
  /// What a stream needs beside itself can be asked for once its own memory is there, a turn later.
  private func prefetchFollowing() {
    let (second, third) = schedule.following
    if let third, let stream = streams[third] { ObjectIdentifier(stream).prefetch(lines: 5) }
    if let second { streams[second]?.prefetch() }
  }

  private func timerFired() {
    armed = nil
    if let onTimer { onTimer() } else { runDue() }
  }

  /// A step that asks for a moment already past gets its turn after those who wait longer, not before them.
  ///
  /// The stream may have removed itself in the step, and another one have taken its slot.
  private func step(_ slot: Int, at now: MonotonicTime) {
    guard let stream = streams[slot] else { return }
    let next = stream.step(at: now)
    guard streams[slot] === stream else { return }
    if let next {
      schedule.set(slot, due: max(next, now))
    } else {
      remove(stream)
    }
  }

  /// Leaves a timer that is armed too early alone: its tick finds nothing due and arms it anew.
  private func arm() {
    guard !isAttended, let earliest = schedule.earliest, armed.map({ earliest < $0 }) ?? true else { return }
    armed = earliest
    timer.schedule(deadline: DispatchTime(earliest), leeway: .nanoseconds(0))
  }
}

extension ObjectIdentifier {
  /// Asks the processor to bring an object's first lines, 64 bytes each, into its cache, without waiting for them.
  ///
  /// Nothing of the object is looked at, so that it may be gone already.
  @inline(__always)
  package func prefetch(lines: Int) {
    prefetch_lines(UInt(bitPattern: self), Int32(lines))
  }
}
