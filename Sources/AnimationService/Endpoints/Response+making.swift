import Documents
import HTTPTypes
import MicroHTTP
import TextBytes

extension Response {
  /// A short text about this very moment.
  static func uncached(text: String) -> Response {
    Response(headerFields: uncachedText, body: .bytes(Array(text.utf8)))
  }

  private static let uncachedText: HeaderFields = [
    .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store", .vary: "Origin",
  ]

  /// An answer that is the same wherever it has the same tag; 304 without a body, where the client holds it.
  ///
  /// It may be kept for a day where `caching` says nothing.
  static func cacheable(
    as mediaType: String, _ tag: EntityTag?, _ body: Body?, _ caching: HeaderFields? = nil
  ) -> Response {
    guard let body else { return .notModified(tag?.description ?? "", caching ?? .caching) }
    if let caching {
      var fields: HeaderFields = [.contentType: mediaType, .eTag: tag?.description ?? ""]
      fields.append(contentsOf: caching)
      return Response(headerFields: fields, body: body)
    }
    let fields = tag.map { HeaderFields.cacheable(mediaType, tag: $0.description) } ?? [.contentType: mediaType]
    return Response(headerFields: fields, body: body)
  }

  /// 304 with the tag of the form that the client holds.
  static func notModified(_ tag: String, _ caching: HeaderFields = .caching) -> Response {
    var fields = caching
    fields.append(.eTag, tag)
    return Response(status: .notModified, headerFields: fields)
  }

  /// The answer to OPTIONS, also as the preflight of a browser (WHATWG Fetch, CORS protocol), which comes without the key
  /// that may open more methods.
  static func preflight(
    _ methods: [HTTPRequest.Method], allowing open: [HTTPRequest.Method], for request: Request
  ) -> Response {
    func list(_ methods: [HTTPRequest.Method]) -> String { methods.map(\.rawValue).joined(separator: ", ") }
    var fields: HeaderFields = [.allow: list(open)]
    if request.headerFields[.accessControlRequestMethod] != nil {
      fields[.accessControlAllowMethods] = list(methods)
      fields[.accessControlAllowHeaders] = requestFields
      fields[.accessControlMaxAge] = "86400"
    }
    return Response(status: .noContent, headerFields: fields)
  }

  /// The fields that a page of another origin may send: those that are read here, and those that clients of event streams
  /// and of HTTP add by themselves and that change nothing.
  private static let requestFields = """
    Accept, Authorization, Cache-Control, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Pragma, \
    X-API-Key, X-Request-Id, X-Requested-With
    """
}

extension HeaderFields {
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

extension Problem {
  /// The problem as an answer, which no cache keeps unless it says so.
  func response(requestID: String) -> Response {
    var document = UTF8Buffer()
    writeDocument(to: &document, requestID: requestID)
    document.append("\n")
    var fields = Self.documentFields
    // What one client has used up is no answer to others, whatever a cache makes of `no-store`.
    if status == .tooManyRequests { fields[.cacheControl] = "private, no-store" }
    for field in headerFields { fields[field.name] = field.value }
    return Response(status: status, headerFields: fields, body: .bytes(document.bytes()))
  }

  private static let documentFields: HeaderFields = [
    .contentType: "application/problem+json", .cacheControl: "no-store",
  ]
}

extension Problem {
  /// What the server itself refused.
  init(_ rejection: RequestRejection) {
    let (type, detail): (ProblemType, String) =
      switch rejection {
      case .malformed(let reason): (.malformedRequest, "The request is malformed: \(reason).")
      case .headTooLarge(let limit): (.headTooLarge, "The request's head has more than \(limit) bytes.")
      case .targetTooLong(let limit):
        (.targetTooLong, "The request's head has more than \(limit) bytes, most of them in its target.")
      case .headTooSlow(let limit):
        (.requestTimeout, "The request's head did not arrive within \(Self.seconds(limit)).")
      case .bodyTooSlow(let limit):
        (.requestTimeout, "The request's body did not arrive within \(Self.seconds(limit)).")
      case .bodyTooLarge(let limit): (.bodyTooLarge, "The request's body has more than \(limit) bytes.")
      case .versionNotSupported: (.versionNotSupported, "The request is neither HTTP/1.0 nor HTTP/1.1.")
      case .methodNotImplemented(let method):
        (.notImplemented, "The method \(method.prefix(40)) is not implemented.")
      case .transferCodingNotImplemented(let coding):
        (.notImplemented, "The transfer coding \(coding.prefix(40)) is not implemented.")
      case .tooManyConnections(let limit): (.tooManyConnections, "All \(limit) connections are taken.")
      }
    self.init(type: type, detail: detail)
    if type == .tooManyConnections { headerFields[.retryAfter] = String(Int.random(in: 1...5)) }
  }

  private static func seconds(_ limit: Duration) -> String {
    let seconds = limit / .seconds(1)
    return seconds == 1 ? "1 second" : "\(Int(exactly: seconds).map(String.init) ?? String(seconds)) seconds"
  }
}
