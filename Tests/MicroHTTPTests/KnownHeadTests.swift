import MicroHTTP
import RawClient
import Testing

extension HTTPServerTests {
  @Suite(.serialized) struct KnownHeadTests {}
}

extension HTTPServerTests.KnownHeadTests {
  private static let known = "GET /hello HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n"

  @Test(
    arguments: [
      ("GET /hello HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n", "200"),
      ("GET /empty HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n", "204"),
      ("GET /hello HTTP/1.0\r\nHost: a\r\nX: b\r\n\r\n", "200"),
      ("FOO /hello HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n", "501"),
      ("GET /hel\u{1}o HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n", "400"),
      // libmicrohttpd writes NUL over `:` CR and LF, so that these leave the bytes that the known head left.
      ("GET /hello HTTP/1.1\r\nHost: a\0\0X\0 b\r\n\r\n", "400"),
      ("GET /hello HTTP/1.1\r\nHost: a\0\0X: b\r\n\r\n", "400"),
      ("GET /hello HTTP/1.1\r\nHost\0 a\r\nX: b\r\n\r\n", "400"),
      ("GET /hello HTTP/1.1\r\nHost: a\r\nX: b\0\0\r\n\r\n", "400"),
    ])
  func `a request is judged by all it says, whatever is known of its parts`(
    request: String, status: String
  ) async throws {
    try await withServer { port in
      let client = try Client(port: port)
      for _ in 0..<2 {
        client.send(Self.known)
        #expect(try client.response().hasPrefix("HTTP/1.1 200 "))
      }
      client.send(request)
      #expect(try client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  @Test func `fields that are known are still those of the request`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      for name in ["one", "two", "one", "one", "two"] {
        client.request("GET /hello", fields: "X-Request-Id: \(name)\r\n")
        #expect(try client.response().contains("\r\nX-Request-Id: \(name)\r\n"))
      }
    }
  }
}
