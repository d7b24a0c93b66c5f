import Glibc

/// Opens the sockets on which the loops of one server share a port.
enum ListenSocket {
  /// Opens `count` listening sockets on the same address and port.
  ///
  /// The first is bound alone and only then allowed to share, so that a port in use by anyone else is an error and not
  /// a port shared with a stranger.
  static func open(
    host: String, port: Int, count: Int
  ) throws(HTTPServerError) -> (port: Int, sockets: [Int32]) {
    let addresses = try Address.resolve(host: host, port: port)
    var failure = HTTPServerError.addressUnavailable(host: host)
    for address in addresses {
      do throws(HTTPServerError) {
        return try open(address, host: host, port: port, count: count)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private static func open(
    _ address: Address, host: String, port: Int, count: Int
  ) throws(HTTPServerError) -> (port: Int, sockets: [Int32]) {
    var sockets: [Int32] = []
    do throws(HTTPServerError) {
      var address = address
      for index in 0..<count {
        let socket = try address.makeSocket()
        sockets.append(socket)
        if index > 0 { Socket.set(socket, SOL_SOCKET, SO_REUSEPORT, 1) }
        try address.bind(socket, host: host, port: port)
        Socket.set(socket, SOL_SOCKET, SO_REUSEPORT, 1)
        address = try Address(of: socket)
      }
      for socket in sockets where listen(socket, SOMAXCONN) != 0 {
        throw errno == EADDRINUSE ? .addressInUse(host: host, port: port) : HTTPServerError.lastError(in: "listen")
      }
      return (address.port, sockets)
    } catch {
      for socket in sockets { close(socket) }
      throw error
    }
  }
}

extension HTTPServerError {
  /// The error in `errno`.
  static func lastError(in operation: String) -> HTTPServerError {
    .system(operation: operation, reason: unsafe String(cString: strerror(errno)))
  }
}
