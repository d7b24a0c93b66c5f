/// What becomes of a label.
public enum LabelUpdate: Sendable, Equatable {
  /// It stays as it is, or stays absent.
  case keep
  /// It gets another state, the next version, and a moment at which it is deleted by itself.
  case replace(state: [UInt8], expiry: Int64?)
  /// It goes.
  case delete
}

/// What is decided about a label.
public struct LabelDecision: Sendable, Equatable {
  /// What becomes of it.
  public var update: LabelUpdate
  /// What whoever asked is told; kept for those who ask with the same key.
  public var answer: [UInt8]

  /// Creates a decision.
  public init(_ update: LabelUpdate, answer: [UInt8] = []) {
    self.update = update
    self.answer = answer
  }
}

/// What came of an update.
public struct LabelOutcome: Sendable, Equatable {
  /// The label as it is now.
  public var label: StoredLabel?
  /// The answer of the decision, or that of the first request with the same key.
  public var answer: [UInt8]
  /// Whether the key was known, so that nothing was decided.
  public var isRepeated: Bool

  /// Creates an outcome.
  public init(label: StoredLabel?, answer: [UInt8], isRepeated: Bool) {
    self.label = label
    self.answer = answer
    self.isRepeated = isRepeated
  }
}
