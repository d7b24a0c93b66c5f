/// Keeps labels: each a name with a state that the store does not look into.
///
/// What every store keeps to:
///
/// - What becomes of a label is what ``LabelRules`` says, decided on the newest that is kept, one request for a label after
///   another; those that are decided together are kept all or not at all.
/// - A completion is called once, when what it tells is kept for good; observers have been told before. Where the store
///   fails, nothing has changed, and it says so by ``LabelStoreError/unavailable(reason:)``.
/// - A label whose time is over is neither read nor listed, and goes by itself: observers are told.
/// - A list has labels in order of the bytes of their names, each once, none of a visitor; of those that are private it
///   has those alone that ``LabelQuery`` opens, and neither what it has nor the time that it takes tells of others.
/// - There are never more labels, of visitors and beside those, than ``LabelStoreLimits`` says; receipts of requests are
///   kept for ``RequestReceipt/lifetime``, and of too many goes the one that ``RequestReceipt/excess(of:)`` says.
/// - No member waits for a disk or a network. Completions and observers are called on the store's own queue, may ask the
///   store for more, and must be quick.
public protocol LabelStore: Sendable {
  /// The time of labels, by which changes start; it never goes back.
  var now: LabelTime { get }
  /// The time of day, by which labels and tokens end.
  var wallTime: WallTime { get }
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
    _ decide: @escaping @Sendable (_ label: StoredLabel?, _ time: LabelTime) -> LabelDecision,
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
  /// The most requests with keys that are remembered; ``RequestReceipt/excess(of:)`` says which are forgotten.
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
  public func most(_ name: String) -> Int { StoredLabel.isVisitors(name) ? visitorLabels : labels }

  /// For another label of that kind, where there are as many.
  public func refusal(of name: String) -> LabelStoreError {
    .tooMany(limit: most(name), ofVisitors: StoredLabel.isVisitors(name))
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

/// What is decided about a label.
public enum LabelDecision: Sendable {
  /// It gets another state, the next version, a moment at which it is deleted by itself, and is found by all or, where it
  /// is private, by those alone to whom it is opened.
  case replace(state: [UInt8], expiry: WallTime?, isPrivate: Bool)
  /// It goes.
  case delete
  /// It stays as it is, or stays absent, for a reason that whoever asked is told.
  ///
  /// Where it is final, later requests with the same key are refused as well.
  case refuse(any Error, isFinal: Bool = false)
}

/// What came of an update.
public struct LabelOutcome: Sendable {
  /// The label as it is now.
  public var label: StoredLabel?
  /// What has become of it.
  public var result: LabelResult

  /// Creates an outcome.
  public init(label: StoredLabel?, result: LabelResult) {
    self.label = label
    self.result = result
  }
}

/// What an update has come to.
public enum LabelResult: Sendable {
  /// There is a label that did not exist before.
  case created
  /// The label has another state, or is gone.
  case changed
  /// Nothing has changed, for the decision's reason.
  case refused(any Error)
  /// Nothing was decided: the first request with the same key has made a version, or was refused for good.
  case repeated(version: Int?)
  /// Nothing was decided: the first request with the same key asked for something else.
  case keyOfAnother
}
