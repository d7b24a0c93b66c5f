/// Where a server is, as it stands in an address or a `Host` field (RFC 3986 section 3.2): an IPv6 address in brackets.
public struct Authority: Sendable, CustomStringConvertible {
  /// Host name or address, without brackets.
  public var host: String
  /// TCP port.
  public var port: Int

  /// Names a port of a host.
  public init(host: String, port: Int) {
    (self.host, self.port) = (host, port)
  }

  /// `localhost:8080` or `[::1]:8080`.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
