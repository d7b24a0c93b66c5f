import FrameScheduling
import HTTPTypes
import Deployment
import MicroHTTP

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

  /// Counts an answered request, and tells where; one like the request before costs no search.
  ///
  /// Path and method are `nil` where the request could not be read.
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
