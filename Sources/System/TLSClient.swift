import CGnuTLS
import Glibc

/// The client's side of TLS on a connected socket that does not wait, for a probe.
///
/// It takes whatever certificate it is shown.
@safe
final class TLSClient {
  private let session: gnutls_session_t
  private let credentials: gnutls_certificate_credentials_t

  init?(socket: Int32) {
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
    unsafe gnutls_set_default_priority(session)
    unsafe gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
    unsafe gnutls_transport_set_int2(session, socket, socket)
  }

  deinit {
    unsafe gnutls_deinit(session)
    unsafe gnutls_certificate_free_credentials(credentials)
  }

  func handshake() -> Attempt {
    attempt(Int(unsafe gnutls_handshake(session)))
  }

  func send(_ bytes: [UInt8]) -> Attempt {
    attempt(unsafe gnutls_record_send(session, bytes, bytes.count))
  }

  func receive(into buffer: inout [UInt8]) -> Attempt {
    attempt(unsafe gnutls_record_recv(session, &buffer, buffer.count))
  }

  private func attempt(_ result: Int) -> Attempt {
    switch Int32(clamping: result) {
    case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED:
      .wait(for: unsafe gnutls_record_get_direction(session) == 0 ? POLLIN : POLLOUT)
    case ..<0: .failed
    default: .moved(result)
    }
  }
}

/// What became of an attempt to send or receive without waiting.
enum Attempt {
  /// So many bytes went; none at all are the end.
  case moved(Int)
  /// It is worth trying again after this event of poll.
  case wait(for: Int32)
  /// It is not worth trying again.
  case failed
}
