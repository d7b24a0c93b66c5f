/// What a store has room for.
public struct LabelStoreLimits: Sendable, Equatable {
  /// The most labels.
  public var labels: Int
  /// The most requests with keys that are remembered; the oldest are forgotten first.
  public var keys: Int
  /// The most requests that wait, for a disk that is slow.
  public var waiting: Int

  /// Creates limits.
  public init(labels: Int = 100_000, keys: Int = 100_000, waiting: Int = 10_000) {
    self.labels = labels
    self.keys = keys
    self.waiting = waiting
  }
}
