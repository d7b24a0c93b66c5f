import HTTPTypes
import MicroHTTP

extension Parameters {
  /// Everything a request says: its query, and the body of a POST as JSON or as an HTML form.
  ///
  /// - Throws: 400 for what cannot be decoded, 411 for no word on a body at all, 415 for a body of another media type or with
  ///   a coding.
  init(of request: borrowing Request) throws(Problem) {
    let query = request.query ?? ""
    try self.init(form: query.utf8Span.span)
    guard request.method == .post else { return }
    guard !request.body.isEmpty else {
      try Self.checkLength(of: request)
      return
    }
    try Self.checkCoding(of: request)
    let mediaType = request.headerFields[.contentType].map { $0.lowercased().prefix { $0 != ";" }.trimmingSpaces() }
    switch mediaType {
    case "application/json", nil:
      members += try Parameters(json: request.body).members
    case "application/x-www-form-urlencoded":
      // `curl -d '{…}'` calls every body a form, and so it does with a list that should have been an object.
      let isJSON = request.body.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
      members += try (isJSON ? Parameters(json: request.body) : Parameters(form: request.body.span)).members
    default:
      throw Problem(
        type: .unsupportedMediaType,
        detail: "A body must be `application/json` or `application/x-www-form-urlencoded`.",
        headerFields: [.accept: "application/json, application/x-www-form-urlencoded"])
    }
  }

  /// RFC 9110 section 15.5.16: what is coded cannot be told from what is broken, and is never decoded.
  private static func checkCoding(of request: borrowing Request) throws(Problem) {
    guard let coding = request.headerFields[.contentEncoding]?.lowercased(), coding != "identity" else { return }
    throw Problem(
      type: .unsupportedMediaType, detail: "A body is not decoded: send it without `Content-Encoding`.",
      headerFields: [.acceptEncoding: "identity"])
  }

  /// RFC 9110 section 15.5.12: a POST without a word on its body may have lost it on the way.
  private static func checkLength(of request: borrowing Request) throws(Problem) {
    guard request.headerFields[.contentLength] == nil, request.headerFields[.transferEncoding] == nil else { return }
    throw Problem(
      type: .lengthRequired, detail: "A POST must have `Content-Length` (0 where it has no body) or come in chunks.")
  }
}
