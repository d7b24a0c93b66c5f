import Documents
import HTTPTypes
import MicroHTTP
import Timing

/// Decides which endpoint a request is for.
struct Router {
  /// What is to be done with a request.
  enum Decision {
    /// The endpoint at this path allows the method.
    case endpoint(Endpoint)
    /// OPTIONS: name the methods.
    case options([HTTPRequest.Method])
    /// The resource exists, the method does not fit.
    case methodNotAllowed([HTTPRequest.Method])
    /// Nothing is there; a path close to it may be.
    case notFound(suggestion: String?)
  }

  private let routes: [String: Endpoint]
  /// The paths with a name in them.
  private let patterns: [PathPattern]

  /// The paths it knows, sorted.
  let paths: [String]

  /// Whether browsers are shown a page where nothing is, in place of what all are told.
  private let showsLostPage: Bool

  /// Routes paths to endpoints; of two at one path the first counts.
  init(_ endpoints: [Endpoint], showsLostPage: Bool = false) {
    self.showsLostPage = showsLostPage
    routes = Dictionary(endpoints.map { ($0.path, $0) }) { first, _ in first }
    paths = routes.keys.sorted()
    // Of two that match, the longer end says more.
    patterns = paths.compactMap { PathPattern($0) }.sorted { $0.end.utf8.count > $1.end.utf8.count }
  }

  /// The path as one of ``paths``; `nil` where it is none.
  ///
  /// A path that is known as it stands wins over a pattern.
  func route(of path: String) -> String? {
    routes[path] == nil ? pattern(of: path) : path
  }

  /// The path with its name in braces; `nil` where it has no pattern, or is known as it stands.
  func pattern(of path: String) -> String? {
    routes[path] == nil ? patterns.first { $0.matches(path) }?.text : nil
  }

  func decide(_ method: HTTPRequest.Method, _ path: String) -> Decision {
    if method == .options && path == "*" { return .options(allMethods) }
    guard let route = routes[path] ?? pattern(of: path).flatMap({ routes[$0] }) else {
      return .notFound(suggestion: Spelling.nearest(to: path, among: paths))
    }
    if method == .options { return .options(route.methods) }
    return route.methods.contains(method) ? .endpoint(route) : .methodNotAllowed(route.methods)
  }

  /// What some resource or other answers: `OPTIONS *` asks about the server as a whole (RFC 9110 section 9.3.7).
  private var allMethods: [HTTPRequest.Method] {
    Set(routes.values.flatMap(\.methods)).sorted { $0.rawValue < $1.rawValue }
  }
}

extension Router {
  /// Has the endpoint answer that the request is for.
  func respond(to request: Request, on loop: LoopServices) throws(Problem) -> Step {
    switch decide(request.method, request.path) {
    case .endpoint(let endpoint):
      return try endpoint.respond(request, loop)
    case .options(let methods):
      let endpoint = route(of: request.path).flatMap { routes[$0] }
      let open = methods.filter { $0 == .options || endpoint?.isOpen($0, request, loop) ?? true }
      return .answer(.preflight(methods, allowing: open, for: request))
    case .methodNotAllowed(let methods):
      let list = methods.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        type: .methodNotAllowed, detail: "\(request.method.rawValue) is not possible here; \(list) are.",
        headerFields: [.allow: list])
    case .notFound(let suggestion):
      if showsLostPage, let page = Response.lostPage(to: request) { return .answer(page) }
      let hint = suggestion.map { " Did you mean `\($0)`?" } ?? ""
      throw Problem(type: .notFound, detail: "There is nothing at `\(request.path.prefix(200))`.\(hint)")
    }
  }
}

/// A path of which one segment is a name that clients choose.
struct PathPattern {
  /// The path with the name in braces, as metrics and logs show it.
  let text: String
  private let beginning: Substring
  fileprivate let end: Substring

  /// Reads a path such as `/v1/labels/{id}/add`; `nil` where it has no name.
  init?(_ text: String) {
    guard let brace = text.firstIndex(of: "{"), let last = text.lastIndex(of: "}") else { return nil }
    self.text = text
    beginning = text[..<brace]
    end = text[text.index(after: last)...]
  }

  /// Whether a path has this form, whatever its name.
  func matches(_ path: String) -> Bool {
    let name = path.utf8.count - beginning.utf8.count - end.utf8.count
    guard name > 0, path.utf8.starts(with: beginning.utf8) else { return false }
    let rest = path.utf8.dropFirst(beginning.utf8.count)
    return rest.dropFirst(name).elementsEqual(end.utf8) && !rest.prefix(name).contains(UInt8(ascii: "/"))
  }
}
