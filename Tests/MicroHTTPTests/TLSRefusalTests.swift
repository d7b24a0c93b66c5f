import MicroHTTP
import RawClient
import Testing

// Strangers, slow ones, and what cannot be read.
extension HTTPServerTests.TLSTests {
  /// The first bytes of a ClientHello: a record of 512 bytes is announced, a handshake of 508 is begun.
  private static let helloStart: [UInt8] = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3]

  /// What some send who do not speak TLS.
  private static let strange: [[UInt8]] = [
    [UInt8]("GET /hello HTTP/1.1\r\nHost: t\r\n\r\n".utf8), [0], [UInt8](repeating: 0x16, count: 400),
    [0x16, 3, 1, 0, 4, 1, 0, 0, 0], [0x80, 0x2E, 1, 0, 2] + [UInt8](repeating: 0, count: 60),
  ]

  @Test func `who does not speak TLS is let go, and others are answered`() async throws {
    let clean = try await withTLSServer {
      $0.headTimeout = .seconds(8)
    } body: { port, _ in
      let strangers = try Self.strange.map { bytes in
        let stranger = try Client(port: port)
        stranger.send(bytes)
        return stranger
      }
      for (stranger, bytes) in zip(strangers, Self.strange) {
        #expect(!(try stranger.receiveAll()).hasPrefix("HTTP"), "\(bytes)")
      }
      let secure = try SecureClient(port: port, trusting: certificate)
      secure.client.request("GET /hello")
      #expect(try secure.client.response().hasSuffix("hello"))
    }
    #expect(clean)
  }

  @Test(arguments: [[], helloStart])
  func `a handshake that does not come in time is cut without a word`(start: [UInt8]) async throws {
    _ = try await withTLSServer {
      $0.headTimeout = .milliseconds(200)
    } body: { port, _ in
      let clock = ContinuousClock()
      let begin = clock.now
      let slow = try Client(port: port)
      slow.send(start)
      #expect(!(try slow.receiveAll()).contains("HTTP"))
      #expect(clock.now - begin > .milliseconds(150))
    }
  }

  @Test func `a head that does not come in time is answered 408 within TLS`() async throws {
    _ = try await withTLSServer {
      $0.headTimeout = .seconds(8)
    } body: { port, _ in
      let secure = try SecureClient(port: port, trusting: certificate)
      secure.client.send("GET / HTTP/1.1\r\n")
      #expect(try secure.client.receiveAll().hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test(arguments: [
    ("Content-Length: -1\r\n\r\n", "400"), ("Content-Length: 1, 1\r\n\r\n", "400"),
    ("X: \(String(repeating: "x", count: 25_000))\r\n\r\n", "431"),
    ("X: \(String(repeating: "x", count: 400_000))\r\n\r\n", "431"),
    ("Transfer-Encoding: chunked\r\n\r\nx\r\n", "400"),
  ])
  func `what cannot be read is answered once within TLS`(rest: String, status: String) async throws {
    _ = try await withTLSServer { port, _ in
      let secure = try SecureClient(port: port, trusting: certificate)
      secure.client.request("GET /hello")
      #expect(try secure.client.response().hasSuffix("hello"))
      secure.client.send("POST / HTTP/1.1\r\nHost: a\r\n\(rest)")
      let answer = try secure.client.receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
      #expect(answer.ranges(of: "HTTP/1.1 ").count == 1)
    }
  }

  @Test func `handshakes count as connections, and make room when they are cut`() async throws {
    _ = try await withTLSServer {
      $0.connectionLimit = 2
      $0.headTimeout = .seconds(8)
    } body: { port, _ in
      let silent = try (0..<40).map { _ in try Client(port: port) }
      for client in silent { #expect(!(try client.receiveAll()).contains("HTTP")) }
      let secure = try SecureClient(port: port, trusting: certificate)
      secure.client.request("GET /hello")
      #expect(try secure.client.response().hasSuffix("hello"))
    }
  }

  @Test func `a connection too many is told so within TLS`() async throws {
    _ = try await withTLSServer {
      $0.connectionLimit = 1
    } body: { port, _ in
      let first = try SecureClient(port: port, trusting: certificate)
      first.client.request("GET /hello")
      _ = try first.client.response()
      let surplus = try SecureClient(port: port, trusting: certificate)
      surplus.client.request("GET /hello")
      #expect(try surplus.client.receiveAll().hasPrefix("HTTP/1.1 503 "))
    }
  }
}
