import CGnuTLS
import CMicrohttpd
import Glibc
import System

/// Where a stream's bytes go: its socket, or the TLS session on it.
///
/// A stream keeps it beside its own state: of 10,000 streams none is in the processor's cache when its turn comes, and each
/// access to memory elsewhere, such as the connection's, costs 0.1 to 0.3 µs.
struct StreamSocket {
  private let descriptor: Int32
  private let session: TLSSession?

  init(_ descriptor: Int32, session: TLSSession?) {
    self.descriptor = descriptor
    self.session = session
  }

  /// Writes new bytes of a stream.
  ///
  /// Over TLS all that are not accepted have to be kept, see ``TLSSession/write(_:)``.
  func writeFresh(_ bytes: Span<UInt8>) -> Transmission {
    guard let session else { return Socket.write(bytes, to: descriptor) }
    let transmission = session.write(bytes)
    return transmission == .wouldBlock ? .accepted(0) : transmission
  }

  /// Writes bytes that were kept after an earlier write.
  func writeKept(_ bytes: Span<UInt8>) -> Transmission {
    session?.write(bytes) ?? Socket.write(bytes, to: descriptor)
  }

  func cut() {
    Socket.cut(descriptor)
  }
}

/// The TLS session of a connection, which belongs to libmicrohttpd.
///
/// It is to be used only where nothing of libmicrohttpd's is under way on it.
@safe
struct TLSSession {
  let handle: gnutls_session_t

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
