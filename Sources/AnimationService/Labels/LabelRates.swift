import Documents
import FrameScheduling
import LiveLabels
import Deployment

/// Limits how often each label is changed, how often each client changes labels, and how many it makes as a visitor.
struct LabelRates {
  private let labels: RateLimiter?
  private let clients: RateLimiter?
  private let visitors: RateLimiter?
  private let visitorLabels: RateLimiter

  /// Changes of visitors' labels that one client may make a second.
  private static let visitorChangesPerSecond = 20.0

  init(_ settings: Settings) {
    labels = RateLimiter(changesPerSecond: settings.labelChangesPerSecond, "changes of this label", settings)
    clients = RateLimiter(
      changesPerSecond: settings.clientChangesPerSecond, "changes of labels by this client", settings)
    visitors = RateLimiter(
      changesPerSecond: Self.visitorChangesPerSecond, "changes of visitors' labels by this client", settings)
    // As many at once as in an hour, after which the first are gone.
    let count = settings.maximumVisitorLabelsPerClient
    visitorLabels = RateLimiter(
      TokenRate(perSecond: Double(count) / LabelParameterSet.visitorLifetime, burst: count), settings,
      "labels made by this client within an hour")
  }

  /// Counts a change; 429 where there were as many as there may be.
  func count(_ name: LabelName, _ caller: Caller) throws(Problem) {
    try clients?.countChange(caller, at: .now)
    if name.isVisitors { try visitors?.countChange(caller, at: .now) }
    // Nobody's name has a colon at its end.
    try labels?.countChange(.key("\(name):"), at: .now)
  }

  /// Counts a label that a visitor makes; 429 where the client has made as many as it may.
  func countVisitorLabel(_ caller: Caller) throws(Problem) {
    try visitorLabels.countChange(caller, at: .now)
  }

  /// Counts a label no more that was not made after all.
  func giveBackVisitorLabel(_ caller: Caller) {
    visitorLabels.giveBack(caller, at: .now)
  }
}
