import Glibc

/// A client's socket, plain or under TLS; no member waits, and it is closed with this object.
@safe
package final class ClientSocket {
  /// What Dispatch or `poll` may watch.
  package let descriptor: Int32
  /// Why the system did not even begin to connect; 0 where it did.
  private let refusal: Int32
  private var tls: TLSClient?

  /// Begins to connect.
  ///
  /// - Throws: Where there is no socket to be had.
  package init(to address: SocketAddress) throws(SocketError) {
    descriptor = try address.makeSocket()
    refusal = address.connect(descriptor) || errno == EINPROGRESS ? 0 : errno
  }

  deinit { close(descriptor) }
}

extension ClientSocket {
  /// Whether it is not known yet if the server takes the connection.
  package var isConnecting: Bool { refusal == 0 && !Socket.isWritable(descriptor) }

  /// Why the server has not taken the connection, in the system's words; to be asked once.
  package var connectionError: String? {
    let code = refusal == 0 ? Socket.takeError(of: descriptor) : refusal
    return code == 0 ? nil : unsafe String(cString: strerror(code))
  }

  /// Has each small piece leave at once.
  package func sendWithoutDelay() {
    Socket.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
  }

  /// Puts TLS onto the connection; a handshake is to follow.
  ///
  /// - Returns: Whether there is any authority to trust.
  package func beginTLS(host: String, trust: TLSTrust) -> Bool {
    tls = TLSClient(socket: descriptor, host: host, trust: trust)
    return tls != nil
  }

  /// Goes on with the handshake.
  package func handshake() -> Attempt { tls?.handshake() ?? .moved(0) }

  /// What is wrong with the server's certificate, once a handshake has failed.
  package var certificateProblem: String? { tls?.certificateProblem }

  /// Sends the first of some bytes; where that is to wait, the same bytes must be given again.
  package func send(_ bytes: Span<UInt8>) -> Attempt {
    if let tls { return tls.send(bytes) }
    let flags = Int32(MSG_NOSIGNAL)
    return Self.attempt(
      unsafe bytes.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }, .writing)
  }

  /// Receives what has come, as far as a buffer has room.
  package func receive(into buffer: inout [UInt8]) -> Attempt {
    tls?.receive(into: &buffer) ?? Self.attempt(unsafe recv(descriptor, &buffer, buffer.count, 0), .reading)
  }

  private static func attempt(_ result: Int, _ direction: Attempt.Direction) -> Attempt {
    if result >= 0 { return .moved(result) }
    if errno == EAGAIN || errno == EINTR { return .wait(for: direction) }
    return .failed(reason: unsafe String(cString: strerror(errno)))
  }
}

/// What became of an attempt to send or receive without waiting.
package enum Attempt: Equatable {
  /// What a socket is to be ready for.
  package enum Direction {
    case reading, writing
  }

  /// So many bytes went; none at all are the end.
  case moved(Int)
  /// It is worth trying again when the socket is ready for this.
  case wait(for: Direction)
  /// It is not worth trying again.
  case failed(reason: String)
}
