import MicroHTTP
import Synchronization

/// Counters of one loop, written by its queue alone and read by everybody.
///
/// The frame path knows no metrics library: a backend may lock or allocate in each call, and a loop must do neither
/// between a due frame and its bytes. What is here is folded over all loops when somebody asks.
final class LoopMetrics: Sendable {
  /// The loop's number, from 0.
  let loop: Int
  let framesSent = LoopCounter()
  /// Frames that a newer one replaced because the loop came too late.
  let framesMissed = LoopCounter()
  /// Frames that a newer one replaced because their client took none.
  let framesRefused = LoopCounter()
  let lateness = LoopHistogram(.lateness)
  /// Places that streams have in channels of labels.
  let labelViewers = LoopCounter()
  /// Channels of labels: one a label and form.
  let labelChannels = LoopCounter()
  /// Changes of labels that channels have shown.
  let labelChanges = LoopCounter()
  let streamsStarted = LoopCounter()
  let streamsEnded = LoopCounters<StreamEnd>()
  let rejections = LoopCounters<Rejection>()
  let connectionsAccepted = LoopCounter()
  let connectionsClosed = LoopCounter()
  /// 1 while the loop is overloaded.
  let overload = LoopCounter()
  /// One series for each route, method and status that has occurred; locked when a new one does.
  private let series = Mutex<[RequestSeries]>([])

  init(loop: Int = 0) {
    self.loop = loop
  }
}

extension LoopMetrics {
  /// Counts a frame that was sent, and those it replaced.
  ///
  /// - Parameters:
  ///   - nanoseconds: From the moment it was due, in nanoseconds; below zero where it left ahead of its time.
  ///   - skipped: The frames it replaced.
  ///   - isDelayedByClient: Whether its client made it wait; its lateness then says nothing of the service.
  func countFrame(lateness nanoseconds: Int64, skipped: Int, isDelayedByClient: Bool) {
    framesSent.add()
    if isDelayedByClient {
      framesRefused.add(skipped)
    } else {
      framesMissed.add(skipped)
      lateness.record(nanoseconds: nanoseconds)
    }
  }

  /// Counts an event of a connection.
  func count(_ event: ConnectionEvent) {
    switch event {
    case .accepted: connectionsAccepted.add()
    case .closed: connectionsClosed.add()
    case .refused: rejections.count(.clientConnections)
    }
  }

  /// Counts a stream that is over.
  func countEnd(_ end: StreamEnd) {
    streamsEnded.count(end)
    if end == .stalled { rejections.count(.stalledWrite) }
  }

  /// The requests by route, method and status.
  var requests: [RequestSeries] { series.withLock { $0 } }

  func add(_ series: RequestSeries) {
    self.series.withLock { $0.append(series) }
  }
}
