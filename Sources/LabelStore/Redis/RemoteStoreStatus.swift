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
