import MicroHTTP
import RawClient
import System
import Testing

/// Everything that needs sockets; the tests of each suite one after another, since most of their time they wait.
@Suite(.timeLimit(.minutes(5)))
struct HTTPServerTests {}

extension HTTPServerTests {
  @Test func `a fixed body arrives with its length and a date and without a server name`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("GET /hello")
      let response = try client.response()
      #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(response.contains("Content-Type: text/plain\r\n"))
      #expect(response.contains("Content-Length: 5\r\n"))
      #expect(response.contains("Date: "))
      #expect(!response.contains("Server:"))
      #expect(response.hasSuffix("\r\n\r\nhello"))
    }
  }

  @Test func `a connection serves several requests one after another`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      for path in ["/hello", "/shared", "/shared-with-more", "/shared", "/empty", "/hello"] {
        client.request("GET \(path)")
        let response = try client.response()
        #expect(response.hasPrefix("HTTP/1.1 20"))
        #expect(!response.contains("Connection: close"))
      }
    }
  }

  @Test func `an answer's fields arrive in their order, repetitions and long ones included`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("GET /fields")
      let head = try client.response()
      let fields = ["ETag: \"a\"", "Vary: Accept", "Content-Language: de", "Age: 1", "Vary: Origin"]
      let long = "Location: " + String(repeating: "x", count: 3000)
      #expect(head.contains("\r\n" + (fields + [long]).joined(separator: "\r\n") + "\r\nContent-Length: 0\r\n"))
    }
  }

  @Test func `a body that is shared may have fields of one answer's own`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      for (path, hasMore) in [("/shared", false), ("/shared-with-more", true), ("/shared", false)] {
        client.request("GET \(path)")
        let response = try client.response()
        #expect(response.hasSuffix("\r\n\r\nshared"))
        #expect(response.contains("\r\nETag: \"s\"\r\n"))
        #expect(response.contains("\r\nVary: Origin\r\n") == hasMore)
      }
    }
  }

  @Test func `requests sent together are answered in order`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      let one = "GET /a HTTP/1.1\r\nHost: t\r\n\r\n"
      let two = "POST /b HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\n\r\nabc"
      client.send(one + two + one)
      #expect(try client.response().contains("GET /a nil"))
      #expect(try client.response().contains("POST /b nil"))
      #expect(try client.response().contains("GET /a nil"))
    }
  }

  @Test func `HEAD has a stream's fields, and the connection ends as well`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("HEAD /three")
      let head = try client.receiveAll()
      #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"))
      #expect(head.contains("\r\nConnection: close\r\n"))
    }
  }

  @Test(arguments: ["/hello", "/shared", "/shared-with-more"])
  func `HEAD has no body and keeps the framing of the next response`(path: String) async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("HEAD \(path)")
      let head = try client.receive(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(!head.contains("Connection: close"))
      client.request("GET /hello")
      #expect(try client.response().hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
  }

  @Test(arguments: ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
  func `a method reaches the handler`(method: String) async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("\(method) /x")
      #expect(try client.response().contains("\r\n\r\n\(method) /x nil [Host=localhost] 0  127.0.0.1"))
    }
  }

  @Test func `path and query arrive as they were sent`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("GET /a%2Fb%20c?x=%31+1&y=%ff?&z=ä")
      #expect(try client.response().contains("GET /a%2Fb%20c x=%31+1&y=%ff?&z=ä ["))
      client.request("GET http://test/p?q")
      #expect(try client.response().contains("GET /p q ["))
      client.request("GET /p?")
      #expect(try client.response().contains("GET /p  ["))
    }
  }

  @Test func `two loops share a port and both answer`() async throws {
    try await withServer {
      $0.loopCount = 2
    } body: { port in
      let clients = try (0..<32).map { _ in try Client(port: port) }
      for client in clients { client.request("GET /hello") }
      for client in clients { #expect(try client.response().hasSuffix("hello")) }
    }
  }

  @Test func `a large body arrives whole`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("GET /large")
      #expect(try client.response().utf8.count > 8 << 20)
      client.request("GET /hello")
      #expect(try client.response().hasSuffix("hello"))
    }
  }
}

// MARK: - Listening

extension HTTPServerTests {
  @Test func `a port in use is an error that says so`() async throws {
    try await withServer { port in
      await #expect(throws: SocketError.addressInUse(host: "127.0.0.1", port: port)) {
        try await withServer {
          $0.port = port
        } body: { _ in
        }
      }
    }
  }

  @Test(arguments: ["::", "0.0.0.0", "localhost", "::1", "127.0.0.1"])
  func `a host may be a number or a name`(host: String) async throws {
    try await withServer {
      $0.host = host
      $0.loopCount = 2
    } body: { port in
      guard host != "::1" && host != "localhost" else { return }
      let client = try Client(port: port)
      client.request("GET /x")
      #expect(try client.response().contains("] 0  127.0.0.1"))
    }
  }

  @Test(arguments: ["no such host", "192.0.2.1"])
  func `an address of another machine is an error`(host: String) async throws {
    await #expect(throws: SocketError.addressUnavailable(host: host)) {
      try await withServer {
        $0.host = host
      } body: { _ in
      }
    }
  }
}

extension HTTPServerTests {
  @Test(arguments: ["127.0.0.1", "::1"])
  func `a client is answered wherever the server listens`(host: String) async throws {
    try await withServer {
      $0.host = host
    } body: { port in
      let authority = Authority(host: host, port: port)
      let status = try HTTPAnswer(from: authority, nil, "GET", "/hello", within: .seconds(patience)).status
      #expect(status == 200)
    }
  }
}
