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
