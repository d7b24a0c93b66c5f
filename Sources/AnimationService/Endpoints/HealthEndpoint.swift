import FrameScheduling
import HTTPTypes
import LabelStore
import MicroHTTP
import Synchronization
import TextBytes

/// Liveness: the process answers.
struct LivenessEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  /// What probes are answered, who send no origin.
  private let repeatable: LivenessAnswer?

  /// Prepares the answer; `corsPolicy` is that of the address at which it is given.
  init(_ corsPolicy: CORSPolicy? = nil) {
    var response = Self.answer
    corsPolicy?.apply(to: &response, allowedOrigin: nil)
    repeatable = SharedBody(Array(Self.text.utf8), headerFields: response.headerFields).map(LivenessAnswer.init)
  }

  func respond(to request: Request) -> Response {
    guard let repeatable, !request.headerFields.contains(.origin) else { return Self.answer }
    var response = Response(body: .shared(repeatable.body))
    response.repeatable = repeatable
    return response
  }

  private static let text = "ok\n"
  private static var answer: Response { .uncached(text: text) }
}

/// The answer to a probe, which the event loop repeats by itself.
private final class LivenessAnswer: CountedAnswer {
  let body: SharedBody
  private var series: RequestSeries?

  init(_ body: SharedBody) { self.body = body }

  func count(in series: RequestSeries) { self.series = series }

  func repeated(since start: UInt64) -> SharedBody? {
    guard let series else { return nil }
    series.durations.record(nanoseconds: MonotonicTime.now.nanoseconds &- Int64(clamping: start))
    return body
  }
}

/// Readiness: the process wants new work; 503 before a store of labels was reached, where only a restart helps the store,
/// and from the first moment of a drain.
///
/// A Redis that is lost later does not count: streams go on without it, and all nodes would be taken away at once. Nor does
/// a full disk, as long as what is kept can be read.
struct ReadinessEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let readiness: Readiness
  let labels: LabelDirectory?

  func respond(to request: Request) throws(Problem) -> Response {
    guard readiness.isReady else { throw .draining }
    guard let store = labels?.store else { return .uncached(text: "ready\n") }
    if let status = store.remoteStatus, !status.wasReached { throw .storeNotReached }
    guard let trouble = store.trouble else { return .uncached(text: "ready\n") }
    guard !trouble.isLasting else { throw .storeLost(trouble) }
    return .uncached(text: "ready\nlabels cannot be changed: \(trouble.reason)\n")
  }
}

extension Problem {
  /// 503 while the process ends.
  static let draining = Problem(
    type: .shuttingDown, detail: "The service is shutting down.", headerFields: [.retryAfter: "1"])
}

extension Problem {
  fileprivate static let storeNotReached = Problem(
    type: .labelsUnavailable, detail: "The store of labels has not been reached since the start; the log says why.",
    headerFields: [.retryAfter: "1"])

  fileprivate static func storeLost(_ trouble: LabelStoreTrouble) -> Problem {
    Problem(
      type: .labelsUnavailable, detail: "Labels cannot be changed: \(trouble.reason).",
      headerFields: [.retryAfter: "1"])
  }
}

/// Whether the service takes new work; shared by all loops.
final class Readiness: Sendable {
  private let ready = Atomic(true)

  var isReady: Bool { ready.load(ordering: .relaxed) }

  /// From now on it does not.
  func end() {
    ready.store(false, ordering: .relaxed)
  }
}

/// `/metrics`: everything counted, in Prometheus' text format.
///
/// Only that format: a Prometheus server asks for OpenMetrics first but takes this one as well, and reads nothing from
/// the other that it would not find here.
struct MetricsEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let context: ServiceContext

  func respond(to request: Request) -> Response {
    var text = UTF8Buffer(capacity: 32_768)
    for family in MetricFamily.all(context) { family.write(to: &text) }
    return Response(
      headerFields: [
        .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
      ],
      body: .bytes(text.bytes()))
  }
}
