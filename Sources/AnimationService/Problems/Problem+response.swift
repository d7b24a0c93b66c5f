import HTTPTypes
import MicroHTTP
public import TextBytes
public import WireFormat

extension Problem: JSONWritable {
  /// Appends the members of RFC 9457 section 3.1, and `errors` with the parameters.
  public func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.appendJSONObject { object in
      object.appendJSONMember("type", "about:blank")
      object.appendJSONMember("title", status.reasonPhrase)
      object.appendJSONMember("status", status.code)
      object.appendJSONMember("detail", detail)
      if !errors.isEmpty { object.appendJSONMember("errors", errors) }
    }
  }
}

extension ParameterProblem: JSONWritable {
  /// Appends the parameter's name and what is wrong with it.
  public func writeJSON(to buffer: inout UTF8Buffer) {
    buffer.appendJSONObject { object in
      object.appendJSONMember("parameter", parameter)
      object.appendJSONMember("detail", detail)
    }
  }
}

extension Problem {
  /// The problem as an answer, which no cache keeps.
  var response: Response {
    var document = UTF8Buffer()
    writeJSON(to: &document)
    document.append("\n")
    var fields = headerFields
    fields[.contentType] = "application/problem+json"
    fields[.cacheControl] = "no-store"
    return Response(status: status, headerFields: fields, body: .bytes(document.bytes()))
  }

  /// What the server itself refused.
  init(_ rejection: RequestRejection) {
    self.init(status: rejection.status, detail: Self.sentence(on: rejection))
    if case .tooManyConnections = rejection { headerFields[.retryAfter] = String(Int.random(in: 1...5)) }
  }

  private static func sentence(on rejection: RequestRejection) -> String {
    switch rejection {
    case .malformed(let reason): "The request is malformed: \(reason)."
    case .headTooLarge(let limit): "The request's head has more than \(limit) bytes."
    case .bodyTooLarge(let limit): "The request's body has more than \(limit) bytes."
    case .methodNotImplemented(let method): "The method \(method.prefix(40)) is not implemented."
    case .transferCodingNotImplemented(let coding): "The transfer coding \(coding.prefix(40)) is not implemented."
    case .tooManyConnections(let limit): "All \(limit) connections are taken."
    }
  }
}
