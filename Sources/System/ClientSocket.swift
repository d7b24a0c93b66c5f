import CGnuTLS
import Glibc

/// A client's socket, plain or under TLS; no member waits, and it is closed with this object.
@safe
package final class ClientSocket {
  /// What Dispatch or `poll` may watch.
  package let descriptor: Int32
  /// Why the system did not even begin to connect; 0 where it did.
  private let refusal: Int32
  private var tls: TLSClient?

  package init(to address: SocketAddress) throws(SocketError) {
    descriptor = try address.makeSocket()
    refusal = address.connect(descriptor) || errno == EINPROGRESS ? 0 : errno
  }

  deinit { close(descriptor) }
}

extension ClientSocket {
  package var isConnecting: Bool { refusal == 0 && !Socket.isWritable(descriptor) }

  /// Why the server has not taken the connection, in the system's words; to be asked once.
  package var connectionError: String? {
    let code = refusal == 0 ? Socket.takeError(of: descriptor) : refusal
    return code == 0 ? nil : unsafe String(cString: strerror(code))
  }

  package func sendWithoutDelay() {
    Socket.set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
  }

  /// False where there is no authority to trust; a handshake is to follow.
  package func beginTLS(host: String, trust: TLSTrust) -> Bool {
    tls = TLSClient(socket: descriptor, host: host, trust: trust)
    return tls != nil
  }

  package func handshake() -> Attempt { tls?.handshake() ?? .moved(0) }

  package var certificateProblem: String? { tls?.certificateProblem }

  /// Sends the first of some bytes; where that is to wait, the same bytes must be given again.
  package func send(_ bytes: Span<UInt8>) -> Attempt {
    if let tls { return tls.send(bytes) }
    let flags = Int32(MSG_NOSIGNAL)
    return Self.attempt(
      unsafe bytes.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }, .writing)
  }

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

/// Whose certificates a client takes.
package enum TLSTrust: Sendable, Equatable {
  /// Any, for a question about nothing but whether somebody answers.
  case anybody
  /// Those of the server's name, signed by an authority that the system knows.
  case systemAuthorities
  /// Those of the server's name, signed by an authority in a file of PEM.
  case authorities(file: String)
}

/// The client's side of TLS on a connected socket that does not wait.
@safe
private final class TLSClient {
  private let session: gnutls_session_t
  private let credentials: gnutls_certificate_credentials_t
  /// GnuTLS keeps the pointer.
  private let host: UnsafeMutablePointer<CChar>?

  /// - Returns: `nil` where there is no memory, or no authority to trust.
  init?(socket: Int32, host: String, trust: TLSTrust) {
    var session: gnutls_session_t?
    var credentials: gnutls_certificate_credentials_t?
    let flags = GNUTLS_CLIENT.rawValue | GNUTLS_NONBLOCK.rawValue | GNUTLS_NO_SIGNAL.rawValue
    guard unsafe gnutls_init(&session, flags) == 0, let session = unsafe session else { return nil }
    guard unsafe gnutls_certificate_allocate_credentials(&credentials) == 0, let credentials = unsafe credentials else {
      unsafe gnutls_deinit(session)
      return nil
    }
    unsafe self.session = session
    unsafe self.credentials = credentials
    unsafe self.host = trust == .anybody ? nil : strdup(host)
    unsafe gnutls_set_default_priority(session)
    unsafe gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
    unsafe gnutls_transport_set_int2(session, socket, socket)
    // An address is no name to ask for (RFC 6066 section 3).
    if IPAddress(host) == nil { unsafe gnutls_server_name_set(session, GNUTLS_NAME_DNS, host, host.utf8.count) }
    guard trust == .anybody || loadAuthorities(trust) > 0 else { return nil }
    if trust != .anybody { unsafe gnutls_session_set_verify_cert(session, self.host, 0) }
  }

  private func loadAuthorities(_ trust: TLSTrust) -> Int32 {
    if case .authorities(let file) = trust {
      return unsafe gnutls_certificate_set_x509_trust_file(credentials, file, GNUTLS_X509_FMT_PEM)
    }
    return unsafe gnutls_certificate_set_x509_system_trust(credentials)
  }

  /// What is wrong with the server's certificate, once a handshake has failed.
  var certificateProblem: String? {
    guard unsafe host != nil else { return nil }
    let status = unsafe gnutls_session_get_verify_cert_status(session)
    guard status != 0 else { return nil }
    var text = unsafe gnutls_datum_t()
    guard unsafe gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &text, 0) == 0,
      let data = unsafe text.data
    else { return "the server's certificate is not trusted" }
    defer { unsafe free(data) }
    let words = unsafe String(decoding: UnsafeBufferPointer(start: data, count: Int(text.size)), as: UTF8.self)
    return "the server's certificate is not trusted (\(words.split(separator: " ").joined(separator: " ")))"
  }

  deinit {
    unsafe gnutls_deinit(session)
    unsafe gnutls_certificate_free_credentials(credentials)
    unsafe free(host)
  }

  func handshake() -> Attempt {
    attempt(Int(unsafe gnutls_handshake(session)))
  }

  /// Where this is to wait, the same bytes must be given again.
  func send(_ bytes: Span<UInt8>) -> Attempt {
    attempt(unsafe bytes.withUnsafeBytes { unsafe gnutls_record_send(session, $0.baseAddress, $0.count) })
  }

  func receive(into buffer: inout [UInt8]) -> Attempt {
    let result = unsafe gnutls_record_recv(session, &buffer, buffer.count)
    // Many servers leave without a goodbye; what reads the bytes knows whether they are complete.
    return result == Int(GNUTLS_E_PREMATURE_TERMINATION) ? .moved(0) : attempt(result)
  }

  private func attempt(_ result: Int) -> Attempt {
    switch Int32(clamping: result) {
    case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED:
      .wait(for: unsafe gnutls_record_get_direction(session) == 0 ? .reading : .writing)
    case let code where code < 0: .failed(reason: unsafe String(cString: gnutls_strerror(code)))
    default: .moved(result)
    }
  }
}
