import HTTPTypes
import MicroHTTP

extension Response {
  /// A short text about this very moment.
  static func uncached(text: String) -> Response {
    Response(headerFields: uncachedText, body: .bytes(Array(text.utf8)))
  }

  private static let uncachedText: HeaderFields = [
    .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store", .vary: "Origin",
  ]

  /// An answer that is the same for the same request, on every node and for ever.
  static func cacheable(_ body: [UInt8], mediaType: String, entityTag: EntityTag?) -> Response {
    guard let entityTag else {
      return Response(headerFields: [.contentType: mediaType], body: .bytes(body))
    }
    return Response(headerFields: .cacheable(mediaType, tag: entityTag.description), body: .bytes(body))
  }

  /// 304: what the client holds is still right.
  static func notModified(_ entityTag: EntityTag) -> Response {
    .notModified(entityTag.description)
  }

  /// 304 with the tag of the form that the client holds.
  static func notModified(_ tag: String) -> Response {
    var fields = HeaderFields.caching
    fields.append(.eTag, tag)
    return Response(status: .notModified, headerFields: fields)
  }

  /// The answer to OPTIONS, also as the preflight of a browser (WHATWG Fetch, CORS protocol).
  static func preflight(_ methods: [HTTPRequest.Method], for request: Request) -> Response {
    let list = methods.map(\.rawValue).joined(separator: ", ")
    var fields: HeaderFields = [.allow: list]
    if request.headerFields[.accessControlRequestMethod] != nil {
      fields[.accessControlAllowMethods] = list
      fields[.accessControlAllowHeaders] =
        "Accept, Authorization, Content-Type, Last-Event-ID, If-None-Match, X-API-Key, X-Request-Id"
      fields[.accessControlMaxAge] = "86400"
    }
    return Response(status: .noContent, headerFields: fields)
  }
}

extension HeaderFields {
  /// A field by a name that swift-http-types has no constant for.
  subscript(named name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set { if let name = HTTPField.Name(name) { self[name] = newValue } }
  }

  /// The fields of an answer that may be kept.
  fileprivate static func cacheable(_ mediaType: String, tag: String) -> HeaderFields {
    var fields = mediaType == SequenceRepresentation.json.mediaType ? cacheableJSON : typed(mediaType)
    fields.append(.eTag, tag)
    return fields
  }

  /// What says that an answer may be kept.
  fileprivate static let caching: HeaderFields = [
    .cacheControl: "public, max-age=86400", .vary: "Accept, Accept-Encoding, Origin",
  ]

  private static let cacheableJSON = typed(SequenceRepresentation.json.mediaType)

  private static func typed(_ mediaType: String) -> HeaderFields {
    var fields: HeaderFields = [.contentType: mediaType]
    fields.append(contentsOf: caching)
    return fields
  }
}
