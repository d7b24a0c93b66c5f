package import HTTPTypes

/// One request whose head has passed every check and whose body has arrived.
package struct Request: Sendable {
  /// One of the methods of RFC 9110, PATCH or QUERY; others are rejected before they get here.
  package var method: HTTPRequest.Method
  /// What stands before the `?`, percent-encoded as it came; of an absolute target, what follows the authority.
  package var path: String
  /// What stands after the first `?`, percent-encoded as it came; `nil` where there is no `?`.
  package var query: String?
  /// Every field in the order it came, obsolete bytes above 0x7F included.
  package var headerFields: HeaderFields
  /// The whole body without its transfer coding; empty where there is none.
  package var body: [UInt8]
  /// The peer's numeric address without its port.
  package var remoteAddress: String
  /// The client's `X-Request-Id` where it is a sane one, or a name made here; the log has it, and the answer where it is
  /// the client's or an error.
  package var id: String

  package init(
    method: HTTPRequest.Method = .get,
    path: String,
    query: String? = nil,
    headerFields: HeaderFields = [:],
    body: [UInt8] = [],
    remoteAddress: String = "",
    id: String = ""
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headerFields = headerFields
    self.body = body
    self.remoteAddress = remoteAddress
    self.id = id
  }
}
