import FrameScheduling
import HTTPTypes

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

/// Finds the series of a request; it belongs to a loop and locks nothing for what has occurred before.
struct RequestCounter {
  private struct Key: Hashable {
    let route: String
    let method: HTTPRequest.Method?
    let status: Int
  }

  private let metrics: LoopMetrics
  private var known: [Key: RequestSeries] = [:]

  init(_ metrics: LoopMetrics) {
    self.metrics = metrics
  }

  /// Counts an answered request.
  ///
  /// - Parameters:
  ///   - route: The router's path; `nil` where it has none.
  ///   - method: `nil` for a request that was refused before it was read.
  ///   - status: The answer's.
  ///   - start: When the loop began with it.
  ///   - now: When it was done.
  mutating func count(
    _ route: String?, _ method: HTTPRequest.Method?, _ status: HTTPResponse.Status, since start: MonotonicTime,
    at now: MonotonicTime
  ) {
    let key = Key(route: route ?? "other", method: method, status: status.code)
    let duration = now.nanoseconds &- start.nanoseconds
    if let series = known[key] { return series.durations.record(nanoseconds: duration) }
    let series = RequestSeries(route: key.route, method: method?.rawValue ?? "other", status: status.code)
    series.durations.record(nanoseconds: duration)
    known[key] = series
    metrics.add(series)
  }
}
