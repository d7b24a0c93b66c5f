import HTTPTypes
import MicroHTTP

/// One resource of the service.
protocol Endpoint {
  /// What it answers; HEAD comes with GET, OPTIONS with everything.
  var methods: [HTTPRequest.Method] { get }

  /// Answers a request with one of its methods.
  ///
  /// - Throws: The problem to be shown instead.
  func respond(to request: Request) throws(Problem) -> Response
}
