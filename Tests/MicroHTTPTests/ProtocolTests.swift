import RawClient
import Testing

@testable import MicroHTTP

extension HTTPServerTests {
  @Suite(.serialized) struct ProtocolTests {}
}

extension HTTPServerTests.ProtocolTests {
  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "501"),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n", "501"),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", "400"),
    ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nHost: a\r\nB@d: b\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nHost: a\r\nB\u{1}d: b\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{1}c\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{7F}c\r\n\r\n", "400"),
    ("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", "400"),
    ("GET /a\u{1} HTTP/1.1\r\nHost: a\r\n\r\n", "400"),
    ("get / HTTP/1.1\r\nHost: a\r\n\r\n", "501"),
    ("FOO / HTTP/1.1\r\nHost: a\r\n\r\n", "501"),
  ])
  func `a request against the standard is refused and its connection closed`(
    request: String, status: String
  ) async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.send(request)
      let response = try client.receiveAll()
      #expect(response.hasPrefix("HTTP/1.1 \(status) "))
      #expect(response.contains("Connection: close\r\n"))
      #expect(response.ranges(of: "HTTP/1.1 ").count == 1)
    }
  }

  @Test(arguments: [
    "GET /x HTTP/1.0\r\n\r\n",
    "GET /x HTTP/1.1\r\nHost:\r\n\r\n",
    "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
    "GET /x HTTP/1.1\r\nHost: a\r\nX: caf\u{E9}\r\nX:\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
  ])
  func `an unusual request is answered`(request: String) async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.send(request)
      #expect(try client.response().hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test(arguments: [
    "\r\n\r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nno colon\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
  ])
  func `nonsense harms nobody else`(nonsense: String) async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.send(nonsense)
      client.halfClose()
      _ = client.receiveAnything(within: 0.2)
      let next = try Client(port: port)
      next.request("GET /hello")
      #expect(try next.response().hasSuffix("hello"))
    }
  }
}
