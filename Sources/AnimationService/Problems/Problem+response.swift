import HTTPTypes
import MicroHTTP
public import TextBytes
public import WireFormat

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
