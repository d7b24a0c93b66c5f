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
  private let socket: ClientSocket

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
  /// Sends all of some bytes.
  func send(_ bytes: [UInt8], before deadline: ContinuousClock.Instant) throws(HTTPClientError) {
    var sent = 0
    while sent < bytes.count {
      guard let count = try repeated(before: deadline, { socket.send(bytes.span.extracting(sent...)) }) else {
        throw HTTPClientError(reason: "the request could not be sent")
      }
      sent += count
    }
  }

  /// Waits for bytes.
  ///
  /// - Returns: `nil` where the connection has ended, in order or not.
  func receive(before deadline: ContinuousClock.Instant) throws(HTTPClientError) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = try repeated(before: deadline) { socket.receive(into: &buffer) }
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
