import Glibc
import MicroHTTP
import RawClient
import Testing

extension HTTPServerTests {
  @Suite(.serialized) struct ResponseStreamTests {}
}

// MARK: - Framing

extension HTTPServerTests.ResponseStreamTests {
  @Test func `a stream's frames are chunks and its connection ends with it`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.request("GET /three", fields: "X-Request-Id: mine\r\n")
      let head = try client.receive(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
      for field in ["Connection: close", "Transfer-Encoding: chunked", "X-Request-Id: mine"] {
        #expect(head.contains("\r\n\(field)\r\n"))
      }
      #expect(head.contains(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/))
      let body = try client.receiveAll()
      #expect(body == "3\r\none\r\n3\r\ntwo\r\n5\r\nthree\r\n0\r\n\r\n")
    }
  }

  @Test func `an HTTP 1.0 client gets bare bytes and the end of the connection`() async throws {
    try await withServer { port in
      let client = try Client(port: port)
      client.send("GET /three HTTP/1.0\r\n\r\n")
      let response = try client.receiveAll()
      #expect(!response.contains("Transfer-Encoding"))
      #expect(response.contains("Connection: close\r\n"))
      #expect(response.hasSuffix("\r\n\r\nonetwothree"))
    }
  }

  @Test func `frames leave when they are sent`() async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let client = try Client(port: port)
      client.request("GET /stream")
      #expect(try client.receive(until: "opened\n\r\n").hasSuffix("\r\n\r\n7\r\nopened\n\r\n"))
      let other = try Client(port: port)
      for frame in ["a", "bc", String(repeating: "d", count: 300)] {
        other.request("GET /say?\(frame)")
        #expect(try other.response().contains("sent"))
        let size = String(frame.utf8.count, radix: 16, uppercase: true)
        #expect(try client.receive(until: "\(frame)\r\n") == "\(size)\r\n\(frame)\r\n")
      }
      other.request("GET /finish")
      #expect(try client.receive(until: "0\r\n\r\n") == "0\r\n\r\n")
    }
  }

  @Test func `a request sent behind a stream gets no answer`() async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let client = try Client(port: port)
      client.send("GET /stream HTTP/1.1\r\nHost: t\r\n\r\nGET /hello HTTP/1.1\r\nHost: t\r\n\r\n")
      _ = try client.receive(until: "opened\n\r\n")
      let other = try Client(port: port)
      other.request("GET /finish")
      #expect(try client.receiveAll() == "0\r\n\r\n")
    }
  }
}

// MARK: - Leaving

extension HTTPServerTests.ResponseStreamTests {
  @Test(arguments: ["close", "reset", "half-close", "reset before the head has left"])
  func `a client that leaves a silent stream is noticed at once`(
    way: String
  ) async throws {
    try await withServer {
      $0.loopCount = 1
      $0.housekeepingInterval = .seconds(60)
    } body: { port in
      let monitor = try Client(viewing: "/monitor", port: port)
      let client = try Client(port: port)
      client.request("GET /stream")
      if way != "reset before the head has left" { _ = try client.receive(until: "opened\n") }
      switch way {
      case "close": client.leave()
      case "half-close": client.halfClose()
      default: client.reset()
      }
      guard way != "reset before the head has left" else { return }
      #expect(try monitor.receive(until: "\n\r\n").contains("closed peerLeft"))
    }
  }

  @Test func `a stream that is over ignores its producer`() async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let monitor = try Client(viewing: "/monitor", port: port)
      let client = try Client(viewing: "/stream", port: port)
      client.leave()
      _ = try monitor.receive(until: "closed peerLeft\n")
      let other = try Client(port: port)
      other.request("GET /late")
      #expect(try other.response().hasSuffix("closed]"))
    }
  }

  @Test func `many clients may leave at once while frames are sent to them`()
    async throws
  {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let clients = try (0..<400).map { _ in try Client(port: port) }
      for client in clients { client.request("GET /stream") }
      for client in clients { _ = try client.receive(until: "opened\n") }
      let other = try Client(port: port)
      other.request("GET /busy")
      _ = try other.response()
      for client in clients { client.reset() }
      other.request("GET /hello")
      #expect(try other.response().hasSuffix("hello"))
    }
  }

  @Test func `a finished stream is closed as finished`() async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let monitor = try Client(viewing: "/monitor", port: port)
      let client = try Client(viewing: "/stream", port: port)
      let other = try Client(port: port)
      other.request("GET /say?x")
      _ = try other.response()
      client.leave()
      #expect(try monitor.receive(until: "\n\r\n").contains("closed peerLeft"))
      let second = try Client(port: port)
      second.request("GET /three?monitored")
      _ = try second.receive(until: "0\r\n\r\n")
      #expect(try monitor.receive(until: "\n\r\n").contains("closed finished"))
    }
  }
}

// MARK: - Full sockets

extension HTTPServerTests.ResponseStreamTests {
  @Test func `a full socket refuses whole frames and takes the newest when it drains`() async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let monitor = try Client(viewing: "/monitor", port: port)
      let client = try Client(port: port, receiveBuffer: 4096)
      client.request("GET /flood")
      #expect(try monitor.receive(until: "\n\r\n").contains("full"))
      _ = try client.receive(until: "\r\n\r\n")
      let lines = try Self.dechunked(client.receive(until: "\r\n0\r\n\r\n")).split(separator: "\n")
      #expect(lines.dropLast().allSatisfy { $0.hasSuffix(" " + String(repeating: "x", count: 997)) })
      let numbers = lines.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
      #expect(numbers == numbers.sorted())
      let newest = try #require(numbers.last)
      #expect(newest >= 1000)
      #expect(try monitor.receive(until: "\n\r\n").contains("closed finished"))
    }
  }

  @Test func `a client that takes nothing for too long is cut`() async throws {
    try await withServer {
      $0.loopCount = 1
      $0.stalledWriteTimeout = .milliseconds(100)
    } body: { port in
      let monitor = try Client(viewing: "/monitor", port: port)
      let client = try Client(port: port, receiveBuffer: 4096)
      client.request("GET /flood?endless")
      #expect(try monitor.receive(until: "\n\r\n").contains("closed stalled"))
      client.leave()
    }
  }

  /// The bytes in the chunks of RFC 9112 section 7.1; what is torn makes it throw.
  static func dechunked(_ body: String) throws -> String {
    var rest = body.utf8[...]
    var content = ""
    while true {
      let lineEnd = try #require(rest.firstRange(of: "\r\n".utf8))
      let size = try #require(Int(String(decoding: rest[..<lineEnd.lowerBound], as: UTF8.self), radix: 16))
      rest = rest[lineEnd.upperBound...]
      guard size > 0 else { return content }
      content += String(decoding: rest.prefix(size), as: UTF8.self)
      rest = rest.dropFirst(size)
      try #require(rest.starts(with: "\r\n".utf8))
      rest = rest.dropFirst(2)
    }
  }
}
