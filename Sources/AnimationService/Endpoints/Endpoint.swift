import HTTPTypes
import MicroHTTP

/// One resource of the service.
protocol Endpoint {
  /// What it answers; HEAD comes with GET, OPTIONS with everything.
  var methods: [HTTPRequest.Method] { get }

  /// Whether a method is more than refused to whom a request comes from, as far as that is known before it comes.
  func isOpen(_ method: HTTPRequest.Method, to request: Request) -> Bool

  /// Answers a request with one of its methods.
  ///
  /// - Throws: The problem to be shown instead.
  func respond(to request: Request) throws(Problem) -> Response
}

extension Endpoint {
  func isOpen(_ method: HTTPRequest.Method, to request: Request) -> Bool { true }
}
