import HTTPTypes
import MicroHTTP

/// An endpoint whose answers depend on path, query, `Accept` and `Accept-Encoding` alone, behind the loop's cache.
struct CachedEndpoint: Endpoint {
  private let endpoint: any Endpoint
  private let cache: AnswerCache
  private let compression: Compression
  private let work: LongWork

  init(_ endpoint: any Endpoint, cache: AnswerCache, compression: Compression, work: LongWork) {
    self.work = work
    self.endpoint = endpoint
    self.cache = cache
    self.compression = compression
  }

  var methods: [HTTPRequest.Method] { endpoint.methods }

  func respond(to request: Request) throws(Problem) -> Response {
    let coding = compression.coding(for: request)
    guard request.method == .get || request.method == .head else {
      return try encode(try endpoint.respond(to: request), as: coding)
    }
    let key = cache.key(of: request, coding)
    if let known = cache.response(to: request, key) { return known }
    let response = coding == .gzip ? try encoded(request) : try endpoint.respond(to: request)
    return cache.keeping(response, to: request, key)
  }

  /// Asks the endpoint, which knows one form of its answer and that form's tag alone.
  private func encoded(_ request: Request) throws(Problem) -> Response {
    guard let field = request.headerFields[.ifNoneMatch] else {
      return try encode(try endpoint.respond(to: request), as: .gzip)
    }
    var plain = request
    // `*` means the form that would be sent, and that is known only afterwards.
    plain.headerFields[.ifNoneMatch] = field == "*" ? nil : EntityTag.plain(field)
    var response = try encode(try endpoint.respond(to: plain), as: .gzip)
    guard let tag = response.headerFields[.eTag] else { return response }
    if response.status == .notModified, field.contains(EntityTag.encoded(tag)) {
      response.headerFields[.eTag] = EntityTag.encoded(tag)
    }
    return field == "*" && response.status == .ok ? .notModified(tag) : response
  }

  private func encode(_ response: Response, as coding: ContentCoding) throws(Problem) -> Response {
    try compression.encode(response, as: coding, by: work) ?? LongWork.later
  }
}
