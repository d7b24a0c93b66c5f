import System
import CMicrohttpd
import Glibc

/// Watches the sockets of suspended connections, which libmicrohttpd does not.
///
/// One epoll descriptor for all, watched by one Dispatch source: a peer that leaves is noticed in less than 1 ms;
/// libmicrohttpd would notice at its second failed write.
struct PeerWatch: ~Copyable {
  /// The epoll descriptor, readable whenever there are events.
  let descriptor: Int32

  init() throws(SocketError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw .lastError(in: "epoll_create1") }
  }

  deinit { close(descriptor) }

  /// Watches for the peer's leaving, a close, a reset or a half-close, until the socket is closed.
  func add(_ socket: Int32) {
    control(EPOLL_CTL_ADD, socket, EPOLLRDHUP.rawValue | EPOLLET.rawValue)
  }

  /// Watches for room as well, from now on and for each time the socket has been full.
  func addWritability(of socket: Int32) {
    control(EPOLL_CTL_MOD, socket, EPOLLRDHUP.rawValue | EPOLLOUT.rawValue | EPOLLET.rawValue)
  }

  /// Watches for whatever the peer sends and for its leaving, as long as either has not been read.
  func addReadability(of socket: Int32) {
    control(EPOLL_CTL_ADD, socket, EPOLLIN.rawValue)
  }

  /// Watches for room, as long as there is any.
  func addRoom(of socket: Int32) {
    control(EPOLL_CTL_ADD, socket, EPOLLOUT.rawValue)
  }

  /// No longer watches a socket that stays open.
  func remove(_ socket: Int32) {
    control(EPOLL_CTL_DEL, socket, 0)
  }

  /// Calls `body` with up to 128 events, of which each is room alone, or that the peer has left or sent something; more leave
  /// the descriptor readable.
  func forEachEvent(_ body: (_ socket: Int32, _ isRoom: Bool) -> Void) {
    let capacity = 128
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: capacity) { events in
      let count = unsafe epoll_wait(descriptor, events.baseAddress, Int32(capacity), 0)
      for index in 0..<Int(max(count, 0)) {
        let event = unsafe events[index]
        unsafe body(event.data.fd, event.events == EPOLLOUT.rawValue)
      }
    }
  }

  private func control(_ operation: Int32, _ socket: Int32, _ events: UInt32) {
    var event = unsafe epoll_event(events: events, data: epoll_data_t(fd: socket))
    _ = unsafe epoll_ctl(descriptor, operation, socket, &event)
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

  /// Whether the daemon has something to do, a connection that can be accepted, read or written; and ``PeerWatch``, where the
  /// peer of a suspended connection has left, or takes bytes again.
  typealias Ready = (daemon: Bool, peers: Bool)

  func add(daemon: Int32, peers: Int32) {
    for (place, watched) in [daemon, peers].enumerated() {
      var event = unsafe epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u32: UInt32(place)))
      _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event)
    }
  }

  /// Waits so many nanoseconds at most; `nil` where the kernel cannot: Linux has known nanoseconds since 5.11.
  func wait(nanoseconds: UInt64) -> Ready? {
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 2) { events in
      let count = unsafe cmicrohttpd_epoll_wait(descriptor, events.baseAddress, 2, nanoseconds)
      guard count >= 0 || errno == EINTR else { return nil }
      var ready: Ready = (false, false)
      for index in 0..<Int(max(count, 0)) {
        if unsafe events[index].data.u32 == 0 { ready.daemon = true } else { ready.peers = true }
      }
      return ready
    }
  }
}
