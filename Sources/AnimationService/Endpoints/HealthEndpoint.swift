import HTTPTypes
import MicroHTTP

/// Liveness: the process answers.
struct LivenessEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]

  func respond(to request: Request) -> Response {
    .uncached(text: "ok\n")
  }
}

/// Readiness: the process wants new work; 503 from the first moment of a drain.
struct ReadinessEndpoint: Endpoint {
  let methods: [HTTPRequest.Method] = [.get]
  let readiness: Readiness

  func respond(to request: Request) throws(Problem) -> Response {
    guard readiness.isReady else { throw .draining }
    return .uncached(text: "ready\n")
  }
}

extension Problem {
  /// 503 while the process ends.
  static let draining = Problem(
    type: .shuttingDown, detail: "The service is shutting down.", headerFields: [.retryAfter: "1"])
}
