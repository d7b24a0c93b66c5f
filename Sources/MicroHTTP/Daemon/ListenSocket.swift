import System
import Glibc

/// Opens the sockets on which the loops of one server share a port.
enum ListenSocket {
  /// Opens `count` listening sockets on the same address and port.
  ///
  /// The first is bound alone and only then allowed to share, so that a port in use by anyone else is an error and not
  /// a port shared with a stranger.
  static func open(
    host: String, port: Int, count: Int
  ) throws(SocketError) -> (port: Int, sockets: [Int32]) {
    let addresses = try SocketAddress.resolve(host: host, port: port)
    var failure = SocketError.addressUnavailable(host: host)
    for address in addresses {
      do throws(SocketError) {
        return try open(address, host: host, port: port, count: count)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private static func open(
    _ address: SocketAddress, host: String, port: Int, count: Int
  ) throws(SocketError) -> (port: Int, sockets: [Int32]) {
    var sockets: [Int32] = []
    do throws(SocketError) {
      var address = address
      for index in 0..<count {
        let socket = try address.makeSocket()
        sockets.append(socket)
        if index > 0 { Socket.set(socket, SOL_SOCKET, SO_REUSEPORT, 1) }
        try address.bind(socket, host: host, port: port)
        Socket.set(socket, SOL_SOCKET, SO_REUSEPORT, 1)
        address = try SocketAddress(of: socket)
      }
      for socket in sockets where listen(socket, SOMAXCONN) != 0 {
        throw errno == EADDRINUSE ? .addressInUse(host: host, port: port) : SocketError.lastError(in: "listen")
      }
      return (address.port, sockets)
    } catch {
      for socket in sockets { close(socket) }
      throw error
    }
  }
}
