import Documents
import HTTPTypes
import MicroHTTP
import Requests
import TextBytes

extension RequestParameters {
  /// Reads a request: its query, and the body of a POST or PUT as JSON or as an HTML form.
  ///
  /// - Throws: 400 for what cannot be decoded, 411 for a body without a length, 415 for a body of another media type or with
  ///   a coding.
  init(
    of request: borrowing Request, by table: ParameterTable, in context: RequestContext
  ) throws(Problem) {
    self.init(try Self.members(of: request), by: table, in: context)
  }

  static func members(of request: borrowing Request) throws(Problem) -> [JSONValue.Member] {
    var members = try form((request.query ?? "").utf8Span.span)
    if request.method == .post || request.method == .put { members += try body(of: request) }
    return members
  }

  /// The most parameters one query or one object may have: about twice as many as there are.
  private static let limit = 64

  private static func body(of request: borrowing Request) throws(Problem) -> [JSONValue.Member] {
    guard !request.body.isEmpty else {
      try checkLength(of: request)
      return []
    }
    try checkCoding(of: request)
    // Compared as bytes: comparing characters takes 13,000 instructions.
    let type = request.headerFields[.contentType]?.utf8.prefix { $0 != UInt8(ascii: ";") }
    if type?.names("application/json") ?? true { return try object(request.body) }
    guard type?.names("application/x-www-form-urlencoded") == true else {
      throw Problem(
        type: .unsupportedMediaType,
        detail: "A body must be `application/json` or `application/x-www-form-urlencoded`.",
        headerFields: [.accept: "application/json, application/x-www-form-urlencoded"])
    }
    // `curl -d '{…}'` sends every body as a form, also a list that should be an object.
    let isJSON = request.body.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
    return try isJSON ? object(request.body) : form(request.body.span)
  }

  private static func form(_ bytes: Span<UInt8>) throws(Problem) -> [JSONValue.Member] {
    do throws(FormURLEncoded.Failure) {
      return try FormURLEncoded.read(bytes, pairLimit: limit)
    } catch {
      throw Problem(type: .unreadableParameters, detail: error.description)
    }
  }

  private static func object(_ body: [UInt8]) throws(Problem) -> [JSONValue.Member] {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: body)
    } catch {
      throw Problem(type: .unreadableParameters, detail: "The body is not JSON: \(error.description)")
    }
    guard case .object(let members) = value else {
      throw Problem(
        type: .unreadableParameters,
        detail: "The body must be a JSON object with the parameters as its members; a list goes under `animations`.")
    }
    guard members.count <= limit else {
      throw Problem(type: .unreadableParameters, detail: "The body has more than \(limit) parameters.")
    }
    return members
  }

  /// RFC 9110 section 15.5.16: content codings are not decoded.
  private static func checkCoding(of request: borrowing Request) throws(Problem) {
    guard let coding = request.headerFields[.contentEncoding]?.lowercased(), coding != "identity" else { return }
    throw Problem(
      type: .unsupportedMediaType, detail: "A body is not decoded: send it without `Content-Encoding`.",
      headerFields: [.acceptEncoding: "identity"])
  }

  /// RFC 9110 section 15.5.12: the body of a request without a length may have been lost on the way.
  private static func checkLength(of request: borrowing Request) throws(Problem) {
    guard request.headerFields[.contentLength] == nil, request.headerFields[.transferEncoding] == nil else { return }
    throw Problem(
      type: .lengthRequired,
      detail: "A \(request.method.rawValue) must have `Content-Length` (0 where it has no body) or come in chunks.")
  }
}

extension Substring.UTF8View {
  /// Whether it is this lowercase name, in letters of either size, with blanks around it.
  fileprivate func names(_ name: String) -> Bool {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return false }
    return self[...last].drop(while: isBlank)
      .elementsEqual(name.utf8) { $0.isEqualIgnoringCase($1) }
  }
}
