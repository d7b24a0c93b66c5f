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

  /// Ends both directions.
  func cut() {
    Socket.cut(descriptor)
  }
}

/// Waits on the loop's own thread for what Dispatch's sources tell of by way of another.
///
/// One epoll descriptor for the daemon's and that of ``PeerWatch``. `ppoll` on both would need no third, but is not to be
/// had without `_GNU_SOURCE`; a wait inside `MHD_run_wait` would save a call but counts milliseconds.
struct SocketReadiness: ~Copyable {
  private let descriptor: Int32

  init() throws(SocketError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw .lastError(in: "epoll_create1") }
  }

  deinit { close(descriptor) }

  private enum Kind: UInt32 { case daemon, peers }

  /// Which of them is ready.
  struct Ready {
    /// The daemon: a connection can be accepted, read or written.
    var daemon = false
    /// ``PeerWatch``: the peer of a suspended connection has left, or takes bytes again.
    var peers = false
  }

  /// Adds the descriptors to wait for.
  func add(daemon: Int32, peers: Int32) {
    for (kind, watched) in [(Kind.daemon, daemon), (.peers, peers)] {
      var event = unsafe epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u32: kind.rawValue))
      _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event)
    }
  }

  /// Waits for any of them, for so many nanoseconds at most, maybe none.
  ///
  /// - Returns: `nil` where the kernel cannot: Linux has known nanoseconds since 5.11.
  func wait(nanoseconds: UInt64) -> Ready? {
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 2) { events in
      let count = unsafe cmicrohttpd_epoll_wait(descriptor, events.baseAddress, 2, nanoseconds)
      guard count >= 0 || errno == EINTR else { return nil }
      var ready = Ready()
      for index in 0..<Int(max(count, 0)) {
        switch unsafe Kind(rawValue: events[index].data.u32) {
        case .daemon: ready.daemon = true
        case .peers: ready.peers = true
        case nil: break
        }
      }
      return ready
    }
  }
}
