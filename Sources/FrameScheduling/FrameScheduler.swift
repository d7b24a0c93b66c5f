internal import CPrefetch
public import Dispatch

/// A stream that the scheduler runs whenever it is due.
public protocol ScheduledStream: AnyObject {
  /// Sends what is due and returns when to be called next.
  ///
  /// Whatever lies no more than ``FrameScheduler/slack`` after `now` is due; a stream that leaves it is called again and again
  /// until it is exactly due. One step writes to some dozens of sockets at most, so that other streams are not held up. It may
  /// add, wake or remove other streams and remove itself, but must not wake itself.
  /// - Returns: When to be called next; `nil` when the stream is finished.
  func step(at now: MonotonicTime) -> MonotonicTime?

  /// Prefetches the memory that the next step needs besides the stream object itself.
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
  /// How early a stream may be stepped so that frames leave together.
  public let slack: Duration

  private let slackNanoseconds: Int64
  private let timer: any DispatchSourceTimer
  private let stepsPerTick: Int
  private var schedule = FrameSchedule()
  private var streams: [(any ScheduledStream)?] = []
  private var freeSlots: [Int] = []
  /// The index of each stream in ``streams``, looked up when one is added, woken or removed, but never for a frame.
  private var slots: [ObjectIdentifier: Int] = [:]
  private var armed: MonotonicTime?

  /// Whether the event loop itself waits for ``nextDeadline`` and calls ``runDue()``, so that no timer is needed.
  public var isAttended = false {
    didSet { if !isAttended { arm() } }
  }
  /// Called when the timer fires; without it, due streams are stepped.
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

  /// Adds a stream and keeps it until its step returns `nil` or it is removed.
  public func add(_ stream: any ScheduledStream, due: MonotonicTime) {
    let slot = slots[ObjectIdentifier(stream)] ?? takeSlot(for: stream)
    schedule.set(slot, due: due)
    arm()
  }

  /// Steps a stream now instead of at its deadline, because its socket has room again; ignores an unknown stream.
  public func wake(_ stream: any ScheduledStream) {
    guard let slot = slots[ObjectIdentifier(stream)] else { return }
    step(slot, at: .now)
    arm()
  }

  /// Removes a stream; ignores an unknown one.
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
    var end: MonotonicTime?
    for _ in 0..<stepsPerTick {
      let now = MonotonicTime.now
      if let end, now >= end { break }
      end = end ?? now.advanced(by: Self.longestTick)
      guard let slot = schedule.first(dueBy: now.advanced(by: slackNanoseconds)) else { break }
      prefetchFollowing()
      step(slot, at: now)
    }
    arm()
  }

  /// Nanoseconds after which others have their turn although fewer steps were taken: some write to many sockets.
  private static let longestTick: Int64 = 4_000_000

  /// Prefetches the memory of the next two streams while another is stepped: with 10,000 streams none is still in the
  /// processor's cache, and waiting for memory was a quarter of a frame's time outside the kernel.
  ///
  /// What a stream refers to can be prefetched once the stream itself is in the cache, one step later.
  private func prefetchFollowing() {
    let (second, third) = schedule.following
    if let third, let stream = streams[third] { ObjectIdentifier(stream).prefetch(lines: 5) }
    if let second { streams[second]?.prefetch() }
  }

  private func timerFired() {
    armed = nil
    if let onTimer { onTimer() } else { runDue() }
  }

  /// A stream whose next step is already due runs after those that have waited longer, not before them.
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

  /// A timer that is armed too early stays: when it fires it finds nothing due and is armed again.
  private func arm() {
    guard !isAttended, let earliest = schedule.earliest, armed.map({ earliest < $0 }) ?? true else { return }
    armed = earliest
    timer.schedule(deadline: DispatchTime(earliest), leeway: .nanoseconds(0))
  }
}

extension ObjectIdentifier {
  /// Asks the processor to bring an object's first lines, 64 bytes each, into its cache, without waiting for them.
  ///
  /// The object is not accessed, so it may already be deallocated.
  @inline(__always)
  package func prefetch(lines: Int) {
    prefetch_lines(UInt(bitPattern: self), Int32(lines))
  }
}
