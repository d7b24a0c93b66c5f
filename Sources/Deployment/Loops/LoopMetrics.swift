package import MicroHTTP
import Synchronization

/// Counters of one loop, written by its queue alone and read by everybody.
///
/// The frame path knows no metrics library: a backend may lock or allocate in each call, and a loop must do neither
/// between a due frame and its bytes. What is here is folded over all loops when somebody asks.
package final class LoopMetrics: Sendable {
  /// The loop's number, from 0.
  package let loop: Int
  package let framesSent = LoopCounter()
  /// Frames that a newer one replaced because the loop came too late.
  package let framesMissed = LoopCounter()
  /// Frames that a newer one replaced because their client took none.
  package let framesRefused = LoopCounter()
  package let lateness = LoopHistogram(.lateness)
  /// Places that streams have in channels of labels.
  package let labelViewers = LoopCounter()
  /// Channels of labels: one a label and form.
  package let labelChannels = LoopCounter()
  /// Changes of labels that channels have shown.
  package let labelChanges = LoopCounter()
  package let streamsStarted = LoopCounter()
  package let streamsEnded = LoopCounters<StreamEnd>()
  package let rejections = LoopCounters<Rejection>()
  package let connectionsAccepted = LoopCounter()
  package let connectionsClosed = LoopCounter()
  /// 1 while the loop is overloaded.
  package let overload = LoopCounter()
  /// One series for each route, method and status that has occurred; locked when a new one does.
  private let series = Mutex<[RequestSeries]>([])

  package init(loop: Int = 0) {
    self.loop = loop
  }
}

extension LoopMetrics {
  /// Counts a frame that was sent so long after it was due, below zero for ahead of it, and those it replaced.
  ///
  /// The lateness of one that its client made wait says nothing of the service.
  package func countFrame(lateness nanoseconds: Int64, skipped: Int, isDelayedByClient: Bool) {
    framesSent.add()
    if isDelayedByClient {
      framesRefused.add(skipped)
    } else {
      framesMissed.add(skipped)
      lateness.record(nanoseconds: nanoseconds)
    }
  }

  package func count(_ event: ConnectionEvent) {
    switch event {
    case .accepted: connectionsAccepted.add()
    case .closed: connectionsClosed.add()
    case .refused: rejections.count(.clientConnections)
    }
  }

  package func countEnd(_ end: StreamEnd) {
    streamsEnded.count(end)
    if end == .stalled { rejections.count(.stalledWrite) }
  }

  /// The requests by route, method and status.
  package var requests: [RequestSeries] { series.withLock { $0 } }

  package func add(_ series: RequestSeries) {
    self.series.withLock { $0.append(series) }
  }
}

/// The requests of one loop with one route, method and status.
package final class RequestSeries: Sendable {
  /// A path of the router's, or `other`: what clients make up must not fill a database.
  package let route: String
  package let method: String
  package let status: Int
  /// How long each held up its loop; a stream's time ends where the stream begins.
  package let durations = LoopHistogram(.handling)

  package init(route: String, method: String, status: Int) {
    self.route = route
    self.method = method
    self.status = status
  }
}

/// A number that one loop changes and everybody may read.
///
/// Since nobody else writes it, a change is a load, an addition and a store, without the locked instruction that
/// counters with several writers need: one nanosecond, whoever reads meanwhile.
package struct LoopCounter: ~Copyable, Sendable {
  private let number = Atomic(0)

  package init() {}

  package var value: Int { number.load(ordering: .relaxed) }

  /// Adds to the number; called by the loop alone.
  package func add(_ increment: Int = 1) {
    number.store(number.load(ordering: .relaxed) &+ increment, ordering: .relaxed)
  }

  /// Replaces the number; called by the loop alone.
  package func set(_ value: Int) {
    number.store(value, ordering: .relaxed)
  }
}

/// One counter for each case of an enumeration, changed by one loop.
package struct LoopCounters<Key: CaseIterable & Hashable & Sendable>: Sendable {
  private final class Cell: Sendable {
    let counter = LoopCounter()
  }

  private let cells = Dictionary(uniqueKeysWithValues: Key.allCases.map { ($0, Cell()) })

  /// Counts one more of a kind; called by the loop alone.
  package func count(_ key: Key) {
    cells[key]?.counter.add()
  }

  /// How many there have been of a kind.
  package subscript(key: Key) -> Int {
    cells[key]?.counter.value ?? 0
  }

  /// How many there have been of all kinds.
  package var total: Int {
    cells.values.reduce(0) { $0 + $1.counter.value }
  }
}

/// A histogram of durations that one loop writes and everybody may read.
package struct LoopHistogram: ~Copyable, Sendable {
  /// The upper ends of all buckets but the last, in nanoseconds, ascending.
  package typealias Bounds = InlineArray<13, Int64>

  private let bounds: Bounds
  private let buckets = InlineArray<14, LoopCounter> { _ in LoopCounter() }
  private let sum = LoopCounter()

  package init(_ bounds: Bounds) {
    self.bounds = bounds
  }

  /// Counts one duration, of which what is below zero is zero; called by the loop alone.
  ///
  /// The search begins at the shortest, where nearly all are found at the first look.
  package func record(nanoseconds: Int64) {
    let nanoseconds = max(nanoseconds, 0)
    var bucket = 0
    while bucket < bounds.count, nanoseconds > bounds[bucket] { bucket &+= 1 }
    buckets[bucket].add()
    sum.add(Int(nanoseconds))
  }

  /// What has been counted so far.
  package var counts: HistogramCounts {
    HistogramCounts(
      bounds: bounds.indices.map { bounds[$0] }, counts: buckets.indices.map { buckets[$0].value },
      nanoseconds: sum.value)
  }
}

extension LoopHistogram.Bounds {
  /// For how late frames leave: from a tenth of a millisecond, far below what an eye sees, to a second.
  package static let lateness: Self = [
    100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
    250_000_000, 500_000_000, 1_000_000_000,
  ]

  /// For how long requests hold up their loop: from a kept answer's time to one that no request should take.
  static let handling: Self = [
    5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 50_000_000,
    250_000_000,
  ]
}

/// A histogram at one moment.
package struct HistogramCounts: Equatable, Sendable {
  /// The upper ends of all buckets but the last, in nanoseconds, ascending.
  package let bounds: [Int64]
  /// Durations in each bucket alone, of which there is one more than bounds.
  private(set) var counts: [Int]
  /// All durations together.
  package private(set) var nanoseconds: Int

  /// The number of durations.
  package var count: Int { counts.reduce(0, +) }

  /// Durations up to each bound and all of them, as Prometheus has its buckets.
  package var cumulative: [Int] {
    var sum = 0
    return counts.map { count in
      sum += count
      return sum
    }
  }

  /// The number of durations beyond one of the bounds.
  package func count(beyond bound: Int64) -> Int {
    zip(bounds, counts).reduce(count) { $1.0 <= bound ? $0 - $1.1 : $0 }
  }

  /// Both together; they must have the same bounds.
  package static func + (left: Self, right: Self) -> Self {
    precondition(left.bounds == right.bounds, "histograms with different buckets cannot be added")
    return HistogramCounts(
      bounds: left.bounds, counts: zip(left.counts, right.counts).map(+),
      nanoseconds: left.nanoseconds + right.nanoseconds)
  }
}

/// A limit that was hit, or another reason to refuse, in the words of `kinetype_rejections_total`.
package enum Rejection: String, CaseIterable, Sendable {
  case connections, streams
  case clientConnections = "client_connections"
  case clientStreams = "client_streams"
  case labelViewers = "label_viewers"
  case streamBytes = "stream_bytes"
  case clientStreamBytes = "client_stream_bytes"
  case clientWork = "client_work"
  case requestRate = "request_rate"
  case unauthorized
  case framesPerSecond = "frames_per_second"
  case headSize = "head_size"
  case bodySize = "body_size"
  case headTimeout = "head_timeout"
  case bodyTimeout = "body_timeout"
  case stalledWrite = "stalled_write"
  case malformed
  case notImplemented = "not_implemented"
  case labelChanges = "label_changes"
  case labelAccess = "label_access"
  case labelStore = "label_store"
  case draining

  package init(_ rejection: RequestRejection) {
    self =
      switch rejection {
      case .malformed: .malformed
      case .headTooLarge, .targetTooLong: .headSize
      case .headTooSlow: .headTimeout
      case .bodyTooSlow: .bodyTimeout
      case .bodyTooLarge: .bodySize
      case .versionNotSupported, .methodNotImplemented, .transferCodingNotImplemented: .notImplemented
      case .tooManyConnections: .connections
      }
  }
}

/// How a stream ends, in the words of its `end` event, of the log and of `kinetype_streams_ended_total`.
package enum StreamEnd: String, CaseIterable, Sendable {
  /// Every frame was sent.
  case finished
  /// The stream is as old as one may get; a reconnect goes on where it stopped.
  case lifetime
  /// The service stops; a reconnect reaches another node.
  case shutdown
  /// The client closed the connection, or the network did.
  case clientLeft = "client_left"
  /// The client took no byte for longer than a stalled write may last.
  case stalled
  /// The server stopped before the stream could end.
  case serverStopped = "server_stopped"
  /// Its label was deleted.
  case deleted
  /// Its label was deleted because its time was over.
  case expired
  /// Its label has become private, and its client may not read it any more.
  case forbidden
  /// The token that opened it has expired; a reconnect takes a new one.
  case tokenExpired = "token-expired"

  /// Whether a client should come back, and when: milliseconds, spread so that not all come at once.
  package func retryMilliseconds(using random: inout some RandomNumberGenerator) -> Int? {
    switch self {
    case .lifetime, .shutdown: Int.random(in: 500...5000, using: &random)
    case .finished, .clientLeft, .stalled, .serverStopped, .deleted, .expired, .forbidden, .tokenExpired: nil
    }
  }
}

/// What a stream says about itself at its end: to its client, and to the log.
package struct StreamReport: Equatable, Sendable {
  package var reason: StreamEnd
  package var framesSent: Int
  package var framesSkipped: Int

  package init(reason: StreamEnd, framesSent: Int, framesSkipped: Int) {
    (self.reason, self.framesSent, self.framesSkipped) = (reason, framesSent, framesSkipped)
  }
}
