import System
import Glibc
import RawClient
import Testing

@testable import MicroHTTP

struct SocketTests {
  @Test func `what a listening socket accepts is born with its options`() throws {
    let (port, sockets) = try Socket.listening(host: "127.0.0.1", port: 0, count: 1)
    defer { close(sockets[0]) }
    Socket.prepareForClients(sockets[0], silence: .milliseconds(1234))
    let client = try Client(port: port)
    let accepted = accept(sockets[0], nil, nil)
    defer { close(accepted) }
    #expect(accepted >= 0)
    #expect(option(accepted, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT) == 1234)
    #expect(option(accepted, SOL_SOCKET, SO_KEEPALIVE) == 1)
    #expect(option(accepted, Int32(IPPROTO_TCP), TCP_KEEPIDLE) == 30)
    #expect(option(accepted, Int32(IPPROTO_TCP), TCP_KEEPINTVL) == 10)
    #expect(option(accepted, Int32(IPPROTO_TCP), TCP_NODELAY) != 0)
    withExtendedLifetime(client) {}
  }

  private func option(_ socket: Int32, _ level: Int32, _ name: Int32) -> Int32 {
    var value: Int32 = -1
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(socket, level, name, &value, &size) == 0 else { return -1 }
    return value
  }
}
