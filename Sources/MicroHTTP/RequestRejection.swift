public import HTTPTypes

/// Why the server answers a request without asking its handler for more than the document.
public enum RequestRejection: Equatable, Sendable {
  /// The head breaks RFC 9112: one sentence says where.
  case malformed(reason: String)
  /// The head has more bytes than allowed.
  case headTooLarge(limit: Int)
  /// The target alone has more bytes than it may have.
  case targetTooLong(limit: Int)
  /// The head did not arrive within its time.
  case headTooSlow(limit: Duration)
  /// The body did not arrive within its time.
  case bodyTooSlow(limit: Duration)
  /// The body has more bytes than allowed.
  case bodyTooLarge(limit: Int)
  /// The version is none of HTTP/1.
  case versionNotSupported
  /// Nobody knows this method.
  case methodNotImplemented(String)
  /// The body comes in a transfer coding other than `chunked`.
  case transferCodingNotImplemented(String)
  /// The process has as many connections as it may have.
  case tooManyConnections(limit: Int)

  /// The status that fits.
  public var status: HTTPResponse.Status {
    switch self {
    case .malformed: .badRequest
    case .headTooLarge: .requestHeaderFieldsTooLarge
    case .targetTooLong: .uriTooLong
    case .headTooSlow, .bodyTooSlow: .requestTimeout
    case .bodyTooLarge: .contentTooLarge
    case .versionNotSupported: .httpVersionNotSupported
    case .methodNotImplemented, .transferCodingNotImplemented: .notImplemented
    case .tooManyConnections: .serviceUnavailable
    }
  }
}
