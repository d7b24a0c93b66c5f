import System
import CMicrohttpd
import Glibc

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
