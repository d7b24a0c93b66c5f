import Glibc

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

/// Why a probe has no status to show.
public struct HTTPProbeError: Error, Sendable {
  /// One sentence.
  public var reason: String

  /// Creates an error with its sentence.
  public init(reason: String) {
    self.reason = reason
  }
}

extension HTTPProbe {
  /// Connects, asks, and reads the status line; blocks for at most ``timeout``.
  ///
  /// - Returns: The HTTP status code.
  /// - Throws: When nobody answers in time, or not in HTTP.
  public func status() throws(HTTPProbeError) -> Int {
    let deadline = ContinuousClock.now + timeout
    let socket = try connect(before: deadline)
    defer { close(socket) }
    let client = isSecure ? TLSClient(socket: socket) : nil
    if let client, try repeated(on: socket, before: deadline, client.handshake) == nil {
      throw HTTPProbeError(reason: "there is no TLS")
    }
    let request = Array("GET \(path) HTTP/1.1\r\nHost: \(authority)\r\nConnection: close\r\n\r\n".utf8)
    let sent = try repeated(on: socket, before: deadline) { client?.send(request) ?? Self.send(request, to: socket) }
    guard sent == request.count else { throw HTTPProbeError(reason: "the request could not be sent") }
    return try readStatus { buffer throws(HTTPProbeError) in
      try repeated(on: socket, before: deadline) {
        client?.receive(into: &buffer) ?? Self.receive(into: &buffer, from: socket)
      }
    }
  }

  /// Reads as much as the status line's code needs.
  private func readStatus(
    _ receive: (inout [UInt8]) throws(HTTPProbeError) -> Int?
  ) throws(HTTPProbeError) -> Int {
    var head: [UInt8] = []
    while head.count < 12 {
      var buffer = [UInt8](repeating: 0, count: 64)
      guard let count = try receive(&buffer), count > 0 else {
        throw HTTPProbeError(reason: "the connection was closed without an answer")
      }
      head += buffer.prefix(count)
    }
    let line = String(decoding: head.prefix(12), as: UTF8.self)
    guard line.hasPrefix("HTTP/1."), let code = Int(line.suffix(3)) else {
      throw HTTPProbeError(reason: "the answer is not HTTP")
    }
    return code
  }

  private func connect(before deadline: ContinuousClock.Instant) throws(HTTPProbeError) -> Int32 {
    guard let address = try? SocketAddress.resolve(host: host, port: port).first, let socket = try? address.makeSocket()
    else {
      throw HTTPProbeError(reason: "there is no host `\(host)`, or no port \(port)")
    }
    do throws(HTTPProbeError) {
      guard address.connect(socket) || errno == EINPROGRESS else { throw refused(errno) }
      try wait(for: POLLOUT, on: socket, before: deadline)
      let failure = Socket.takeError(of: socket)
      guard failure == 0 else { throw refused(failure) }
    } catch {
      close(socket)
      throw error
    }
    return socket
  }

  /// Tries until something has moved.
  ///
  /// - Returns: How much; `nil` where it failed.
  private func repeated(
    on socket: Int32, before deadline: ContinuousClock.Instant, _ attempt: () -> Attempt
  ) throws(HTTPProbeError) -> Int? {
    while true {
      switch attempt() {
      case .moved(let count): return count
      case .wait(let event): try wait(for: event, on: socket, before: deadline)
      case .failed: return nil
      }
    }
  }

  private static func send(_ bytes: [UInt8], to socket: Int32) -> Attempt {
    attempt(unsafe Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)), waitingFor: POLLOUT)
  }

  private static func receive(into buffer: inout [UInt8], from socket: Int32) -> Attempt {
    attempt(unsafe recv(socket, &buffer, buffer.count, 0), waitingFor: POLLIN)
  }

  private static func attempt(_ result: Int, waitingFor event: Int32) -> Attempt {
    if result >= 0 { return .moved(result) }
    return errno == EAGAIN || errno == EINTR ? .wait(for: event) : .failed
  }

  private func wait(
    for event: Int32, on socket: Int32, before deadline: ContinuousClock.Instant
  ) throws(HTTPProbeError) {
    let left = deadline - .now
    let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
    var descriptor = pollfd(fd: socket, events: Int16(event), revents: 0)
    guard milliseconds > 0, unsafe poll(&descriptor, 1, Int32(clamping: milliseconds)) > 0 else {
      throw HTTPProbeError(reason: "no answer within \(timeout)")
    }
  }

  private var authority: Authority { Authority(host: host, port: port) }

  private func refused(_ code: Int32) -> HTTPProbeError {
    HTTPProbeError(reason: "no connection to \(authority) (\(unsafe String(cString: strerror(code))))")
  }
}
