import CGnuTLS
import System
import CMicrohttpd

/// The TLS session of a connection, which belongs to libmicrohttpd.
///
/// It is to be used only where nothing of libmicrohttpd's is under way on it.
@safe
struct TLSSession {
  private let handle: gnutls_session_t

  init?(of connection: OpaquePointer) {
    guard let handle = unsafe cmicrohttpd_tls_session(connection) else { return nil }
    unsafe self.handle = handle
  }

  /// Writes without waiting; before the end of the handshake it fails.
  ///
  /// What is not accepted has to be offered again, the same bytes first: GnuTLS may have made a record of them that the
  /// socket has no room for, and takes the next call for this record.
  func write(_ bytes: Span<UInt8>) -> Transmission {
    unsafe bytes.withUnsafeBytes { bytes in
      var accepted = 0
      while accepted < bytes.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[accepted...])
        let result = unsafe gnutls_record_send(handle, rest.baseAddress, rest.count)
        switch Int32(clamping: result) {
        case 1...: accepted += result
        case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED: return accepted > 0 ? .accepted(accepted) : .wouldBlock
        default: return .failed
        }
      }
      return .accepted(accepted)
    }
  }

  /// Tells the peer that nothing follows, so that it need not take the end for an attack (RFC 8446 section 6.1).
  func sayGoodbye() {
    _ = unsafe gnutls_bye(handle, GNUTLS_SHUT_WR)
  }
}

/// Gives GnuTLS the certificate and key for one handshake.
///
/// It does not copy them, so the connection holds them as long as the session lives; libmicrohttpd frees the session
/// before it gives its last notice of the connection.
func chooseCertificate(
  session: gnutls_session_t?, authorities: UnsafePointer<gnutls_datum_t>?, authorityCount: Int32,
  algorithms: UnsafePointer<gnutls_pk_algorithm_t>?, algorithmCount: Int32,
  chain: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?, count: UnsafeMutablePointer<UInt32>?,
  key: UnsafeMutablePointer<gnutls_privkey_t?>?
) -> Int32 {
  // libmicrohttpd has put its connection there.
  guard let opaque = unsafe gnutls_session_get_ptr(session),
    let context = unsafe cmicrohttpd_socket_context(OpaquePointer(opaque)),
    let identity = unsafe Unmanaged<Connection>.fromOpaque(context)._withUnsafeGuaranteedRef({ $0.chooseIdentity() }),
    let chain = unsafe chain, let count = unsafe count, let key = unsafe key
  else { return -1 }
  unsafe chain.pointee = identity.chain.certificates
  unsafe count.pointee = identity.chain.count
  unsafe key.pointee = identity.key.handle
  return 0
}
