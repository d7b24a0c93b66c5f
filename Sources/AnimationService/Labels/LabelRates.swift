import FrameScheduling

/// Limits how often each label is changed, and how often each client changes labels.
struct LabelRates {
  private let labels: RateLimiter?
  private let clients: RateLimiter?

  init(_ settings: Settings) {
    labels = RateLimiter(changesPerSecond: settings.labelChangesPerSecond, "changes of this label", settings)
    clients = RateLimiter(
      changesPerSecond: settings.clientChangesPerSecond, "changes of labels by this client", settings)
  }

  /// Counts a change.
  ///
  /// - Throws: 429 where there were as many as there may be.
  func count(_ name: LabelName, _ caller: Caller) throws(Problem) {
    try clients?.countChange(caller, at: .now)
    // Nobody's name has a colon at its end.
    try labels?.countChange(.key("\(name):"), at: .now)
  }
}
