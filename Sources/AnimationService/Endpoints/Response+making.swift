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
    var fields: HTTPFields = [:]
    fields.appendCaching(tag)
    return Response(status: .notModified, headerFields: fields)
  }

  /// The answer to OPTIONS, also as the preflight of a browser (WHATWG Fetch, CORS protocol).
  static func preflight(_ methods: [HTTPRequest.Method], for request: Request) -> Response {
    let list = methods.map(\.rawValue).joined(separator: ", ")
    var fields: HTTPFields = [.allow: list]
    if request.headerFields[.accessControlRequestMethod] != nil {
      fields[.accessControlAllowMethods] = list
      fields[.accessControlAllowHeaders] =
        "Accept, Authorization, Content-Type, Last-Event-ID, If-None-Match, X-API-Key, X-Request-Id"
      fields[.accessControlMaxAge] = "86400"
    }
    return Response(status: .noContent, headerFields: fields)
  }
}

extension HTTPFields {
  /// A field by a name that swift-http-types has no constant for.
  subscript(named name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set { if let name = HTTPField.Name(name) { self[name] = newValue } }
  }

  /// The fields of an answer that may be kept, with room for those that say who may read it.
  ///
  /// What differs is replaced in a copy: four fields appended one by one cost three times as much.
  fileprivate static func cacheable(_ mediaType: String, tag: String) -> HTTPFields {
    var fields = cacheableJSON
    fields.reserveCapacity(6)
    if mediaType != cacheableJSON[0].value { fields[0] = HTTPField(name: .contentType, value: mediaType) }
    fields[1] = HTTPField(name: .eTag, value: tag)
    return fields
  }

  private static let cacheableJSON: HTTPFields = {
    var fields: HTTPFields = [.contentType: SequenceRepresentation.json.mediaType]
    fields.appendCaching("")
    return fields
  }()

  fileprivate mutating func appendCaching(_ tag: String) {
    append(HTTPField(name: .eTag, value: tag))
    append(HTTPField(name: .cacheControl, value: "public, max-age=86400"))
    append(HTTPField(name: .vary, value: "Accept, Accept-Encoding, Origin"))
  }
}
