import HTTPTypes
import Timing

/// Decides which endpoint a request is for.
struct Router {
  /// What is to be done with a request.
  enum Decision {
    /// The endpoint at this path allows the method.
    case endpoint(any Endpoint)
    /// OPTIONS: name the methods.
    case options([HTTPRequest.Method])
    /// The resource exists, the method does not fit.
    case methodNotAllowed([HTTPRequest.Method])
    /// Nothing is there; a path close to it may be.
    case notFound(suggestion: String?)
  }

  private let endpoints: [String: any Endpoint]

  init(_ endpoints: [String: any Endpoint]) {
    self.endpoints = endpoints
  }

  /// The paths it knows, sorted.
  var paths: [String] { endpoints.keys.sorted() }

  func decide(_ method: HTTPRequest.Method, _ path: String) -> Decision {
    if method == .options && path == "*" { return .options(allMethods) }
    guard let endpoint = endpoints[path] else {
      return .notFound(suggestion: Spelling.nearest(to: path, among: paths))
    }
    let allowed = Self.allowed(endpoint)
    if method == .options { return .options(allowed) }
    return allowed.contains(method) ? .endpoint(endpoint) : .methodNotAllowed(allowed)
  }

  /// What some resource or other answers: `OPTIONS *` asks about the server as a whole (RFC 9110 section 9.3.7).
  private var allMethods: [HTTPRequest.Method] {
    Set(endpoints.values.flatMap(Self.allowed)).sorted { $0.rawValue < $1.rawValue }
  }

  private static func allowed(_ endpoint: any Endpoint) -> [HTTPRequest.Method] {
    endpoint.methods.flatMap { $0 == .get ? [.get, .head] : [$0] } + [.options]
  }
}
