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
