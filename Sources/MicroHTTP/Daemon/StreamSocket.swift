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

  /// Ends both directions.
  func cut() {
    Socket.cut(descriptor)
  }
}
