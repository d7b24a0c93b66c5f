/// Asks a server for one resource and looks at the status only: a health check with a time limit of its own.
public struct HTTPProbe: Sendable {
  /// Host name or address.
  public var host: String
  /// TCP port.
  public var port: Int
  /// Whether to ask over TLS; whose certificate answers is not checked, since the question is only whether it does.
  public var isSecure: Bool
  /// Path, beginning with `/`.
  public var path: String
  /// The longest the whole question may take.
  public var timeout: Duration

  /// Describes the question; ``status()`` asks it.
  public init(host: String, port: Int, isSecure: Bool = false, path: String, timeout: Duration) {
    self.host = host
    self.port = port
    self.isSecure = isSecure
    self.path = path
    self.timeout = timeout
  }
}

extension HTTPProbe {
  /// Connects, asks, and reads the head of the answer; blocks for at most ``timeout``.
  ///
  /// - Returns: The HTTP status code.
  /// - Throws: When nobody answers in time, or not in HTTP.
  public func status() throws(HTTPClientError) -> Int {
    let client = HTTPClient(Authority(host: host, port: port), trust: isSecure ? .anybody : nil)
    return try client.open(HTTPClient.Request("GET", path), within: timeout).head.status
  }
}
