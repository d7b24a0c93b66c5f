import HTTPTypes
import MicroHTTP

extension Router {
  /// Has the endpoint answer that the request is for.
  ///
  /// - Throws: The endpoint's problem, or that there is none for this path or method.
  func respond(to request: Request) throws(Problem) -> Response {
    switch decide(request.method, request.path) {
    case .endpoint(let endpoint):
      return try endpoint.respond(to: request)
    case .options(let methods):
      return .preflight(methods, for: request)
    case .methodNotAllowed(let methods):
      let list = methods.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        type: .methodNotAllowed, detail: "\(request.method.rawValue) is not possible here; \(list) are.",
        headerFields: [.allow: list])
    case .notFound(let suggestion):
      let hint = suggestion.map { " Did you mean `\($0)`?" } ?? ""
      throw Problem(type: .notFound, detail: "There is nothing at `\(request.path.prefix(200))`.\(hint)")
    }
  }
}
