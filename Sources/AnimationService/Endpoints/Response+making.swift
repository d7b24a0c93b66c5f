import HTTPTypes
import MicroHTTP

extension Response {
  /// A short text about this very moment.
  static func uncached(text: String) -> Response {
    Response(
      headerFields: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: .bytes(Array(text.utf8))
    )
  }

  /// An answer that is the same for the same request, on every node and for ever.
  static func cacheable(_ body: [UInt8], mediaType: String, entityTag: EntityTag?) -> Response {
    var fields: HTTPFields = [.contentType: mediaType]
    if let entityTag { fields.appendCaching(entityTag) }
    return Response(headerFields: fields, body: .bytes(body))
  }

  /// 304: what the client holds is still right.
  static func notModified(_ entityTag: EntityTag) -> Response {
    var fields: HTTPFields = [:]
    fields.appendCaching(entityTag)
    return Response(status: .notModified, headerFields: fields)
  }

  /// The answer to OPTIONS, also as the preflight of a browser (WHATWG Fetch, CORS protocol).
  static func preflight(_ methods: [HTTPRequest.Method], for request: Request) -> Response {
    let list = methods.map(\.rawValue).joined(separator: ", ")
    var fields: HTTPFields = [.allow: list]
    if request.headerFields[.accessControlRequestMethod] != nil {
      fields[.accessControlAllowMethods] = list
      fields[.accessControlAllowHeaders] = "Accept, Content-Type, Last-Event-ID, If-None-Match"
      fields[.accessControlMaxAge] = "86400"
    }
    return Response(status: .noContent, headerFields: fields)
  }

  /// Lets pages of any origin read the answer; nothing here depends on who asks.
  ///
  /// A shared body has brought its fields with it.
  func allowingEveryOrigin() -> Response {
    if case .shared = body { return self }
    var response = self
    response.headerFields[.accessControlAllowOrigin] = "*"
    response.headerFields[.accessControlExposeHeaders] = "ETag, Retry-After"
    return response
  }
}

extension HTTPFields {
  /// A field by a name that swift-http-types has no constant for.
  subscript(named name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set { if let name = HTTPField.Name(name) { self[name] = newValue } }
  }

  fileprivate mutating func appendCaching(_ entityTag: EntityTag) {
    self[.eTag] = entityTag.description
    self[.cacheControl] = "public, max-age=86400"
    self[.vary] = "Accept, Origin"
  }
}
