/// The rules for one label, wherever it is kept: versions, starts, known requests, and when its time is over.
///
/// A store reads what it knows into a value of this type, has each request decided on what the one before has left, and
/// keeps what that says. It is pure: the same requests at the same times come to the same in every store.
public struct LabelRules: Sendable {
  private let name: String
  /// The label as it is after the last request; `nil` for none.
  public private(set) var label: StoredLabel?
  /// The highest version of any label that is gone, 0 for none.
  public var removedVersion: Int
  /// The start of the last change.
  private var lastStart: LabelTime?

  /// Begins with what a store has.
  ///
  /// - Parameters:
  ///   - name: The label's.
  ///   - label: The label, `nil` where there is none.
  ///   - removedVersion: The highest version of any label that is gone, of whatever name; 0 for none.
  public init(_ name: String, label: StoredLabel?, removedVersion: Int) {
    (self.name, self.label, self.removedVersion) = (name, label, removedVersion)
    lastStart = label?.start
  }
}

extension LabelRules {
  /// What a store is to keep.
  public enum Change: Sendable, Equatable {
    /// Nothing of the label.
    case none
    /// The label as it is now, in the place of one that may have been there.
    case put(StoredLabel)
    /// That the label is gone, as whoever asked wanted it; its last version.
    case delete(version: Int)
  }

  /// What one request comes to.
  public struct Step: Sendable {
    /// What becomes of the label.
    public var change = Change.none
    /// The label that is gone before the change, since its time was over.
    public var expired: StoredLabel?
    /// What is to be kept of the request by the name of its key; `nil` for nothing.
    public var receipt: RequestReceipt?
    /// What whoever asked is told once all is kept.
    public var outcome: Result<LabelOutcome, LabelStoreError>
  }

  /// Decides about a request, and goes on from what it leaves.
  ///
  /// - Parameters:
  ///   - key: Names the request.
  ///   - known: What is kept of a request with the same key; then nothing is decided.
  ///   - time: The earliest start of a change.
  ///   - wall: The time of day then; a label whose time is over is none.
  ///   - refusal: Why there is no room for another label; `nil` where there is.
  ///   - decide: Gets the label and the start that a change gets.
  /// - Returns: What is to be kept, all or nothing, and told.
  public mutating func step(
    _ key: RequestKey?, known: RequestReceipt?, at time: LabelTime, _ wall: WallTime, refusal: LabelStoreError? = nil,
    _ decide: (StoredLabel?, LabelTime) -> LabelDecision
  ) -> Step {
    if let key, let known {
      return Step(outcome: .success(LabelOutcome(label: label, result: known.result(of: key))))
    }
    let start = lastStart.map { time > $0 || $0 - time > Self.nearFuture ? time : $0 + 1 } ?? time
    var step = Step(outcome: .failure(.beyondLast))
    if let old = label, old.isExpired(at: wall) {
      step.expired = old
      remove(old)
    }
    var (result, made, isKept) = (LabelResult.changed, label?.version, true)
    switch decide(label, start) {
    case .refuse(let reason, let isFinal): (result, made, isKept) = (.refused(reason), nil, isFinal)
    case .replace(let state, let expiry, let isPrivate):
      if label == nil, let refusal {
        step.outcome = .failure(refusal)
        return step
      }
      guard label?.isSound ?? true,
        let new = StoredLabel(
          name, after: label?.version ?? removedVersion, start: start, expiry: expiry, isPrivate: isPrivate,
          state: state)
      else { return step }
      if label == nil { result = .created }
      (label, lastStart, made, step.change) = (new, start, new.version, .put(new))
    case .delete:
      guard let old = label else { break }
      remove(old)
      step.change = .delete(version: old.version)
    }
    if let key, isKept { step.receipt = RequestReceipt(digest: key.digest, version: made) }
    step.outcome = .success(LabelOutcome(label: label, result: result))
    return step
  }
}

extension LabelRules {
  /// How far behind the last change that is still ahead another one starts, in microseconds: the longest lead, and what
  /// nodes may be wrong about the clock that they share.
  ///
  /// One that lies further ahead was made by a clock that was wrong, and nobody waits for it: versions order changes.
  private static let nearFuture: Int64 = 2_000_000

  private mutating func remove(_ old: StoredLabel) {
    removedVersion = max(removedVersion, old.version)
    label = nil
  }
}
