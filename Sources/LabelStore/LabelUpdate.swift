/// What is decided about a label.
public enum LabelDecision: Sendable {
  /// It gets another state, the next version, and a moment at which it is deleted by itself.
  case replace(state: [UInt8], expiry: Int64?)
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
