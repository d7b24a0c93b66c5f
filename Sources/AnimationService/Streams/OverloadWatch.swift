import FrameScheduling
import Logging

/// Says in the log, and in the metrics, when its loop begins and ceases to be overloaded.
final class OverloadWatch {
  private let metrics: LoopMetrics
  private let logger: Logger
  private var detector = OverloadDetector()

  init(_ metrics: LoopMetrics, _ logger: Logger) {
    self.metrics = metrics
    self.logger = logger
  }

  /// Looks at the loop; called about once a second.
  func look(at now: MonotonicTime) {
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
