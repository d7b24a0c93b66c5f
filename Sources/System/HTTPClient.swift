/// Asks one server, one connection for each question, and blocks until it answers.
public struct HTTPClient: Sendable {
  private let authority: Authority
  private let trust: TLSTrust?

  /// Describes a server.
  ///
  /// - Parameters:
  ///   - authority: Where it is.
  ///   - trust: Whose certificates count; `nil` for no TLS.
  public init(_ authority: Authority, trust: TLSTrust?) {
    self.authority = authority
    self.trust = trust
  }

  /// A question.
  public struct Request: Sendable {
    private let method: String
    private let target: String
    private let fields: [(name: String, value: String)]
    private let body: [UInt8]

    /// Describes a question.
    ///
    /// - Parameters:
    ///   - method: `GET` and the like.
    ///   - target: Path and query, as they are sent.
    ///   - fields: Header fields beside those that each request has; none may hold a line break.
    ///   - body: What is sent behind the head.
    public init(_ method: String, _ target: String, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
      self.method = method
      self.target = target
      self.fields = fields
      self.body = body
    }
  }

  /// An answer whose head has come.
  public final class Answer {
    private let connection: ServerConnection
    private var reader: ResponseReader
    /// Status and header fields.
    public let head: ResponseHead

    init(_ connection: ServerConnection, before deadline: ContinuousClock.Instant) throws(HTTPClientError) {
      self.connection = connection
      var reader = ResponseReader()
      var head = reader.head
      while head == nil {
        guard let bytes = try connection.receive(before: deadline) else {
          throw HTTPClientError(reason: "the connection was closed without an answer")
        }
        try reader.append(bytes)
        head = reader.head
      }
      guard let head else { throw HTTPClientError(reason: "the answer is not HTTP") }
      self.reader = reader
      self.head = head
    }
  }
}

extension HTTPClient {
  /// Asks, and waits for the head of the answer.
  ///
  /// - Throws: When nobody answers in time, or not in HTTP.
  public func open(_ request: Request, within timeout: Duration) throws(HTTPClientError) -> Answer {
    let deadline = ContinuousClock.now + timeout
    let connection = try ServerConnection(to: authority, trust: trust, before: deadline)
    try connection.send(request.bytes(to: authority), before: deadline)
    return try Answer(connection, before: deadline)
  }
}

extension HTTPClient.Request {
  func bytes(to authority: Authority) -> [UInt8] {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: \(authority)\r\nConnection: close\r\n"
    for field in fields { head += "\(field.name): \(field.value)\r\n" }
    if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
    return Array("\(head)\r\n".utf8) + body
  }
}

extension HTTPClient.Answer {
  /// Waits for more of the body.
  ///
  /// - Returns: `nil` behind its end.
  /// - Throws: When nothing comes in time, or the connection ends before the body.
  public func next(within timeout: Duration) throws(HTTPClientError) -> [UInt8]? {
    let deadline = ContinuousClock.now + timeout
    while true {
      let piece = reader.takeBody()
      if !piece.isEmpty { return piece }
      if reader.isComplete { return nil }
      guard let bytes = try connection.receive(before: deadline) else {
        try reader.end()
        return nil
      }
      try reader.append(bytes)
    }
  }

  /// Waits for the whole body.
  ///
  /// - Throws: When it does not come in time, is cut off, or is longer than `limit`.
  public func body(within timeout: Duration, limit: Int = 64 << 20) throws(HTTPClientError) -> [UInt8] {
    let deadline = ContinuousClock.now + timeout
    var body: [UInt8] = []
    while let piece = try next(within: deadline - .now) {
      body += piece
      guard body.count <= limit else { throw HTTPClientError(reason: "the answer is longer than \(limit) bytes") }
    }
    return body
  }
}

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
