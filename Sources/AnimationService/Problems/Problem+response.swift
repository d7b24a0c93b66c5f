import Documents
import HTTPTypes
import MicroHTTP
import TextBytes

extension Problem {
  /// The problem as an answer, which no cache keeps.
  func response(requestID: String) -> Response {
    var document = UTF8Buffer()
    writeDocument(to: &document, requestID: requestID)
    document.append("\n")
    var fields = Self.documentFields
    for field in headerFields { fields.append(field.name, field.value) }
    return Response(status: status, headerFields: fields, body: .bytes(document.bytes()))
  }

  private static let documentFields: HeaderFields = [
    .contentType: "application/problem+json", .cacheControl: "no-store",
  ]
}

extension Problem {
  /// What the server itself refused.
  init(_ rejection: RequestRejection) {
    self.init(type: ProblemType(rejection), detail: Self.sentence(on: rejection))
    if case .tooManyConnections = rejection { headerFields[.retryAfter] = String(Int.random(in: 1...5)) }
  }

  private static func sentence(on rejection: RequestRejection) -> String {
    switch rejection {
    case .malformed(let reason): "The request is malformed: \(reason)."
    case .headTooLarge(let limit): "The request's head has more than \(limit) bytes."
    case .targetTooLong(let limit): "The request's head has more than \(limit) bytes, most of them in its target."
    case .headTooSlow(let limit): "The request's head did not arrive within \(seconds(limit))."
    case .bodyTooSlow(let limit): "The request's body did not arrive within \(seconds(limit))."
    case .bodyTooLarge(let limit): "The request's body has more than \(limit) bytes."
    case .versionNotSupported: "The version of the request is none of HTTP/1."
    case .methodNotImplemented(let method): "The method \(method.prefix(40)) is not implemented."
    case .transferCodingNotImplemented(let coding): "The transfer coding \(coding.prefix(40)) is not implemented."
    case .tooManyConnections(let limit): "All \(limit) connections are taken."
    }
  }

  private static func seconds(_ limit: Duration) -> String {
    let seconds = limit / .seconds(1)
    return seconds == 1 ? "1 second" : "\(Int(exactly: seconds).map(String.init) ?? String(seconds)) seconds"
  }
}

extension ProblemType {
  fileprivate init(_ rejection: RequestRejection) {
    self =
      switch rejection {
      case .malformed: .malformedRequest
      case .headTooLarge: .headTooLarge
      case .targetTooLong: .targetTooLong
      case .headTooSlow, .bodyTooSlow: .requestTimeout
      case .bodyTooLarge: .bodyTooLarge
      case .methodNotImplemented, .transferCodingNotImplemented: .notImplemented
      case .tooManyConnections: .tooManyConnections
      case .versionNotSupported: .versionNotSupported
      }
  }
}
