package import Glibc

/// An internet address with its port, or a path of this machine.
package struct SocketAddress: Sendable {
  private var storage = sockaddr_storage()
  private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  private init() {}

  package init(of socket: Int32) throws(SocketError) {
    var address = SocketAddress()
    var length = address.length
    let result = unsafe address.withMutableSockaddr { unsafe getsockname(socket, $0, &length) }
    guard result == 0 else { throw .lastError(in: "getsockname") }
    address.length = length
    self = address
  }

  package init(copying address: UnsafePointer<sockaddr>, length: socklen_t) {
    self.length = min(length, socklen_t(MemoryLayout<sockaddr_storage>.size))
    unsafe withUnsafeMutableBytes(of: &storage) { storage in
      unsafe storage.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(self.length)))
    }
  }

  /// A server's path on this machine; `nil` for none, and for one of more than the 107 bytes that the system takes.
  package init?(path: String) {
    let start = MemoryLayout<sa_family_t>.size
    let bytes = path.utf8
    guard !bytes.isEmpty, bytes.count < MemoryLayout<sockaddr_un>.size - start, !bytes.contains(0) else { return nil }
    storage.ss_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &storage) { storage in
      for (index, byte) in bytes.enumerated() { unsafe storage[start + index] = byte }
    }
    length = socklen_t(start + bytes.count + 1)
  }

  /// Every address of a name or number, in the system's order of preference.
  package static func resolve(host: String, port: Int) throws(SocketError) -> [SocketAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard (0...65_535).contains(port), unsafe getaddrinfo(host, String(port), &hints, &list) == 0 else {
      throw .addressUnavailable(host: host)
    }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next = unsafe list
    while let entry = unsafe next?.pointee {
      if let address = unsafe entry.ai_addr {
        unsafe addresses.append(SocketAddress(copying: address, length: entry.ai_addrlen))
      }
      unsafe next = entry.ai_next
    }
    return addresses
  }
}

// MARK: - Reading

extension SocketAddress {
  /// The port in the machine's byte order.
  package var port: Int {
    unsafe withUnsafeBytes(of: storage) { bytes in
      unsafe Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
    }
  }

  /// The address without its port; `nil` where it is of another family.
  package var ip: IPAddress? {
    unsafe withUnsafeBytes(of: storage) { bytes in
      switch Int32(storage.ss_family) {
      case AF_INET:
        IPAddress(v4: UInt32(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
      case AF_INET6:
        IPAddress(
          high: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
          low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)))
      default: nil
      }
    }
  }

  /// The numeric host, an IPv4 address mapped into IPv6 as plain IPv4.
  package var host: String {
    let text = unsafe withSockaddr { address in
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { buffer in
        let result = unsafe getnameinfo(
          address, length, buffer.baseAddress, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
        guard result == 0, let start = buffer.baseAddress else { return "" }
        return unsafe String(cString: start)
      }
    }
    let mapped = "::ffff:"
    return text.hasPrefix(mapped) ? String(text.dropFirst(mapped.count)) : text
  }
}

// MARK: - Binding and connecting

extension SocketAddress {
  /// Creates a socket of this family that can be bound although its port was in use a moment ago.
  package func makeSocket() throws(SocketError) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(Int32(storage.ss_family), type, 0)
    guard socket >= 0 else { throw .lastError(in: "socket") }
    Socket.set(socket, SOL_SOCKET, SO_REUSEADDR, 1)
    if storage.ss_family == sa_family_t(AF_INET6) { Socket.set(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    return socket
  }

  package func bind(_ socket: Int32, host: String, port: Int) throws(SocketError) {
    guard unsafe withSockaddr({ unsafe Glibc.bind(socket, $0, length) }) != 0 else { return }
    switch errno {
    case EADDRINUSE: throw .addressInUse(host: host, port: port)
    case EADDRNOTAVAIL: throw .addressUnavailable(host: host)
    case EACCES, EPERM: throw .permissionDenied(host: host, port: port)
    default: throw .lastError(in: "bind")
    }
  }

  /// Begins to connect a socket; `false` leaves the reason in `errno`, which is `EINPROGRESS` for one that does not wait.
  package func connect(_ socket: Int32) -> Bool {
    unsafe withSockaddr { unsafe Glibc.connect(socket, $0, length) } == 0
  }

  private func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    unsafe withUnsafePointer(to: storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
    }
  }

  private mutating func withMutableSockaddr<Result>(_ body: (UnsafeMutablePointer<sockaddr>) -> Result) -> Result {
    unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
    }
  }
}

/// Where a server is, as it stands in an address or a `Host` field (RFC 3986 section 3.2): an IPv6 address in brackets.
package struct Authority: Sendable, CustomStringConvertible {
  /// Host name or address, without brackets.
  package var host: String
  package var port: Int

  package init(host: String, port: Int) {
    (self.host, self.port) = (host, port)
  }

  /// `localhost:8080` or `[::1]:8080`.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
