package import FrameScheduling
package import Logging
package import Deployment

/// Decides when a loop begins to be overloaded and when it has recovered.
///
/// Looked at is a second at a time. A loop is overloaded when it has missed more than a twentieth of a second's frames,
/// at least ten: skipped them although their clients had room, or sent them more than 50 ms late, which is three frames
/// of a screen. It has recovered when it has missed less than a hundredth in each of five seconds, so that one at the
/// edge does not fill the log.
struct OverloadDetector {
  /// From how many nanoseconds late on a frame counts as missed; one of the histogram's bounds.
  static let lateness: Int64 = 50_000_000

  private static let window = Duration.seconds(1)
  private static let leastMissed = 10
  private static let calmWindows = 5

  private var windowStart: MonotonicTime?
  private var known = FrameTotals()
  private var episode: Episode?
  private var calm = 0

  /// What a loop has done since the start.
  struct FrameTotals: Equatable, Sendable {
    /// Frames sent, late ones among them.
    var sent = 0
    /// Frames sent later than ``OverloadDetector/lateness``.
    var late = 0
    /// Frames that the loop came too late for.
    var skipped = 0
  }

  /// One time of overload.
  struct Episode: Equatable, Sendable {
    /// When its first second began.
    var start: MonotonicTime
    /// When its last second ended that was not calm.
    var end: MonotonicTime
    /// What was sent, late and skipped from start to end.
    var frames: FrameTotals
    /// The greatest share of missed frames in one second.
    var worstShare: Double
  }

  /// What is to be said.
  enum Change: Equatable, Sendable { case began(Episode), ended(Episode) }
}

extension OverloadDetector {
  /// Whether the loop is overloaded.
  var isOverloaded: Bool { episode != nil }

  /// Takes the totals, at any time but not much less often than once a second; tells what has changed, if anything has.
  mutating func observe(_ totals: FrameTotals, at now: MonotonicTime) -> Change? {
    guard let start = windowStart else {
      (windowStart, known) = (now, totals)
      return nil
    }
    guard now - start >= Self.window else { return nil }
    let frames = totals - known
    (windowStart, known) = (now, totals)
    return episode == nil ? begin(frames, from: start, to: now) : goOn(frames, to: now)
  }

  private mutating func begin(_ frames: FrameTotals, from start: MonotonicTime, to now: MonotonicTime) -> Change? {
    guard frames.missed >= Self.leastMissed, frames.missed * 20 > frames.due else { return nil }
    let episode = Episode(start: start, end: now, frames: frames, worstShare: frames.missedShare)
    self.episode = episode
    calm = 0
    return .began(episode)
  }

  private mutating func goOn(_ frames: FrameTotals, to now: MonotonicTime) -> Change? {
    guard var episode else { return nil }
    guard frames.missed <= max(frames.due / 100, 1) else {
      calm = 0
      episode.end = now
      episode.frames = episode.frames + frames
      episode.worstShare = max(episode.worstShare, frames.missedShare)
      self.episode = episode
      return nil
    }
    calm += 1
    guard calm == Self.calmWindows else { return nil }
    self.episode = nil
    return .ended(episode)
  }
}

extension OverloadDetector.FrameTotals {
  /// Frames whose time has come.
  var due: Int { sent + skipped }
  /// Frames not sent in time.
  var missed: Int { late + skipped }
  /// The part of ``due`` that was missed.
  var missedShare: Double { due > 0 ? Double(missed) / Double(due) : 0 }

  static func + (left: Self, right: Self) -> Self {
    Self(sent: left.sent + right.sent, late: left.late + right.late, skipped: left.skipped + right.skipped)
  }

  static func - (left: Self, right: Self) -> Self {
    Self(sent: left.sent - right.sent, late: left.late - right.late, skipped: left.skipped - right.skipped)
  }
}

/// Says in the log, and in the metrics, when its loop begins and ceases to be overloaded.
package final class OverloadWatch {
  private let metrics: LoopMetrics
  private let logger: Logger
  private var detector = OverloadDetector()

  package init(_ metrics: LoopMetrics, _ logger: Logger) {
    self.metrics = metrics
    self.logger = logger
  }

  /// Looks at the loop; called about once a second.
  package func look(at now: MonotonicTime) {
    guard let change = detector.observe(metrics.frameTotals, at: now) else { return }
    metrics.overload.set(detector.isOverloaded ? 1 : 0)
    switch change {
    case .began(let episode):
      logger.warning("overloaded: frames are skipped evenly over all streams", metadata: metadata(episode))
    case .ended(let episode):
      logger.notice("no longer overloaded", metadata: metadata(episode))
    }
  }

  private func metadata(_ episode: OverloadDetector.Episode) -> Logger.Metadata {
    let percent = (episode.worstShare * 1000).rounded() / 10
    return [
      "loop": "\(metrics.loop)", "seconds": "\(((episode.end - episode.start) / .seconds(1) * 10).rounded() / 10)",
      "framesSent": "\(episode.frames.sent)", "framesSkipped": "\(episode.frames.skipped)",
      "framesLate": "\(episode.frames.late)", "worstPercent": "\(percent)",
    ]
  }
}

extension LoopMetrics {
  /// What an overload is known by.
  var frameTotals: OverloadDetector.FrameTotals {
    let late = lateness.counts.count(beyond: OverloadDetector.lateness)
    return OverloadDetector.FrameTotals(sent: framesSent.value, late: late, skipped: framesMissed.value)
  }
}
