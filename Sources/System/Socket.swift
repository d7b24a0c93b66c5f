import Glibc

/// The system calls on one connection's socket.
package enum Socket {
  package static func write(_ bytes: Span<UInt8>, to socket: Int32) -> Transmission {
    let count = unsafe bytes.withUnsafeBytes { bytes in
      unsafe send(socket, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }
    guard count < 0 else { return .accepted(count) }
    return errno == EAGAIN || errno == EINTR || errno == ENOBUFS ? .wouldBlock : .failed
  }

  /// Whether a descriptor takes some bytes at this moment without waiting, or is broken.
  package static func isWritable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&entry, 1, 0) > 0
  }

  /// Ends both directions; libmicrohttpd then sees the end and closes.
  package static func cut(_ socket: Int32) {
    _ = shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Says that nothing more will be written, and leaves reading open.
  package static func endWriting(_ socket: Int32) {
    _ = shutdown(socket, Int32(SHUT_WR))
  }

  /// Another descriptor of the same socket, which stays open when the first is closed; negative if there is none to be had.
  package static func duplicate(_ socket: Int32) -> Int32 {
    fcntl(socket, F_DUPFD_CLOEXEC, 0)
  }

  /// Drops what has come, up to 1 MiB, without copying it; `nil` where no more can come.
  package static func discard(_ socket: Int32) -> Int? {
    let count = recv(socket, nil, 1 << 20, Int32(MSG_TRUNC) | Int32(MSG_DONTWAIT))
    guard count <= 0 else { return count }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : nil
  }

  /// Sets on a listening socket what all those it accepts are born with, which spares each of them as many calls.
  ///
  /// The kernel drops a peer that for `silence` acknowledges nothing, or takes nothing of what waits for it, and asks after
  /// one that it has not heard of for 30 s, then every 10 s. A frame does not wait for the peer to acknowledge the one before.
  package static func prepareForClients(_ socket: Int32, silence: Duration) {
    let milliseconds = min(silence / .milliseconds(1), Double(Int32.max))
    set(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, Int32(max(milliseconds, 1)))
    set(socket, SOL_SOCKET, SO_KEEPALIVE, 1)
    set(socket, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
    set(socket, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
    set(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
  }

  /// Keeps the kernel from hoarding frames that grow stale: what is not on the wire yet stays below 256 bytes.
  package static func prepareForStream(_ socket: Int32) {
    set(socket, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, 256)
  }

  /// Whether the peer has left and everything that it sent has been read.
  package static func isOver(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  /// How many bytes the peer has acknowledged so far; `nil` where the kernel does not say.
  package static func acknowledgedBytes(_ socket: Int32) -> UInt64? {
    // `tcpi_bytes_acked` of Linux 4.1 and later, which the C library's `tcp_info` lacks.
    let offset = 120
    return unsafe withUnsafeTemporaryAllocation(byteCount: offset + 8, alignment: 8) { info in
      var size = socklen_t(info.count)
      guard unsafe getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &size) == 0, size == info.count
      else {
        return nil
      }
      return unsafe info.load(fromByteOffset: offset, as: UInt64.self)
    }
  }

  /// Whether the kernel has given the peer up, see ``prepareForClients(_:silence:)``.
  package static func hasTimedOut(_ socket: Int32) -> Bool {
    takeError(of: socket) == ETIMEDOUT
  }

  /// The error that an attempt to connect ended with, 0 for none.
  package static func takeError(of socket: Int32) -> Int32 {
    var failure: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(socket, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 else { return errno }
    return failure
  }

  package static func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    _ = unsafe setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}

package enum Transmission: Equatable {
  /// The first bytes were taken, maybe none, and the rest is to be kept.
  case accepted(Int)
  /// Nothing was taken and nothing must be kept.
  case wouldBlock
  /// The peer is gone.
  case failed
}

package enum SocketError: Error, Equatable, Sendable {
  /// Another process, or another server of this one, listens there already.
  case addressInUse(host: String, port: Int)
  case addressUnavailable(host: String)
  /// The port is reserved for the superuser.
  case permissionDenied(host: String, port: Int)
  /// The system refused for another reason: what was tried, and its own words.
  case system(operation: String, reason: String)
}

extension SocketError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .addressInUse(let host, let port): "\(host) port \(port) is already in use"
    case .addressUnavailable(let host): "\(host) is not an address of this machine"
    case .permissionDenied(let host, let port): "listening on \(host) port \(port) is not permitted"
    case .system(let operation, let reason): "\(operation) failed: \(reason)"
    }
  }
}

extension SocketError {
  package static func lastError(in operation: String) -> SocketError {
    .system(operation: operation, reason: unsafe String(cString: strerror(errno)))
  }
}

extension Socket {
  /// Makes room for `count` descriptors, eight bytes of the kernel's memory each; returns how many there may be, maybe
  /// fewer.
  ///
  /// Raises the process's limit as far as the system lets it, since the usual 1,024 are meant for programs that call
  /// `select`. And has the kernel make its table as large at once: it would grow at the 257th descriptor, the 513th and
  /// so on, and in a process with several threads each time wait until no processor looks at the old one, which held a
  /// loop and all its frames up for 10 to 16 ms.
  package static func makeRoom(forDescriptors count: Int, beside descriptor: Int32) -> Int {
    let room = min(raiseLimit(to: count), count)
    let last = fcntl(descriptor, F_DUPFD_CLOEXEC, Int32(clamping: room - 1))
    if last >= 0 { close(last) }
    return room
  }

  private static func raiseLimit(to count: Int) -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return count }
    let wanted = rlim_t(count)
    guard limit.rlim_cur < wanted else { return count }
    var raised = rlimit(rlim_cur: min(wanted, limit.rlim_max), rlim_max: limit.rlim_max)
    return Int(clamping: unsafe setrlimit(resource, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur)
  }
}
