import Synchronization
internal import System

/// Keeps labels: each a name with a state that the store does not look into.
///
/// No member waits for a disk or a network. Completions are called once, on the store's own queue, and must be quick.
public protocol LabelStore: Sendable {
  /// The store's clock, microseconds since 1970; it never goes back.
  var now: Int64 { get }
  /// The number of labels.
  var count: Int { get }
  /// How it stands with a store that is reached over a network; `nil` for one of this machine.
  var remoteStatus: RemoteStoreStatus? { get }
  /// Why a store of this machine takes no changes at the moment, if it does not.
  var trouble: LabelStoreTrouble? { get }

  /// Reads one label; `nil` where there is none.
  func read(_ name: String, _ completion: @escaping @Sendable (Result<StoredLabel?, LabelStoreError>) -> Void)

  /// Reads labels in order of the bytes of their names.
  func list(_ query: LabelQuery, _ completion: @escaping @Sendable (Result<[StoredLabel], LabelStoreError>) -> Void)

  /// Decides about a label and changes it, in one step: nobody else changes it meanwhile.
  ///
  /// - Parameters:
  ///   - name: The label's.
  ///   - key: Names this request. Where one of the same key changed a label within 24 hours, or was refused for good,
  ///     nothing is decided.
  ///   - decide: Gets the label, `nil` where there is none, and the start that a change gets. It may be called again
  ///     where somebody else was first, so it must be quick and pure.
  ///   - completion: Gets the outcome once it is kept for good.
  func update(
    _ name: String, key: RequestKey?,
    _ decide: @escaping @Sendable (_ label: StoredLabel?, _ time: Int64) -> LabelDecision,
    _ completion: @escaping @Sendable (Result<LabelOutcome, LabelStoreError>) -> Void)

  /// Has each later change told, in the order of versions of each label and before the update is completed.
  ///
  /// - Parameter observer: Called on the store's own queue; it must be quick.
  func observe(_ observer: @escaping @Sendable (LabelEvent) -> Void)

  /// Waits for what was asked for before and lets go of everything; what is asked for later is unavailable.
  ///
  /// It must not be called from a completion or an observer, which it would wait for.
  func close()
}

extension LabelStore {
  /// A store of this machine.
  public var remoteStatus: RemoteStoreStatus? { nil }
  /// A store that takes changes, or is reached over a network.
  public var trouble: LabelStoreTrouble? { nil }
}

/// Why a store of this machine takes no changes; what it has is read as before.
public struct LabelStoreTrouble: Equatable, Sendable {
  /// The end of a sentence.
  public var reason: String
  /// Whether only a restart of the process ends it.
  public var isLasting: Bool

  /// Creates a reason.
  public init(reason: String, isLasting: Bool = false) {
    self.reason = reason
    self.isLasting = isLasting
  }
}

/// Why a store did not do what it was asked for; nothing has changed.
public enum LabelStoreError: Error, Equatable, Sendable {
  /// It cannot at the moment, for the reason that the sentence's end gives; it may be asked again.
  case unavailable(reason: String)
  /// There are as many labels as there may be, of visitors or beside those.
  case tooMany(limit: Int, ofVisitors: Bool = false)
}

/// What a store has room for.
public struct LabelStoreLimits: Sendable, Equatable {
  /// The most labels beside those of visitors.
  public var labels: Int
  /// The most labels of visitors.
  public var visitorLabels: Int
  /// The most requests with keys that are remembered; the oldest are forgotten first.
  public var keys: Int
  /// The most requests that wait, for a disk that is slow.
  public var waiting: Int

  /// Creates limits.
  public init(
    labels: Int = 100_000, visitorLabels: Int = 1000, keys: Int = 100_000, waiting: Int = 10_000
  ) {
    self.labels = labels
    self.visitorLabels = visitorLabels
    self.keys = keys
    self.waiting = waiting
  }
}

extension LabelStoreLimits {
  /// The most labels of the kind that a name says.
  func most(_ name: String) -> Int { StoredLabel.isVisitors(name) ? visitorLabels : labels }

  /// For another label of that kind, where there are as many.
  func refusal(of name: String) -> LabelStoreError {
    .tooMany(limit: most(name), ofVisitors: StoredLabel.isVisitors(name))
  }
}

/// The time of day that never goes back, read without a lock.
///
/// It counts on by the clock that is never set. Where the time of day is set forward, it follows; where that is set back,
/// it does not, so that no label stands still until the past is over.
public final class StoreClock: Sendable {
  private let wall: @Sendable () -> Int64
  private let monotonic: @Sendable () -> Int64
  /// How far this clock is before the one that is never set.
  private let offset: Atomic<Int64>

  /// Creates a clock by two others, both in microseconds.
  ///
  /// - Parameters:
  ///   - wall: The time since 1970.
  ///   - monotonic: The time since some moment, never set.
  public init(wall: @escaping @Sendable () -> Int64, monotonic: @escaping @Sendable () -> Int64) {
    self.wall = wall
    self.monotonic = monotonic
    offset = Atomic(wall() - monotonic())
  }

  /// Creates a clock by the system's.
  public convenience init() {
    self.init(wall: { Clock.wallMicroseconds }, monotonic: { Int64(Clock.monotonic / 1000) })
  }
}

extension StoreClock {
  /// Microseconds since 1970.
  public var now: Int64 {
    // In this order, a thread that is held up between the two looks cannot put the clock forward.
    let (time, elapsed) = (wall(), monotonic())
    return elapsed + offset.max(time - elapsed, ordering: .relaxed).newValue
  }

  /// Puts the clock forward, if need be, so that it is at least `time`.
  func advance(to time: Int64) {
    _ = offset.max(time - monotonic(), ordering: .relaxed)
  }
}

/// How it stands with a store that is reached over a network.
public struct RemoteStoreStatus: Sendable, Equatable {
  /// Whether it is reached now.
  public var isReachable = false
  /// Whether it was ever reached.
  public var wasReached = false
  /// How often it was reached again.
  public var reconnections = 0
  /// How far its clock is before this machine's, once it has been asked.
  public var clockOffset: Duration?
  /// How wrong the offset may be.
  public var clockUncertainty: Duration?
  /// Since when labels were last read again, should a message have been lost.
  public var sinceReread: Duration?
}
