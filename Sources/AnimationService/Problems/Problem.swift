public import HTTPTypes
package import MicroHTTP
package import TextBytes

/// An error as a client reads it: a problem document of RFC 9457.
public struct Problem: Error, Equatable, Sendable {
  /// What kind of problem it is.
  public var type: ProblemType

  /// One sentence on this occurrence.
  public var detail: String

  /// What is wrong with the parameters, each named; empty where the fault lies elsewhere.
  public var errors: [ParameterProblem] = []

  /// Header fields that belong to the answer, such as `Allow` or `Retry-After`.
  package var headerFields: HeaderFields = [:]
}

extension Problem {
  /// The HTTP status of the answer.
  public var status: HTTPResponse.Status { type.status }
}

/// What is wrong with one parameter.
public struct ParameterProblem: Error, Equatable, Sendable {
  /// The parameter as the client wrote it.
  public var parameter: String

  /// One sentence: what was expected, and what came.
  public var detail: String
}

extension Problem {
  /// 400 with every parameter that is wrong, or the first of very many.
  static func invalidParameters(_ errors: [ParameterProblem]) -> Problem {
    let listed = Array(errors.prefix(maximumErrors))
    var list = listed.map { "`\($0.parameter)` \($0.detail)" }.joined(separator: "; ")
    if errors.count > listed.count { list += "; and others" }
    return Problem(type: .invalidParameters, detail: list.hasSuffix("?") ? list : list + ".", errors: listed)
  }

  /// How many parameters are listed: an answer is no larger than what it is about.
  static let maximumErrors = 64
}

extension ParameterProblem: JSONWritable {
  /// Appends the parameter's name and what is wrong with it.
  package func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.appendJSONObject { object in
      object.appendJSONMember("parameter", parameter)
      object.appendJSONMember("detail", detail)
    }
  }
}

extension Problem {
  /// The problem as an answer, which no cache keeps.
  func response(requestID: String) -> Response {
    var document = UTF8Buffer()
    writeDocument(to: &document, requestID: requestID)
    document.append("\n")
    var fields = Self.documentFields
    fields.append(contentsOf: headerFields)
    return Response(status: status, headerFields: fields, body: .bytes(document.bytes()))
  }

  private static let documentFields: HeaderFields = [
    .contentType: "application/problem+json", .cacheControl: "no-store",
  ]

  /// Appends the members of RFC 9457 section 3.1, `errors` with the parameters, and `requestId`.
  ///
  /// The request's name is no `instance`: that member identifies one occurrence, and a client may well use the same
  /// name again when it tries again.
  private func writeDocument(to buffer: inout UTF8Buffer, requestID: String) {
    buffer.appendJSONObject { object in
      object.appendJSONMember("type", type.reference)
      object.appendJSONMember("title", type.title)
      object.appendJSONMember("status", status.code)
      object.appendJSONMember("detail", detail)
      if !errors.isEmpty { object.appendJSONMember("errors", errors) }
      if !requestID.isEmpty { object.appendJSONMember("requestId", requestID) }
    }
  }
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
