public import HTTPTypes
package import TextBytes

/// An error as a client reads it: a problem document of RFC 9457.
public struct Problem: Error, Equatable, Sendable {
  /// What kind of problem it is.
  public var type: ProblemType

  /// One sentence on this occurrence.
  public var detail: String

  /// What is wrong with the parameters, each named; empty where the fault lies elsewhere.
  public var errors: [ParameterProblem]

  /// Header fields that belong to the answer, such as `Allow` or `Retry-After`.
  package var headerFields: HTTPFields

  package init(
    type: ProblemType, detail: String, errors: [ParameterProblem] = [], headerFields: HTTPFields = [:]
  ) {
    (self.type, self.detail, self.errors, self.headerFields) = (type, detail, errors, headerFields)
  }
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

  package init(parameter: String, detail: String) {
    (self.parameter, self.detail) = (parameter, detail)
  }
}

extension Problem {
  /// 400 with one parameter that is wrong.
  package static func invalidParameter(_ name: String, _ detail: String) -> Problem {
    .invalidParameters([ParameterProblem(parameter: name, detail: detail)])
  }

  /// 400 with every parameter that is wrong, or the first of very many.
  package static func invalidParameters(_ errors: [ParameterProblem]) -> Problem {
    let listed = Array(errors.prefix(maximumErrors))
    var list = listed.map { "`\($0.parameter)` \($0.detail)" }.joined(separator: "; ")
    if errors.count > listed.count { list += "; and others" }
    return Problem(type: .invalidParameters, detail: list.hasSuffix("?") ? list : list + ".", errors: listed)
  }

  /// How many parameters are listed: an answer is no larger than what it is about.
  package static let maximumErrors = 64
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
  /// Appends the members of RFC 9457 section 3.1, `errors` with the parameters, and `requestId`.
  ///
  /// The request's name is no `instance`: that member identifies one occurrence, and a client may well use the same
  /// name again when it tries again.
  package func writeDocument(to buffer: inout UTF8Buffer, requestID: String) {
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
