import HTTPTypes
import MicroHTTP
import WireFormat

/// The key that a request brings along.
enum Credential {
  /// The query parameter for clients that cannot send header fields, as a browser's EventSource cannot.
  static let parameter = "key"

  /// The header field that many clients and gateways know.
  private static let field = "X-API-Key"

  /// The key of a request; `nil` where there is none.
  static func key(of request: Request) -> String? {
    if let value = request.headerFields[.authorization] {
      let parts = value.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
      return String(parts[1].trimmingSpaces())
    }
    return request.headerFields[named: field]
  }

  /// Moves a key out of the query, where endpoints, caches and entity tags would see it, into a header field.
  ///
  /// A key in a header field counts before it.
  static func moveKey(in request: inout Request) {
    guard let query = request.query, query.utf8.firstRange(of: "\(parameter)=".utf8) != nil else { return }
    let pairs = query.split(separator: "&", omittingEmptySubsequences: false)
    let rest = pairs.filter { !$0.hasPrefix("\(parameter)=") }
    guard rest.count < pairs.count else { return }
    request.query = rest.isEmpty ? nil : rest.joined(separator: "&")
    guard key(of: request) == nil, let pair = pairs.first(where: { $0.hasPrefix("\(parameter)=") }) else { return }
    let decoded = try? FormURLEncoded(parsing: Array(pair.utf8)).pairs.first?.value
    request.headerFields[named: field] = decoded ?? ""
  }
}

extension Problem {
  /// 401, with what a client can do about it (RFC 9110 section 11.6.1, RFC 6750 section 3).
  static func unauthorized(hadKey: Bool) -> Problem {
    let ways =
      "`Authorization: Bearer KEY`, `X-API-Key: KEY`, or the parameter `\(Credential.parameter)` for EventSource"
    return Problem(
      type: .unauthorized,
      detail: hadKey ? "The API key is not known." : "An API key is required: \(ways).",
      headerFields: [.wwwAuthenticate: "Bearer realm=\"kinetype\"" + (hadKey ? ", error=\"invalid_token\"" : "")])
  }
}
