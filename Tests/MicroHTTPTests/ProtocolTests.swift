import MicroHTTP
import RawClient
import Testing

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
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked \r\n\r\n", "501"),
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
    ("GE\u{1}T / HTTP/1.1\r\nHost: a\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "400"),
    ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: one\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551616\r\n\r\n", "413"),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", "400"),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000000\r\n", "413"),
    ("GET / HTTP/1.1\r\nHost\r\n\r\n", "400"),
    ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", "505"),
    ("GET / HTTP/1\r\nHost: a\r\n\r\n", "400"),
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
    "GET /a HTTP/1.1\r\nHost: a\r\n: 1\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\n:\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\n: 1\n",
    "GET /a HTTP/1.1\r\nHost: a\r\nX: 1\r\n: 1\r\nY: 1\r\n\r\n",
    "GET /a HTTP/1.0\r\nHost: a\r\n: 1\r\n",
    "GET /a HTTP/1.0\r\n: 1\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\n\0\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\n\0X: 1\r\n",
    "GET /a HTTP/1.0\r\n\0X: 1\r\n",
    "GET /a\0x HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET\0 /a HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\0\r\n\r\n",
    "GET /a HTTP/1.1\r\nX: a\0b\r\nHost: a\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\nX: a\r\n \r\nY: b\r\n\r\n",
    "GET /a HTTP/1.1\r\nHos: a\r\n\tt\r\n\r\n",
    "GET /a HTTP/1.1\nHost: a\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\n\n",
  ])
  func `a head whose end is in doubt is refused, and what follows is no request`(head: String) async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.send(head + "GET /b HTTP/1.1\r\nHost: b\r\n\r\n")
      let response = try client.receiveAll()
      #expect(response.hasPrefix("HTTP/1.1 400 "))
      #expect(response.contains("Connection: close\r\n"))
      #expect(response.ranges(of: "HTTP/1.1 ").count == 1)
    }
  }

  /// libmicrohttpd has an answer of its own to each of them, and two heads for some.
  @Test(arguments: [
    "POST /b HTTP/1.1\r\nHost: b\r\nContent-Length: -5\r\n\r\nhello",
    "POST /b HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nhello",
    "GET /b HTTP/1.1\r\nHost\r\n\r\n",
    "GET /b\r\n\r\n",
  ])
  func `who has been answered before is told of what cannot be read, byte by byte as well`(
    request: String
  ) async throws {
    try await withServer { port in
      for isWhole in [true, false] {
        let client = try Client(port: port)
        client.request("GET /hello")
        if isWhole { client.send(request + "GET /c HTTP/1.1\r\nHost: c\r\n\r\n") }
        #expect(try client.response().hasSuffix("hello"))
        if !isWhole { for byte in request.utf8 { client.send([byte]) } }
        let response = try client.receiveAll()
        #expect(response.hasPrefix("HTTP/1.1 400 "))
        #expect(response.contains("Connection: close\r\n"))
        #expect(response.ranges(of: "HTTP/1.1 ").count == 1)
      }
    }
  }

  /// libmicrohttpd takes some bodies that the standard has not, and tells nothing of it.
  @Test(arguments: [
    ("1\r\na\r\n0\r\n\r\n", [200]), ("1;a=b\r\na\r\n0;c=\"d e\"\r\n\r\n", [200]),
    ("1;\ta\r\na\r\n00\r\nX: 1\r\nY:\r\n\r\n", [200]), ("00A\r\n\r\n\r\n\r\n\r\n\r\n\r\n0\r\n\r\n", [200]),
    ("1;a=\rb\r\na\r\n0\r\n\r\n", [200, 400]), ("1;a=b\ra\r\n0\r\n\r\n", [200, 400]),
    ("1\ra\r\n0\r\n\r\n", [200, 400]),
    ("1;a=b\na\r\n0\r\n\r\n", [200, 400]), ("1\na\r\n0\r\n\r\n", [200, 400]), ("1\r\na\n0\r\n\r\n", [200, 400]),
    ("0;\n\r\n", [200, 400]), ("0\n\r\n", [200, 400]), ("1\r\na\r0\r\n\r\n", [200, 400]),
    ("1;\u{1}\r\na\r\n0\r\n\r\n", [200, 400]), ("1;\u{7f}\r\na\r\n0\r\n\r\n", [200, 400]),
    ("1;\0\r\na\r\n0\r\n\r\n", [200, 400]),
    ("1\r\na\r\n0\r\nX: 1\r\n: 1\r\n\r\n", [200, 400]), ("1\r\na\r\n0\r\n: 1\r\nX: 1\r\n\r\n", [200, 400]),
    ("1\r\na\r\n0\r\nX: 1\rY: 2\r\n\r\n", [200, 400]), ("1\r\na\r\n0\r\nX: 1\n\r\n", [200, 400]),
    ("1\r\na\r\n0\r\nX: 1\r\n Y\r\n\r\n", [200, 400]), ("1\r\na\r\n0\r\n\0\r\n\r\n", [200, 400]),
    ("1\r\na\r\n0\r\n\n", [200, 400]), ("1\r\na\r\n0\n\r\n", [200, 400]),
    ("1\u{b}\r\na\r\n0\r\n\r\n", [400]), ("1x\r\na\r\n0\r\n\r\n", [400]), ("\r\na\r\n0\r\n\r\n", [400]),
    ("-1\r\na\r\n0\r\n\r\n", [400]), ("+1\r\na\r\n0\r\n\r\n", [400]), ("0x1\r\na\r\n0\r\n\r\n", [400]),
    (" 1\r\na\r\n0\r\n\r\n", [400]), ("1\r\nab\r\n0\r\n\r\n", [400]), ("1\r\na\r\n0\r\nX\r\n\r\n", [400]),
  ])
  func `what follows a body in chunks is no request, however the chunks are written`(
    body: String, statuses: [Int]
  ) async throws {
    try await withServer { port in
      for (isWhole, isKept) in [(true, false), (true, true), (false, false)] {
        let client = try Client(port: port)
        client.request("GET /hello")
        if !isWhole { #expect(try client.response().hasSuffix("hello")) }
        let wish = isKept ? "Connection: keep-alive\r\n" : ""
        let request = "POST /shared HTTP/1.1\r\nHost: a\r\n\(wish)Transfer-Encoding: chunked\r\n\r\n\(body)"
        if isWhole { client.send(request) } else { for byte in request.utf8 { client.send([byte]) } }
        client.request("GET /hello")
        if isWhole { #expect(try client.response().hasSuffix("hello")) }
        let response = try client.receiveAll()
        #expect(statuses.contains { response.hasPrefix("HTTP/1.1 \($0) ") }, "\(response)")
        #expect(response.contains("Connection: close\r\n"))
        #expect(response.ranges(of: "HTTP/1.1 ").count == 1)
      }
    }
  }

  /// libmicrohttpd closes without a word.
  @Test(arguments: [
    "GET\t/hello\tHTTP/1.1", "GET\t/hello HTTP/1.1", "GET\u{b}/hello\u{b}HTTP/1.1", "GET\u{c}/hello", "GET",
    " GET /hello HTTP/1.1",
    "\u{1}", "\u{7f}\u{80}", "\0", "\0GET /hello HTTP/1.1",
  ])
  func `a first line without a second word is no request, nor is what follows`(line: String) async throws {
    try await withServer { port in
      for (isFirst, isWhole) in [(true, true), (true, false), (false, true), (false, false)] {
        let client = try Client(port: port)
        if !isFirst {
          client.request("GET /hello")
          #expect(try client.response().hasSuffix("hello"))
        }
        let request = "\(line)\r\nHost: a\r\n\r\n"
        if isWhole { client.send(request) } else { for byte in request.utf8 { client.send([byte]) } }
        client.request("GET /hello")
        let response = try client.receiveAll()
        #expect(response.isEmpty || response.hasPrefix("HTTP/1.1 400 "), "\(response)")
        #expect(response.ranges(of: "HTTP/1.1 ").count <= 1)
      }
    }
  }

  /// Each is sent at once with the others, and byte by byte, on one connection.
  @Test(arguments: [true, false])
  func `legal heads keep their connection`(isPipelined: Bool) async throws {
    let field = "X-Long: \(String(repeating: "x", count: 5000))\r\n"
    let requests = [
      "GET /x HTTP/1.1\r\nHost: localhost:8080\r\nUser-Agent: curl/7.88.1\r\nAccept: */*\r\n\r\n",
      "GET /x?a=%20b+c&d&=e HTTP/1.1\r\nHost: [::1]:80\r\nCookie: a=b; c=\"d\"; e\r\nX:\r\nY: \t\r\n\r\n",
      "\r\nGET /%61 HTTP/1.1\r\nHost:a\r\nX: \t a  b \t\r\n\r\n",
      "POST /x HTTP/1.1\r\nHost: a \r\nContent-Length: 3\r\n\r\nabc",
      "GET http://a/x?\(String(repeating: "q", count: 4000)) HTTP/1.1\r\nHost: a\r\n\(field)\(field)\r\n",
    ]
    try await withServer { port in
      let client = try Client(port: port)
      if isPipelined { client.send((requests + requests).joined()) }
      for request in requests + requests {
        if !isPipelined { for byte in request.utf8 { client.send([byte]) } }
        let response = try client.response()
        #expect(response.hasPrefix("HTTP/1.1 200 "))
        #expect(!response.contains("Connection: close"))
      }
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
