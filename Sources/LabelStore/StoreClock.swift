import Synchronization
import System

/// The time of day by which labels, tokens and what is kept of requests end; it may go back.
public typealias WallTime = StoreTime<WallClock>

/// The time by which changes start and frames are counted; it never goes back.
public typealias LabelTime = StoreTime<LabelClock>

/// The clock of ``WallTime``, of which there are no values.
public enum WallClock {}

/// The clock of ``LabelTime``, of which there are no values.
public enum LabelClock {}

/// A time by one of a store's two clocks, which have types of their own, so that none is taken for the other.
public struct StoreTime<Clock>: Comparable, CustomStringConvertible, Hashable, Sendable {
  /// Since 1970.
  public var microseconds: Int64

  /// A time in microseconds since 1970.
  @inlinable
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Whether both are the same.
  @inlinable
  public static func == (one: StoreTime, other: StoreTime) -> Bool { one.microseconds == other.microseconds }

  /// Whether it is earlier.
  @inlinable
  public static func < (one: StoreTime, other: StoreTime) -> Bool { one.microseconds < other.microseconds }

  /// The microseconds, so that a time in a text is the number that was meant.
  public var description: String { "\(microseconds)" }

  /// The time that is some microseconds later; beyond the last of 64 bits, that.
  @inlinable
  public static func + (time: StoreTime, microseconds: Int64) -> StoreTime {
    let (sum, overflow) = time.microseconds.addingReportingOverflow(microseconds)
    return StoreTime(microseconds: overflow ? .max : sum)
  }

  /// The microseconds from another time to this one.
  @inlinable
  public static func - (time: StoreTime, other: StoreTime) -> Int64 { time.microseconds &- other.microseconds }
}

/// How far the time of day, and the time of labels, are before a clock that is never set.
///
/// A step of the time of day is followed at once if it is short. One of more than a minute is followed when it has lasted a
/// minute: who has set a clock wrong for a moment, or reads it wrong once, ends no token, forgets no request, and starts no
/// change in a future that nobody lives to see. It is pure; all times are in microseconds.
struct ClockSteps: Equatable, Sendable {
  /// The longest step that is followed at once, and how long a longer one lasts before it is.
  static let patience: Int64 = 60_000_000
  /// How far back a look may seem to be of a thread that was held up between two clocks.
  static let noise: Int64 = 1000

  /// What the time of day is believed to be before the clock that is never set.
  private(set) var wall: Int64
  /// The same of the time of labels, which never goes back.
  private(set) var label: Int64
  private(set) var doubt: Doubt?

  /// A long step that was seen, and since when.
  struct Doubt: Equatable, Sendable {
    var step: Int64
    var offset: Int64
    var since: Int64
  }

  /// Begins with what the time of day says.
  init(offset: Int64) {
    (wall, label) = (offset, offset)
  }
}

extension ClockSteps {
  /// Whether a change may start at what the time of labels says at a time of the other clock.
  func isUsable(at elapsed: Int64) -> Bool { StoredLabel.isMoment(elapsed &+ label) }

  /// Whether a look at the time of day would change nothing.
  func isSettled(_ offset: Int64) -> Bool { doubt == nil && (wall - Self.noise...wall).contains(offset) }

  /// Takes a look at the time of day, so far before the other clock, at a time of that.
  ///
  /// A time at which no change may start is never followed, so that it is over when the clock is right again.
  mutating func look(_ offset: Int64, at elapsed: Int64) {
    if isSettled(offset) { return }
    if !isUsable(at: elapsed), StoredLabel.isMoment(elapsed &+ offset) {
      self = ClockSteps(offset: offset)
    } else if (offset &- wall).magnitude <= Self.patience {
      follow(offset)
    } else if let doubt, (offset &- doubt.offset).magnitude <= Self.patience {
      if elapsed - doubt.since >= Self.patience, StoredLabel.isMoment(elapsed &+ offset) { follow(offset) }
    } else {
      doubt = Doubt(step: offset &- wall, offset: offset, since: elapsed)
    }
  }

  private mutating func follow(_ offset: Int64) {
    (wall, label, doubt) = (offset, max(label, offset), nil)
  }
}

/// The clock of a store of this machine: the time of labels, read without waiting for a lock, and the time of day, both as
/// ``ClockSteps`` follow what this machine's clock says.
package final class StoreClock: Sendable {
  private let wall: @Sendable () -> Int64
  private let elapsed: @Sendable () -> Int64
  private let steps: Mutex<ClockSteps>
  private let labelOffset: Atomic<Int64>
  private let wallOffset: Atomic<Int64>
  private let isDoubtful = Atomic(false)
  private let report: @Sendable (_ remark: String) -> Void

  /// Both in microseconds: the time since 1970, and that since some moment, which is never set; `report` is told of
  /// each long step that is seen, by the end of a sentence about the clock.
  package init(
    wall: @escaping @Sendable () -> Int64, monotonic: @escaping @Sendable () -> Int64,
    report: @escaping @Sendable (_ remark: String) -> Void = { _ in }
  ) {
    (self.wall, elapsed, self.report) = (wall, monotonic, report)
    let offset = wall() - monotonic()
    steps = Mutex(ClockSteps(offset: offset))
    labelOffset = Atomic(offset)
    wallOffset = Atomic(offset)
  }

  /// By this machine's clocks; what is never set counts on while the machine sleeps.
  package convenience init(report: @escaping @Sendable (_ remark: String) -> Void = { _ in }) {
    self.init(
      wall: { Clock.wallMicroseconds }, monotonic: { Int64(Clock.sinceBoot / 1000) }, report: report)
  }
}

extension StoreClock {
  /// The time of labels.
  package var now: LabelTime { LabelTime(microseconds: look() &+ labelOffset.load(ordering: .relaxed)) }

  /// The time of day.
  package var wallTime: WallTime { WallTime(microseconds: look() &+ wallOffset.load(ordering: .relaxed)) }

  /// Whether a change may start now.
  var isUsable: Bool { StoredLabel.isMoment(now.microseconds) }

  /// Looks at both clocks; returns what the one says that is never set.
  private func look() -> Int64 {
    // In this order, a thread that is held up between the two cannot put the time forward.
    let (time, elapsed) = (wall(), elapsed())
    let (offset, believed) = (time &- elapsed, wallOffset.load(ordering: .relaxed))
    if offset <= believed, believed &- offset <= ClockSteps.noise, !isDoubtful.load(ordering: .relaxed) {
      return elapsed
    }
    // Nobody waits here: who finds another at it goes by what is believed.
    let news = steps.withLockIfAvailable { steps -> ClockSteps.Doubt? in
      let before = steps.doubt
      steps.look(offset, at: elapsed)
      labelOffset.store(steps.label, ordering: .relaxed)
      wallOffset.store(steps.wall, ordering: .relaxed)
      isDoubtful.store(steps.doubt != nil, ordering: .relaxed)
      return steps.doubt == before ? nil : steps.doubt
    }
    if case let doubt?? = news { report(doubt.remark) }
    return elapsed
  }
}

extension ClockSteps.Doubt {
  /// The end of a sentence about a clock.
  var remark: String {
    let seconds = step.magnitude / 1_000_000
    return "was set \(seconds) s \(step < 0 ? "back" : "forward"), which is followed once it has lasted a minute"
  }
}
