import Glibc

/// Why a socket could not be opened.
public enum SocketError: Error, Equatable, Sendable {
  /// Another process, or another server of this one, listens there already.
  case addressInUse(host: String, port: Int)
  /// No address of this machine has that name or number.
  case addressUnavailable(host: String)
  /// The port is reserved for the superuser.
  case permissionDenied(host: String, port: Int)
  /// The system refused for another reason: what was tried, and its own words.
  case system(operation: String, reason: String)
}

extension SocketError: CustomStringConvertible {
  /// One sentence for the log.
  public var description: String {
    switch self {
    case .addressInUse(let host, let port): "\(host) port \(port) is already in use"
    case .addressUnavailable(let host): "\(host) is not an address of this machine"
    case .permissionDenied(let host, let port): "listening on \(host) port \(port) is not permitted"
    case .system(let operation, let reason): "\(operation) failed: \(reason)"
    }
  }
}

extension SocketError {
  /// The error in `errno`.
  package static func lastError(in operation: String) -> SocketError {
    .system(operation: operation, reason: unsafe String(cString: strerror(errno)))
  }
}
