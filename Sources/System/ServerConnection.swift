import Glibc

/// Why a server was not reached or did not answer as it should.
public struct HTTPClientError: Error, Sendable {
  /// One sentence.
  public var reason: String

  /// Creates an error with its sentence.
  public init(reason: String) {
    self.reason = reason
  }
}

/// A client's connection, plain or over TLS, that waits no longer than it is told.
final class ServerConnection {
  private let authority: Authority
  private let socket: Int32
  private let tls: TLSClient?

  /// Connects to the first address of a host that takes it.
  ///
  /// - Parameters:
  ///   - authority: Where to.
  ///   - trust: Whose certificates count; `nil` for no TLS.
  ///   - deadline: When to give up.
  /// - Throws: Where nobody is reached in time, or nobody who is trusted.
  init(to authority: Authority, trust: TLSTrust?, before deadline: ContinuousClock.Instant) throws(HTTPClientError) {
    self.authority = authority
    socket = try Self.connect(to: authority, before: deadline)
    tls = trust.flatMap { [socket] in TLSClient(socket: socket, host: authority.host, trust: $0) }
    guard trust != nil else { return }
    guard let tls else { throw HTTPClientError(reason: "TLS cannot be used here") }
    guard try repeated(before: deadline, tls.handshake) != nil else {
      throw HTTPClientError(reason: tls.certificateProblem ?? "there is no TLS")
    }
  }

  deinit { close(socket) }
}

extension ServerConnection {
  /// Sends all of some bytes.
  func send(_ bytes: [UInt8], before deadline: ContinuousClock.Instant) throws(HTTPClientError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(16_384))
      let sent = try repeated(before: deadline) {
        tls?.send(piece) ?? Self.attempt(unsafe Glibc.send(socket, piece, piece.count, Int32(MSG_NOSIGNAL)), POLLOUT)
      }
      guard let sent else { throw HTTPClientError(reason: "the request could not be sent") }
      rest = rest.dropFirst(sent)
    }
  }

  /// Waits for bytes.
  ///
  /// - Returns: `nil` where the connection has ended, in order or not.
  func receive(before deadline: ContinuousClock.Instant) throws(HTTPClientError) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = try repeated(before: deadline) {
      tls?.receive(into: &buffer) ?? Self.attempt(unsafe recv(socket, &buffer, buffer.count, 0), POLLIN)
    }
    guard let count, count > 0 else { return nil }
    return Array(buffer.prefix(count))
  }

  /// Tries until something has moved.
  ///
  /// - Returns: How much; `nil` where it failed.
  private func repeated(
    before deadline: ContinuousClock.Instant, _ attempt: () -> Attempt
  ) throws(HTTPClientError) -> Int? {
    while true {
      switch attempt() {
      case .moved(let count): return count
      case .wait(let event): try Self.wait(for: event, on: socket, before: deadline)
      case .failed: return nil
      }
    }
  }

  private static func attempt(_ result: Int, _ event: Int32) -> Attempt {
    if result >= 0 { return .moved(result) }
    return errno == EAGAIN || errno == EINTR ? .wait(for: event) : .failed
  }

  private static func wait(
    for event: Int32, on socket: Int32, before deadline: ContinuousClock.Instant
  ) throws(HTTPClientError) {
    var descriptor = pollfd(fd: socket, events: Int16(event), revents: 0)
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
  ) throws(HTTPClientError) -> Int32 {
    var error = HTTPClientError(reason: "there is no host `\(authority.host)`, or no port \(authority.port)")
    let addresses = (try? SocketAddress.resolve(host: authority.host, port: authority.port)) ?? []
    for address in addresses {
      guard let socket = try? address.makeSocket() else { continue }
      do throws(HTTPClientError) {
        guard address.connect(socket) || errno == EINPROGRESS else { throw refused(authority, errno) }
        try wait(for: POLLOUT, on: socket, before: deadline)
        let failure = Socket.takeError(of: socket)
        guard failure == 0 else { throw refused(authority, failure) }
        return socket
      } catch let failure {
        close(socket)
        error = failure
      }
    }
    throw error
  }

  private static func refused(_ authority: Authority, _ code: Int32) -> HTTPClientError {
    HTTPClientError(reason: "no connection to \(authority) (\(unsafe String(cString: strerror(code))))")
  }
}
