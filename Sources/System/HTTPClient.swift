import Glibc

/// What a server answers, asked over a connection of its own that blocks until it does.
package final class HTTPAnswer {
  private let connection: ServerConnection
  private var reader: ResponseReader
  package let status: Int

  /// Asks, and returns when the head of the answer has come; no `trust` is no TLS.
  ///
  /// No field may hold a line break, or be one of those that each request has.
  package init(
    from authority: Authority, _ trust: TLSTrust?, _ method: String, _ target: String,
    fields: [(name: String, value: String)] = [], body: [UInt8] = [], within timeout: Duration
  ) throws(HTTPClientError) {
    let deadline = ContinuousClock.now + timeout
    connection = try ServerConnection(to: authority, trust: trust, before: deadline)
    var head = "\(method) \(target) HTTP/1.1\r\nHost: \(authority)\r\nConnection: close\r\n"
    for field in fields { head += "\(field.name): \(field.value)\r\n" }
    if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
    try connection.send(Array("\(head)\r\n".utf8) + body, before: deadline)
    var reader = ResponseReader()
    while true {
      guard let bytes = try connection.receive(before: deadline) else {
        throw HTTPClientError(reason: "the connection was closed without an answer")
      }
      try reader.append(bytes)
      guard let status = reader.status else { continue }
      (self.reader, self.status) = (reader, status)
      return
    }
  }
}

extension HTTPAnswer {
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

/// Why a server was not reached or did not answer as it should.
package struct HTTPClientError: Error, Equatable, Sendable {
  /// Nothing came in the time that there was; what comes later can still be waited for.
  package static let late = HTTPClientError(reason: "no answer in time")

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
      guard milliseconds > 0 else { throw .late }
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

/// Reads an answer of HTTP/1.1 (RFC 9112) from the bytes as they come.
struct ResponseReader {
  private enum Part {
    case statusLine, field, chunkSize, chunkEnd, trailer, complete
    /// So many bytes of the body, or of a chunk of it.
    case bytes(Int, isChunk: Bool)
    case bytesUntilEnd
  }

  private static let lineLimit = 65_536

  /// `nil` until the whole head has come.
  private(set) var status: Int?
  private var part = Part.statusLine
  /// What the head has said so far: its status, and what stands behind it.
  private var head = (status: 0, content: Part.bytesUntilEnd)
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
    if case .bytesUntilEnd = part { part = .complete }
    guard isComplete else { throw HTTPClientError(reason: "the connection was lost in the middle of the answer") }
  }

  /// Returns whether there may be more to read.
  private mutating func readPart() throws(HTTPClientError) -> Bool {
    switch part {
    case .complete: return false
    case .bytesUntilEnd:
      body += bytes
      bytes = []
      return false
    case .bytes(let count, let isChunk):
      let piece = bytes.prefix(count)
      body += piece
      bytes.removeFirst(piece.count)
      let rest = count - piece.count
      part = rest > 0 ? .bytes(rest, isChunk: isChunk) : isChunk ? .chunkEnd : .complete
      return rest == 0
    case .statusLine where !bytes.starts(with: "HTTP/1.".utf8.prefix(bytes.count)): throw Self.malformed
    default:
      guard let line = try takeLine() else { return false }
      try read(line)
      return true
    }
  }

  private mutating func read(_ line: String) throws(HTTPClientError) {
    switch part {
    case .statusLine:
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count >= 2, words[1].utf8.count == 3, let status = Int(words[1]) else { throw Self.malformed }
      head = (status, .bytesUntilEnd)
      part = .field
    case .field where line.isEmpty && (100..<200).contains(head.status):
      // What comes before the answer (RFC 9110 section 15.2).
      part = .statusLine
    case .field where line.isEmpty:
      status = head.status
      part = head.status == 204 || head.status == 304 ? .complete : head.content
    case .field: try readField(line)
    case .chunkSize:
      let digits = line.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
      guard !digits.hasPrefix("+"), let size = Int(digits, radix: 16), size >= 0 else { throw Self.malformed }
      part = size == 0 ? .trailer : .bytes(size, isChunk: true)
    case .chunkEnd where line.isEmpty: part = .chunkSize
    case .trailer: if line.isEmpty { part = .complete }
    case .chunkEnd, .complete, .bytes, .bytesUntilEnd: throw Self.malformed
    }
  }

  /// Chunks have lengths of their own, whatever else is said.
  private mutating func readField(_ line: String) throws(HTTPClientError) {
    let parts = line.lowercased().split(separator: ":", maxSplits: 1)
    let words = parts.dropFirst().first?.split { $0 == " " || $0 == "\t" } ?? []
    switch (parts.first ?? "", head.content) {
    case ("transfer-encoding", _) where words == ["chunked"]: head.content = .chunkSize
    case ("content-length", .bytesUntilEnd), ("content-length", .bytes):
      guard words.count == 1, let count = Int(words[0]), count >= 0 else { throw Self.malformed }
      head.content = .bytes(count, isChunk: false)
    default: return
    }
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
