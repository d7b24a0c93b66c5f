import MicroHTTP
import RawClient
import Testing

extension HTTPServerTests {
  @Suite(.serialized) struct RepeatableAnswerTests {}
}

extension HTTPServerTests.RepeatableAnswerTests {
  private static let known = "GET /standing?a%20b HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n"

  /// How often the handler, and how often the answer in its place, was asked.
  private func counts(_ client: Client) throws -> String {
    client.request("GET /standing-counts")
    return String(try client.response().split(separator: "\r\n\r\n", maxSplits: 1).last ?? "")
  }

  private func withKnownRequest(_ body: (Client) throws -> Void) async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let client = try Client(port: port)
      for _ in 0..<2 {
        client.send(Self.known)
        #expect(try client.response().hasPrefix("HTTP/1.1 200 "))
      }
      #expect(try counts(client) == "1 1")
      try body(client)
    }
  }

  @Test func `the same bytes have the same answer without the handler, from any client and one after another`()
    async throws
  {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      var answers: Set<String> = []
      for _ in 0..<3 {
        let client = try Client(port: port)
        client.send(Self.known + Self.known)
        for _ in 0..<2 { answers.insert(try client.response().replacing(/Date: [^\r]*\r\n/, with: "")) }
      }
      #expect(answers == ["HTTP/1.1 200 OK\r\nETag: \"s\"\r\nContent-Length: 6\r\n\r\nshared"])
      #expect(try counts(Client(port: port)) == "1 5")
    }
  }

  @Test(
    arguments: [
      ("HEAD /standing?a%20b HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n", "200"),
      ("POST /standing?a%20b HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n", "200"),
      ("GET /standing?a%20c HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n", "200"),
      // What libmicrohttpd makes of the target is the same.
      ("GET /standing?a+b HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n", "200"),
      ("GET /standing?a%20b HTTP/1.0\r\nHost: a\r\nX: b\r\n\r\n", "200"),
      ("GET /standing?a%20b HTTP/1.1\r\nHost: a\r\nX: c\r\n\r\n", "200"),
      ("GET /standing?a%20b HTTP/1.1\r\nHost: a\r\nX: b\r\nX-Request-Id: 1\r\n\r\n", "200"),
      ("GET /standing HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n", "200"),
    ])
  func `any other request reaches the handler`(request: String, status: String) async throws {
    try await withKnownRequest { client in
      client.send(request)
      #expect(try client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(status) "))
      guard !request.hasPrefix("HEAD"), !request.contains("HTTP/1.0") else { return }
      _ = try client.receive(until: "shared")
      #expect(try counts(client) == "2 1")
    }
  }

  @Test(
    arguments: [
      "GET /standing?a%20b HTTP/1.1\r\nHost: a\r\nX-Request-Id: 1\r\n\r\n",
      "GET /standing?a%20b HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
      "GET /standing?a%20b HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab",
      "GET /standing?a%20b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST /standing?a%20b HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /standing-with-more HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /standing?\(String(repeating: "x", count: 2000)) HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
  func `what has a name, a body or fields of its own reaches the handler each time`(request: String) async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      for _ in 0..<3 {
        let client = try Client(port: port)
        client.send(request)
        #expect(try client.response().hasPrefix("HTTP/1.1 200 "))
      }
      #expect(try counts(Client(port: port)) == "3 0")
    }
  }

  @Test(
    arguments: [
      ("FOO /standing?a%20b HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n", "501"),
      ("GET /stand\u{1}ing?a%20b HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n", "400"),
      // libmicrohttpd writes NUL over `:` CR and LF, so that these leave the bytes that the known head left.
      ("GET /standing?a%20b HTTP/1.1\r\nHost: a\0\0X\0 b\r\n\r\n", "400"),
      ("GET /standing?a%20b HTTP/1.1\r\nHost: a\0\0X: b\r\n\r\n", "400"),
      ("GET /standing?a%20b HTTP/1.1\r\nHost\0 a\r\nX: b\r\n\r\n", "400"),
      ("GET /standing?a%20b HTTP/1.1\r\nHost: a\r\nX: b\0\0\r\n\r\n", "400"),
    ])
  func `what is no request is refused, whatever is known of its parts`(request: String, status: String) async throws {
    try await withKnownRequest { client in
      client.send(request)
      let head = try client.receive(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 \(status) "))
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

  @Test func `an answer that does not stand any more is the handler's again`() async throws {
    try await withKnownRequest { client in
      client.request("GET /standing-end")
      _ = try client.response()
      for _ in 0..<2 {
        client.send(Self.known)
        #expect(try client.response().hasSuffix("\r\n\r\nshared"))
      }
      #expect(try counts(client) == "3 1")
    }
  }

  @Test func `a connection too many gets no known answer either`() async throws {
    try await withServer {
      $0.loopCount = 1
      $0.connectionLimit = 1
    } body: { port in
      let client = try Client(port: port)
      for _ in 0..<2 {
        client.send(Self.known)
        _ = try client.response()
      }
      let surplus = try Client(port: port)
      surplus.send(Self.known)
      #expect(try surplus.receiveAll().hasPrefix("HTTP/1.1 503 "))
    }
  }

  @Test func `each is told of`() async throws {
    try await withKnownRequest { client in
      client.request("GET /exchanges")
      let body = try client.response().split(separator: "\r\n\r\n", maxSplits: 1).last
      let lines = body?.split(separator: "\n").filter { $0.hasPrefix("GET /standing 200") }
      #expect(lines == ["GET /standing 200 6 true nil nil", "GET /standing 200 6 true nil nil"])
    }
  }
}

/// Counts who answers.
final class CountingAnswer: RepeatableAnswer {
  var body: SharedBody?
  var asked = 0
  private(set) var repeated = 0

  init(_ body: SharedBody?) { self.body = body }

  func repeated(since start: UInt64) -> SharedBody? {
    if body != nil { repeated += 1 }
    return body
  }
}
