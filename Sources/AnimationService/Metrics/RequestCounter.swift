import FrameScheduling
import HTTPTypes
import MicroHTTP

/// The requests of one loop with one route, method and status.
final class RequestSeries: Sendable {
  /// A path of the router's, or `other`: what clients make up must not fill a database.
  let route: String
  let method: String
  let status: Int
  /// How long each held up its loop; a stream's time ends where the stream begins.
  let durations = LoopHistogram(.handling)

  init(route: String, method: String, status: Int) {
    self.route = route
    self.method = method
    self.status = status
  }
}

/// An answer that is repeated without its handler, and counts that itself.
protocol CountedAnswer: RepeatableAnswer {
  /// Says where a GET is counted that was answered with 200.
  func count(in series: RequestSeries)
}

/// Finds the series of a request; it belongs to a loop and locks nothing for what has occurred before.
struct RequestCounter {
  private struct Key: Hashable {
    /// One of the router's paths, or `nil` for all others; of the last request, its path as it came.
    let route: String?
    let method: HTTPRequest.Method?
    let status: Int
  }

  private let metrics: LoopMetrics
  private var known: [Key: RequestSeries] = [:]
  private var last: (key: Key, series: RequestSeries)?

  init(_ metrics: LoopMetrics) {
    self.metrics = metrics
  }

  /// Counts an answered request; one like the request before costs no search.
  ///
  /// - Parameters:
  ///   - path: The request's; `nil` where it could not be read.
  ///   - method: `nil` for a request that was refused before it was read.
  ///   - status: The answer's.
  ///   - start: When the loop began with it.
  ///   - now: When it was done.
  ///   - router: Knows which paths are counted by name.
  /// - Returns: Where it was counted.
  @discardableResult
  mutating func count(
    _ path: String?, _ method: HTTPRequest.Method?, _ status: HTTPResponse.Status, since start: MonotonicTime,
    at now: MonotonicTime, by router: Router
  ) -> RequestSeries {
    let series = series(Key(route: path, method: method, status: status.code), router)
    series.durations.record(nanoseconds: now.nanoseconds &- start.nanoseconds)
    return series
  }

  private mutating func series(_ key: Key, _ router: Router) -> RequestSeries {
    if let last, last.key == key { return last.series }
    let series = series(Key(route: key.route.flatMap(router.route), method: key.method, status: key.status))
    last = (key, series)
    return series
  }

  private mutating func series(_ key: Key) -> RequestSeries {
    if let series = known[key] { return series }
    let series = RequestSeries(route: key.route ?? "other", method: key.method?.rawValue ?? "other", status: key.status)
    known[key] = series
    metrics.add(series)
    return series
  }
}

/// The requests of all loops by route, method and status.
struct RequestFigures {
  /// What tells requests apart.
  struct Key: Hashable, Comparable {
    let route: String
    let method: String
    let status: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.route, left.method, left.status) < (right.route, right.method, right.status)
    }
  }

  private(set) var counts: [Key: Int] = [:]
  private(set) var durations: [String: HistogramCounts] = [:]

  init(_ series: [RequestSeries]) {
    for one in series {
      let histogram = one.durations.counts
      counts[Key(route: one.route, method: one.method, status: one.status), default: 0] += histogram.count
      durations[one.route] = durations[one.route].map { $0 + histogram } ?? histogram
    }
  }
}

/// A limit that was hit, or another reason to refuse, in the words of `kinetype_rejections_total`.
enum Rejection: String, CaseIterable, Sendable {
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

  init(_ rejection: RequestRejection) {
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
