import HTTPTypes
import MicroHTTP

extension Parameters {
  /// Everything a request says: its query, and the body of a POST as JSON or as an HTML form.
  ///
  /// - Throws: 400 for what cannot be decoded, 415 for a body of another media type.
  init(of request: Request) throws(Problem) {
    try self.init(form: Array((request.query ?? "").utf8))
    guard request.method == .post, !request.body.isEmpty else { return }
    let mediaType = request.headerFields[.contentType].map { $0.lowercased().prefix { $0 != ";" }.trimmingSpaces() }
    switch mediaType {
    case "application/json", nil:
      members += try Parameters(json: request.body).members
    case "application/x-www-form-urlencoded":
      // `curl -d '{…}'` calls every body a form.
      let isJSON = request.body.first { $0 > 0x20 } == UInt8(ascii: "{")
      members += try (isJSON ? Parameters(json: request.body) : Parameters(form: request.body)).members
    default:
      throw Problem(
        status: .unsupportedMediaType,
        detail: "A body must be `application/json` or `application/x-www-form-urlencoded`.",
        headerFields: [.accept: "application/json, application/x-www-form-urlencoded"])
    }
  }
}
