public import HTTPTypes
public import MicroHTTP

/// An error as a client reads it: a problem document of RFC 9457.
public struct Problem: Error, Equatable, Sendable {
  /// What kind of problem it is.
  public var type: ProblemType

  /// One sentence on this occurrence.
  public var detail: String

  /// What is wrong with the parameters, each named; empty where the fault lies elsewhere.
  public var errors: [ParameterProblem] = []

  /// Header fields that belong to the answer, such as `Allow` or `Retry-After`.
  public var headerFields: HeaderFields = [:]
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
