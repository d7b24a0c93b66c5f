import Glibc

/// Asks one server, one connection for each question, and blocks until it answers.
package struct HTTPClient: Sendable {
  private let authority: Authority
  private let trust: TLSTrust?

  /// No `trust` is no TLS.
  package init(_ authority: Authority, trust: TLSTrust?) {
    self.authority = authority
    self.trust = trust
  }

  package struct Request: Sendable {
    private let method: String
    private let target: String
    private let fields: [(name: String, value: String)]
    private let body: [UInt8]

    /// No field may hold a line break, or be one of those that each request has.
    package init(_ method: String, _ target: String, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
      self.method = method
      self.target = target
      self.fields = fields
      self.body = body
    }
  }

  /// An answer whose head has come.
  package final class Answer {
    private let connection: ServerConnection
    private var reader: ResponseReader
    package let head: ResponseHead

    fileprivate init(_ connection: ServerConnection, before deadline: ContinuousClock.Instant) throws(HTTPClientError) {
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
  package func open(_ request: Request, within timeout: Duration) throws(HTTPClientError) -> Answer {
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
  /// Waits for more of the body; `nil` behind its end.
  package func next(within timeout: Duration) throws(HTTPClientError) -> [UInt8]? {
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

  /// Throws also where the body is longer than `limit`.
  package func body(within timeout: Duration, limit: Int = 64 << 20) throws(HTTPClientError) -> [UInt8] {
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
package struct HTTPProbe: Sendable {
  package var host: String
  package var port: Int
  /// Whether to ask over TLS; whose certificate answers is not checked, since the question is only whether it does.
  package var isSecure: Bool
  package var path: String
  /// The longest the whole question may take.
  package var timeout: Duration

  package init(host: String, port: Int, isSecure: Bool = false, path: String, timeout: Duration) {
    self.host = host
    self.port = port
    self.isSecure = isSecure
    self.path = path
    self.timeout = timeout
  }
}

extension HTTPProbe {
  /// Blocks for at most ``timeout``.
  package func status() throws(HTTPClientError) -> Int {
    let client = HTTPClient(Authority(host: host, port: port), trust: isSecure ? .anybody : nil)
    return try client.open(HTTPClient.Request("GET", path), within: timeout).head.status
  }
}

/// Why a server was not reached or did not answer as it should.
package struct HTTPClientError: Error, Sendable {
  /// One sentence.
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }
}

/// A client's connection, plain or over TLS, that waits no longer than it is told.
private final class ServerConnection {
  private let authority: Authority
  private let socket: ClientSocket

  /// Connects to the first address of a host that takes it.
  init(to authority: Authority, trust: TLSTrust?, before deadline: ContinuousClock.Instant) throws(HTTPClientError) {
    self.authority = authority
    socket = try Self.connect(to: authority, before: deadline)
    guard let trust else { return }
    guard socket.beginTLS(host: authority.host, trust: trust) else {
      throw HTTPClientError(reason: "TLS cannot be used here")
    }
    guard try repeated(before: deadline, socket.handshake) != nil else {
      throw HTTPClientError(reason: socket.certificateProblem ?? "there is no TLS")
    }
  }
}

extension ServerConnection {
  func send(_ bytes: [UInt8], before deadline: ContinuousClock.Instant) throws(HTTPClientError) {
    var sent = 0
    while sent < bytes.count {
      guard let count = try repeated(before: deadline, { socket.send(bytes.span.extracting(sent...)) }) else {
        throw HTTPClientError(reason: "the request could not be sent")
      }
      sent += count
    }
  }

  /// Waits for bytes; `nil` where the connection has ended, in order or not.
  func receive(before deadline: ContinuousClock.Instant) throws(HTTPClientError) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = try repeated(before: deadline) { socket.receive(into: &buffer) }
    guard let count, count > 0 else { return nil }
    return Array(buffer.prefix(count))
  }

  /// Returns `nil` where it failed.
  private func repeated(
    before deadline: ContinuousClock.Instant, _ attempt: () -> Attempt
  ) throws(HTTPClientError) -> Int? {
    while true {
      switch attempt() {
      case .moved(let count): return count
      case .wait(let direction): try Self.wait(for: direction, on: socket, before: deadline)
      case .failed: return nil
      }
    }
  }

  private static func wait(
    for direction: Attempt.Direction, on socket: ClientSocket, before deadline: ContinuousClock.Instant
  ) throws(HTTPClientError) {
    let event = direction == .reading ? POLLIN : POLLOUT
    var descriptor = pollfd(fd: socket.descriptor, events: Int16(event), revents: 0)
    while true {
      let left = deadline - .now
      let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { throw HTTPClientError(reason: "no answer in time") }
      let count = unsafe poll(&descriptor, 1, Int32(clamping: milliseconds))
      if count > 0 || count < 0 && errno != EINTR { return }
    }
  }

  private static func connect(
    to authority: Authority, before deadline: ContinuousClock.Instant
  ) throws(HTTPClientError) -> ClientSocket {
    var error = HTTPClientError(reason: "there is no host `\(authority.host)`, or no port \(authority.port)")
    let addresses = (try? SocketAddress.resolve(host: authority.host, port: authority.port)) ?? []
    for address in addresses {
      guard let socket = try? ClientSocket(to: address) else { continue }
      do throws(HTTPClientError) {
        if socket.isConnecting { try wait(for: .writing, on: socket, before: deadline) }
        guard let reason = socket.connectionError else { return socket }
        error = HTTPClientError(reason: "no connection to \(authority) (\(reason))")
      } catch let failure {
        error = failure
      }
    }
    throw error
  }
}

package struct ResponseHead: Sendable, Equatable {
  package var status: Int
  /// Names in small letters with their values, in the order in which they came.
  package var fields: [Field]

  package struct Field: Sendable, Equatable {
    /// In small letters.
    package var name: String
    /// Without white space around it.
    package var value: String
  }

  /// `name` is in small letters.
  package subscript(name: String) -> String? {
    fields.first { $0.name == name }?.value
  }
}

/// Reads an answer of HTTP/1.1 (RFC 9112) from the bytes as they come.
struct ResponseReader {
  private enum Part {
    case head
    case body(rest: Int)
    case bodyUntilEnd
    case chunkHead
    case chunk(rest: Int)
    case chunkEnd
    case trailer
    case complete
  }

  private static let lineLimit = 65_536

  private(set) var head: ResponseHead?
  private var part = Part.head
  private var bytes: [UInt8] = []
  private var body: [UInt8] = []
}

extension ResponseReader {
  var isComplete: Bool { if case .complete = part { true } else { false } }

  /// What has come of the body since this was asked last.
  mutating func takeBody() -> [UInt8] {
    defer { body = [] }
    return body
  }

  mutating func append(_ more: [UInt8]) throws(HTTPClientError) {
    bytes += more
    while try readPart() {}
  }

  /// Throws where the connection ends before the answer.
  mutating func end() throws(HTTPClientError) {
    if case .bodyUntilEnd = part { part = .complete }
    guard isComplete else { throw HTTPClientError(reason: "the connection was lost in the middle of the answer") }
  }

  /// Returns whether there may be more to read.
  private mutating func readPart() throws(HTTPClientError) -> Bool {
    switch part {
    case .head: return try readHead()
    case .body(let rest): return readBody(rest) { $0 == 0 ? .complete : .body(rest: $0) }
    case .chunk(let rest): return readBody(rest) { $0 == 0 ? .chunkEnd : .chunk(rest: $0) }
    case .bodyUntilEnd:
      body += bytes
      bytes = []
      return false
    case .chunkHead:
      guard let line = try takeLine() else { return false }
      let digits = line.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
      guard !digits.hasPrefix("+"), let size = Int(digits, radix: 16), size >= 0 else { throw Self.malformed }
      part = size == 0 ? .trailer : .chunk(rest: size)
      return true
    case .chunkEnd:
      guard let line = try takeLine() else { return false }
      guard line.isEmpty else { throw Self.malformed }
      part = .chunkHead
      return true
    case .trailer:
      guard let line = try takeLine() else { return false }
      if line.isEmpty { part = .complete }
      return true
    case .complete: return false
    }
  }

  private mutating func readBody(_ rest: Int, _ next: (Int) -> Part) -> Bool {
    let piece = bytes.prefix(rest)
    body += piece
    bytes.removeFirst(piece.count)
    part = next(rest - piece.count)
    return piece.count == rest
  }

  private mutating func readHead() throws(HTTPClientError) -> Bool {
    guard bytes.starts(with: "HTTP/1.".utf8.prefix(bytes.count)) else { throw Self.malformed }
    guard let end = Self.endOfHead(bytes) else {
      guard bytes.count <= Self.lineLimit else { throw Self.malformed }
      return false
    }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
    bytes.removeFirst(end)
    let words = lines[0].split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[1].utf8.count == 3, let status = Int(words[1]) else { throw Self.malformed }
    // What comes before the answer (RFC 9110 section 15.2).
    if (100..<200).contains(status) { return true }
    let head = ResponseHead(status: status, fields: lines.dropFirst().compactMap(Self.field))
    self.head = head
    part = try Self.body(of: head)
    return true
  }

  /// Behind the empty line.
  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    bytes.indices.dropFirst(3).first { bytes[$0 - 3...$0].elementsEqual("\r\n\r\n".utf8) }.map { $0 + 1 }
  }

  private static func field(_ line: Substring) -> ResponseHead.Field? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    let end = value.lastIndex { $0 != " " && $0 != "\t" }.map { value.index(after: $0) } ?? value.startIndex
    return ResponseHead.Field(name: line[..<colon].lowercased(), value: String(value[..<end]))
  }

  private static func body(of head: ResponseHead) throws(HTTPClientError) -> Part {
    if head.status == 204 || head.status == 304 { return .complete }
    if head["transfer-encoding"]?.lowercased() == "chunked" { return .chunkHead }
    guard let length = head["content-length"] else { return .bodyUntilEnd }
    guard let count = Int(length), count >= 0 else { throw malformed }
    return count == 0 ? .complete : .body(rest: count)
  }

  private mutating func takeLine() throws(HTTPClientError) -> String? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      guard bytes.count <= Self.lineLimit else { throw Self.malformed }
      return nil
    }
    let line = bytes[..<end]
    defer { bytes.removeFirst(end + 1) }
    return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  private static let malformed = HTTPClientError(reason: "the answer is not HTTP")
}
