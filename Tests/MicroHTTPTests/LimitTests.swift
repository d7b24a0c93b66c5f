import Glibc
import HTTPTypes
import MicroHTTP
import RawClient
import System
import Testing

extension HTTPServerTests {
  @Suite(.serialized) struct LimitTests {}
}

// MARK: - Readers

extension HTTPServerTests.LimitTests {
  /// Takes bytes now and then for so many seconds, then all.
  ///
  /// - Returns: How many there were.
  private func readSlowly(_ port: Int, for seconds: Double) throws -> Int {
    let client = try Client(port: port, receiveBuffer: 65_536)
    client.request("GET /large")
    var count = 0
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      count += client.dropBytes(within: 0.02, atMost: 4096)
      usleep(20_000)
    }
    return try count + client.receiveAllBytes().count
  }

  @Test func `a client that reads more slowly than it must is cut, and one that reads as fast is not`() async throws {
    try await withServer {
      $0.stalledWriteTimeout = .milliseconds(300)
      $0.minimumReadRate = 100_000_000
    } body: { port in
      let count = try readSlowly(port, for: 2)
      #expect(count < 8 << 20)
    }
    // A busy machine may hold up a reader; it reads for longer than that.
    try await withServer {
      $0.stalledWriteTimeout = .seconds(6)
      $0.minimumReadRate = 1000
      $0.idleTimeout = .milliseconds(300)
    } body: { port in
      let count = try readSlowly(port, for: 8)
      #expect(count > 8 << 20)
    }
  }

  @Test func `a client that asks and says that it will ask no more is not kept`() async throws {
    try await withServer { _ in
    } body: { port in
      for path in ["/hello", "/shared", "/large", "/pieces", "/hello"] {
        let client = try Client(port: port)
        client.request("GET \(path)")
        client.halfClose()
        #expect(try client.receiveAll().hasPrefix("HTTP/1.1 200 "))
      }
    }
  }
}

// MARK: - Connections

extension HTTPServerTests.LimitTests {
  @Test func `more than a thousand idle connections leave room for the next`() async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let idle = try (0..<1_100).map { _ in try Client(port: port) }
      let client = try Client(port: port)
      client.request("GET /hello")
      #expect(try client.response().hasSuffix("hello"))
      idle[0].request("GET /hello")
      #expect(try idle[0].response().hasSuffix("hello"))
    }
  }

  @Test func `a connection too many is told so and closed, until another leaves`() async throws {
    try await withServer {
      $0.connectionLimit = 2
    } body: { port in
      let clients = try (0..<2).map { _ in try Client(port: port) }
      for client in clients {
        client.request("GET /hello")
        _ = try client.response()
      }
      let surplus = try Client(port: port)
      surplus.request("GET /hello")
      let response = try surplus.receiveAll()
      #expect(response.hasPrefix("HTTP/1.1 503 "))
      #expect(response.contains("Connection: close\r\n"))
      clients[0].leave()
      let next = try Client(port: port)
      next.request("GET /hello")
      #expect(try next.response().hasPrefix("HTTP/1.1 "))
    }
  }
}

extension HTTPServerTests.LimitTests {
  @Test func `a client that has all its connections is told so before it asks, until one leaves`() async throws {
    try await withServer {
      $0.connectionLimitPerClient = 2
      $0.loopCount = 2
    } body: { port in
      let clients = try (0..<2).map { _ in try Client(port: port) }
      for client in clients {
        client.request("GET /hello")
        _ = try client.response()
      }
      let surplus = try Client(port: port)
      let refusal = try surplus.receiveAll()
      #expect(refusal.hasPrefix("HTTP/1.1 429 Too Many Requests\r\n"))
      #expect(refusal.contains("\r\nCache-Control: private, no-store\r\n"))
      #expect(refusal.contains("\r\nRetry-After: 5\r\n"))
      clients[0].request("GET /hello")
      #expect(try clients[0].response().hasSuffix("hello"))
      clients[1].leave()
      // The server hears of those that left when it next looks.
      #expect(
        try eventually {
          let client = try Client(port: port)
          client.request("GET /hello")
          return try client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 ")
        })
    }
  }

  @Test func `a trusted proxy may have any number`() async throws {
    try await withServer {
      $0.connectionLimitPerClient = 1
      $0.trustedProxies = [IPNetwork("127.0.0.0/8")].compactMap(\.self)
    } body: { port in
      for client in try (0..<5).map({ _ in try Client(port: port) }) {
        client.request("GET /hello")
        #expect(try client.response().hasSuffix("hello"))
      }
    }
  }
}

// MARK: - Time

extension HTTPServerTests.LimitTests {
  @Test(arguments: ["", "GET / HTTP/1.1\r\nHost: t\r\n"])
  func `a head that does not come in time is answered 408`(start: String) async throws {
    try await withServer {
      $0.headTimeout = .milliseconds(100)
    } body: { port in
      let client = try Client(port: port)
      client.send(start)
      let response = try client.receiveAll()
      #expect(response.hasPrefix("HTTP/1.1 408 Request Timeout\r\nDate: "))
      #expect(response.contains("\r\nConnection: close\r\n"))
      #expect(response.hasSuffix("\r\n\r\nheadTooSlow(limit: 0.1 seconds)"))
      #expect(response.contains("\r\nContent-Length: 31\r\n"))
    }
  }

  @Test func `a byte now and then does not prolong the time for a head`() async throws {
    try await withServer {
      $0.headTimeout = .milliseconds(200)
    } body: { port in
      let client = try Client(port: port)
      client.send("GET / HTTP/1.1\r\n")
      var response = ""
      let isAnswered = eventually {
        client.send("X-Slow: 1\r\n")
        response = client.receiveAnything(within: 0.05)
        return !response.isEmpty
      }
      #expect(isAnswered)
      #expect(response.hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test func `a body that does not come in time is answered 408`() async throws {
    try await withServer {
      $0.bodyTimeout = .milliseconds(100)
    } body: { port in
      let client = try Client(port: port)
      client.request("POST /x", fields: "Content-Length: 10\r\n", body: "12345")
      let response = try client.receiveAll()
      #expect(response.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
      #expect(response.hasSuffix("bodyTooSlow(limit: 0.1 seconds)"))
    }
  }

  @Test func `a connection is kept for its idle time`() async throws {
    try await withServer {
      $0.headTimeout = .seconds(3)
      $0.idleTimeout = .seconds(8)
    } body: { port in
      let client = try Client(port: port)
      let start = ContinuousClock.now
      client.request("GET /hello")
      #expect(try client.response().hasPrefix("HTTP/1.1 200 "))
      #expect(try client.receiveAll() == "")
      #expect(ContinuousClock.now - start > .seconds(7))
    }
  }
}

// MARK: - Sizes

extension HTTPServerTests.LimitTests {
  @Test func `bodies arrive whole up to the limit, with a length or in chunks`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      let body = String(repeating: "b", count: 65_536)
      client.request("POST /x", fields: "Content-Length: 65536\r\n", body: body)
      #expect(try client.response().contains(" 65536 bbb"))
      let chunked = "8000\r\n\(body.prefix(32_768))\r\n8000\r\n\(body.prefix(32_768))\r\n0\r\n\r\n"
      client.request("POST /x", fields: "Transfer-Encoding: chunked\r\n", body: chunked)
      #expect(try client.response().contains(" 65536 bbb"))
    }
  }

  @Test func `a client that asks before it sends a body is told to go on`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("POST /x", fields: "Content-Length: 3\r\nExpect: 100-continue\r\n")
      #expect(try client.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      client.send("abc")
      #expect(try client.response().contains(" 3 abc"))
    }
  }

  @Test(arguments: ["", "Expect: 100-continue\r\n"])
  func `a length over the limit is refused before the body comes`(expectation: String) async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("POST /x", fields: "Content-Length: 65537\r\n\(expectation)")
      let response = try client.receiveAll()
      #expect(response.hasPrefix("HTTP/1.1 413 "))
      #expect(response.contains("Connection: close\r\n"))
      #expect(response.hasSuffix("bodyTooLarge(limit: 65536)"))
    }
  }

  @Test func `a chunked body over the limit is refused at its end`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      let piece = "8000\r\n\(String(repeating: "b", count: 32_768))\r\n"
      client.request("POST /x", fields: "Transfer-Encoding: chunked\r\n", body: "\(piece)\(piece)1\r\nb\r\n0\r\n\r\n")
      #expect(try client.receiveAll().hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test func `a chunked body without end is refused in its midst`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("POST /x", fields: "Transfer-Encoding: chunked\r\n")
      let piece = "8000\r\n\(String(repeating: "b", count: 32_768))\r\n"
      for _ in 0..<64 { client.send(piece) }
      #expect(try client.receiveAll().hasPrefix("HTTP/1.1 413 "))
      let next = try Client(port: port)
      next.request("GET /hello")
      #expect(try next.response().hasSuffix("hello"))
    }
  }

  @Test func `who looks for an answer only after having sent too much still finds it`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("POST /x", fields: "Content-Length: 20000000\r\n")
      let piece = String(repeating: "b", count: 100_000)
      for _ in 0..<200 { client.send(piece) }
      #expect(try client.receiveAll().hasSuffix("bodyTooLarge(limit: 65536)"))
    }
  }

  @Test func `who sends without end is no longer read at some time`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("POST /x", fields: "Content-Length: 1000000000000\r\n")
      #expect((250_000_000..<400_000_000).contains(client.flood(atLeast: 250_000_000, atMost: 1_000_000_000)))
      #expect(try client.receive(until: "bodyTooLarge(limit: 65536)").hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test func `who stays after too much counts as a connection until the time for a body is over`() async throws {
    try await withServer {
      $0.bodyTimeout = .seconds(8)
      $0.connectionLimit = 1
    } body: { port in
      let client = try Client(port: port)
      client.request("POST /x", fields: "Content-Length: 70000\r\n")
      #expect(try client.receiveAll().hasPrefix("HTTP/1.1 413 "))
      func answer() throws -> String {
        let next = try Client(port: port)
        next.request("GET /hello")
        return try next.response()
      }
      #expect(try answer().hasPrefix("HTTP/1.1 503 "))
      #expect(try eventually { try answer().hasSuffix("hello") })
      client.leave()
    }
  }

  @Test func `a target that fills the head is told apart from its fields`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("GET /\(String(repeating: "t", count: 16_400))")
      #expect(try client.receiveAll().hasPrefix("HTTP/1.1 414 "))
    }
  }

  @Test(arguments: ["GET", "HEAD", "POST"])
  func `a head that leaves no memory for an answer has one`(method: String) async throws {
    try await withServer { port in
      for size in stride(from: 23_900, through: 24_600, by: 20) {
        let filler = String(repeating: "t", count: size)
        let (target, field) = (try Client(port: port), try Client(port: port))
        target.request("\(method) /\(filler)")
        #expect(try target.receiveAll().hasPrefix("HTTP/1.1 414 "), "\(size)")
        field.request("\(method) /hello", fields: "X: \(filler)\r\n")
        #expect(try field.receiveAll().hasPrefix("HTTP/1.1 431 "), "\(size)")
      }
    }
  }

  @Test(arguments: [(15_000, "HTTP/1.1 200 "), (16_400, "HTTP/1.1 431 "), (40_000, "HTTP/1.1 431 ")])
  func `a head may have 16 KiB`(size: Int, status: String) async throws {
    try await withServer { port in
      let client = try Client(port: port)
      let fields = (0..<10).map { "X-\($0): \(String(repeating: "h", count: size / 10))\r\n" }.joined()
      client.request("GET /hello", fields: fields)
      #expect(try client.response().hasPrefix(status))
    }
  }

  @Test func `a HEAD that is too long is answered by a head`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("HEAD /hello", fields: "X: \(String(repeating: "h", count: 17_000))\r\n")
      let answer = try client.receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 431 ") && answer.hasSuffix("\r\n\r\n"))
    }
  }
}
