import Glibc

/// Asks a server for one resource and looks at the status only: a health check with a time limit of its own.
public struct HTTPProbe: Sendable {
  /// Host name or address.
  public var host: String
  /// TCP port.
  public var port: Int
  /// Path, beginning with `/`.
  public var path: String
  /// The longest the whole question may take.
  public var timeout: Duration

  /// Describes the question; ``status()`` asks it.
  public init(host: String, port: Int, path: String, timeout: Duration) {
    self.host = host
    self.port = port
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
    let request = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
    try wait(for: POLLOUT, on: socket, before: deadline)
    let bytes = Array(request.utf8)
    guard unsafe send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw HTTPProbeError(reason: "the request could not be sent")
    }
    var head: [UInt8] = []
    while head.count < 12 {
      try wait(for: POLLIN, on: socket, before: deadline)
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { throw HTTPProbeError(reason: "the connection was closed without an answer") }
      head += buffer.prefix(count)
    }
    let line = String(decoding: head.prefix(12), as: UTF8.self)
    guard line.hasPrefix("HTTP/1."), let code = Int(line.suffix(3)) else {
      throw HTTPProbeError(reason: "the answer is not HTTP")
    }
    return code
  }

  private func connect(before deadline: ContinuousClock.Instant) throws(HTTPProbeError) -> Int32 {
    guard let address = try? Address.resolve(host: host, port: port).first, let socket = try? address.makeSocket()
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

  private func refused(_ code: Int32) -> HTTPProbeError {
    HTTPProbeError(reason: "no connection to \(host):\(port) (\(unsafe String(cString: strerror(code))))")
  }
}
