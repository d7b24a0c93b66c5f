import Documents
import FrameScheduling
import HTTPTypes
import LabelStore
import LiveLabels
import Deployment
import MicroHTTP
import TextBytes

extension Endpoint {
  /// Liveness: the process answers.
  static let liveness = Endpoint(
    "/healthz",
    [Operation(.get, "checkLiveness", "The process answers.", answers: [.init(200, "Alive.", of: text)])]
  ) { request, loop in
    request.headerFields.contains(.origin) ? .answer(.alive) : loop.livenessStep
  }

  /// Readiness: the process wants new work; 503 before a store of labels was reached, where only a restart helps the store,
  /// and from the first moment of a drain.
  ///
  /// A Redis that is lost later does not count: streams go on without it, and all nodes would be taken away at once. Nor
  /// does a full disk, as long as what is kept can be read.
  static let readiness = Endpoint(
    "/readyz",
    [
      Operation(
        .get, "checkReadiness", "The process is ready.", answers: [.init(200, "Ready.", of: text)], problems: [503])
    ]
  ) { _, loop throws(Problem) in
    .answer(.uncached(text: try readinessText(loop.context)))
  }

  private static func readinessText(_ context: ServiceContext) throws(Problem) -> String {
    guard context.readiness.isReady else { throw .draining }
    guard let store = context.labels else { return "ready\n" }
    if let status = store.remoteStatus, !status.wasReached { throw .storeNotReached }
    guard let trouble = store.trouble else { return "ready\n" }
    guard !trouble.isLasting else { throw .storeLost(trouble) }
    return "ready\nlabels cannot be changed: \(trouble.reason)\n"
  }

  /// Everything counted, in Prometheus' text format.
  ///
  /// Only that format: a Prometheus server asks for OpenMetrics first but takes this one as well, and reads nothing from
  /// the other that it would not find here.
  static let metrics = Endpoint(
    "/metrics",
    [
      Operation(
        .get, "getMetrics",
        "Counters and histograms in Prometheus' text format 0.0.4; at the admin address where there is one.",
        answers: [.init(of: text)])
    ]
  ) { _, loop in
    var text = UTF8Buffer(capacity: 32_768)
    for family in MetricFamily.all(loop.context) { family.write(to: &text) }
    let fields: HeaderFields = [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"]
    return .answer(Response(headerFields: fields, body: .bytes(text.bytes())))
  }

  private static let text: JSONValue = ["text/plain": ["schema": ["type": "string"]]]
}

extension LoopServices {
  /// What probes are answered, who send no origin; it is kept when it is sent first, and the event loop repeats it by itself.
  fileprivate var livenessStep: Step {
    if let response = liveness?.response() { return .answer(response) }
    return .answer(.alive) { [self] response in
      guard case .bytes(let bytes) = response.body, let body = SharedBody(bytes, headerFields: response.headerFields)
      else { return response }
      let answer = KeptAnswer(body)
      liveness = answer
      return answer.response() ?? response
    }
  }
}

extension Response {
  fileprivate static var alive: Response { .uncached(text: "ok\n") }
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
