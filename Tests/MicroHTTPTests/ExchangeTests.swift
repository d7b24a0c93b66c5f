import RawClient
import Testing

@testable import MicroHTTP

extension HTTPServerTests {
  @Suite(.serialized) struct ExchangeTests {}
}

extension HTTPServerTests.ExchangeTests {
  /// What the server has told of, once there is as much of it.
  private func exchanges(_ count: Int, port: Int) throws -> [String] {
    let observer = try Client(port: port)
    var lines: [String] = []
    _ = try eventually {
      observer.request("GET /exchanges")
      let body = try observer.response().split(separator: "\r\n\r\n", maxSplits: 1).dropFirst().first ?? ""
      lines = body.split(separator: "\n").map(String.init).filter { !$0.contains("/exchanges") }
      return lines.count >= count
    }
    return lines
  }

  @Test(arguments: [
    ("GET /hello?key=secret HTTP/1.1\r\nHost: a\r\nUser-Agent: t/1\r\n\r\n", "GET /hello 200 5 true nil t/1"),
    ("HEAD /hello HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD /hello 200 0 true nil nil"),
    ("GET /shared HTTP/1.1\r\nHost: a\r\n\r\n", "GET /shared 200 6 true nil nil"),
    ("GET /empty HTTP/1.1\r\nHost: a\r\n\r\n", "GET /empty 204 0 true nil nil"),
    ("GET /three HTTP/1.1\r\nHost: a\r\n\r\n", "GET /three 200 nil true nil nil"),
    ("GET /x HTTP/1.1\r\n\r\n", "GET /x 400 46 true nil nil"),
    ("FOO /x HTTP/1.1\r\nHost: a\r\n\r\n", "FOO /x 501 27 true nil nil"),
    // What libmicrohttpd cannot parse.
    ("GET /x HTTP/1\r\n\r\n", " nil 400 50 true nil nil"),
    (
      "POST /x HTTP/1.1\r\nHost: a\r\nUser-Agent: t/1\r\nContent-Length: -5\r\n\r\n", " /x 400 79 true nil t/1"
    ),
    (
      "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "POST /x 400 56 true nil nil"
    ),
  ])
  func `each request is told of once it is answered`(request: String, line: String) async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let client = try Client(port: port)
      client.send(request)
      _ = try client.receive(until: "\r\n\r\n")
      #expect(try exchanges(1, port: port) == [line])
    }
  }

  @Test(arguments: [true, false])
  func `a stream is told of at its end, with its producer's report`(
    isFinished: Bool
  ) async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let client = try Client(viewing: "/noted", port: port)
      #expect(try exchanges(0, port: port) == [])
      if isFinished {
        let other = try Client(port: port)
        other.request("GET /finish")
        _ = try other.response()
      } else {
        client.leave()
      }
      let lines = try exchanges(isFinished ? 2 : 1, port: port).filter { $0.contains("/noted") }
      #expect(lines == ["GET /noted 200 nil \(isFinished) noted nil"])
    }
  }

  @Test func `a request that does not arrive is told of with its 408`() async throws {
    try await withServer {
      $0.loopCount = 1
      $0.bodyTimeout = .milliseconds(100)
    } body: { port in
      let client = try Client(port: port)
      client.request("POST /x", fields: "Content-Length: 10\r\n", body: "12345")
      _ = try client.receiveAll()
      #expect(try exchanges(1, port: port) == ["POST /x 408 31 true nil nil"])
    }
  }

  @Test func `a client that leaves before its answer is told of`() async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let client = try Client(port: port)
      client.request("POST /x", fields: "Content-Length: 10\r\nExpect: 100-continue\r\n")
      _ = try client.receive(until: "100 Continue\r\n\r\n")
      client.reset()
      #expect(try exchanges(1, port: port) == ["POST /x 0 nil false nil nil"])
    }
  }
}

// MARK: - Names

extension HTTPServerTests.ExchangeTests {
  @Test(arguments: ["/hello", "/empty", "/shared", "/large", "/three"])
  func `the client's name of a request comes back`(path: String) async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("GET \(path)", fields: "X-Request-Id: b-1.2_~:/+=@\r\n")
      let head = try client.receive(until: "\r\n\r\n")
      #expect(head.contains("\r\nX-Request-Id: b-1.2_~:/+=@\r\n"))
      #expect(head.ranges(of: "X-Request-Id").count == 1)
    }
  }

  @Test(arguments: ["", "a b", "a,b", "\"a\"", "caf\u{E9}", String(repeating: "x", count: 129)])
  func `a name that is not sane is replaced`(name: String) async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("GET /missing", fields: "X-Request-Id: \(name)\r\n")
      #expect(try client.response().contains(/\r\nX-Request-Id: [0-9a-z]{7}-1\r\n/))
    }
  }

  @Test(arguments: [("/hello", 0), ("/three", 0), ("/missing", 1)])
  func `without a name from the client only an error has one`(path: String, count: Int) async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("GET \(path)")
      #expect(try client.receive(until: "\r\n\r\n").ranges(of: "X-Request-Id").count == count)
    }
  }

  @Test func `an answer over shared bytes has a name where the client gave one, and the same bytes`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("GET /shared")
      let plain = try client.response()
      #expect(!plain.contains("X-Request-Id"))
      client.request("GET /shared", fields: "X-Request-Id: abc\r\n")
      let named = try client.response()
      #expect(named.contains("ETag: \"s\"\r\n") && named.contains("X-Request-Id: abc\r\n"))
      #expect(named.hasSuffix("\r\n\r\nshared") && plain.hasSuffix("\r\n\r\nshared"))
    }
  }

  @Test func `names that are made differ and need no allocation`() {
    var random = SystemRandomNumberGenerator()
    var (one, other) = (RequestIDs(using: &random), RequestIDs(using: &random))
    let names = (0..<1000).flatMap { _ in [one.next(), other.next()] }
    #expect(Set(names).count == 2000)
    #expect(names.allSatisfy { $0.utf8.count <= 15 && RequestIDs.isSane($0) })
    let counts = (1...1000).map { String($0, radix: 36) }
    #expect(stride(from: 0, to: 2000, by: 2).map { String(names[$0].dropFirst(8)) } == counts)
  }
}
