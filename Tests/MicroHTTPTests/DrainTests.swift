import Glibc
import MicroHTTP
import RawClient
import Testing

extension HTTPServerTests {
  @Suite(.serialized) struct DrainTests {}
}

extension HTTPServerTests.DrainTests {
  @Test func `streams that end when told to make a clean end`() async throws {
    var clients: [Client] = []
    let clean = try await withServer { port in
      clients = try (0..<8).map { _ in try Client(port: port) }
      for client in clients { client.request("GET /stream") }
      for client in clients { _ = try client.receive(until: "opened\n\r\n") }
    }
    #expect(clean)
    for client in clients { #expect(try client.receiveAll() == "0\r\n\r\n") }
  }

  @Test func `streams that do not end are cut when the grace is over`() async throws {
    var client: Client?
    let clean = try await withServer(grace: .milliseconds(100)) { port in
      client = try Client(port: port)
      client?.request("GET /stubborn")
      _ = try client?.receive(until: "opened\n\r\n")
    }
    #expect(!clean)
    #expect(try client?.receiveAll() == "")
  }

  @Test func `idle connections are closed at once`() async throws {
    var clients: [Client] = []
    let clean = try await withServer { port in
      clients = try (0..<4).map { _ in try Client(port: port) }
      for client in clients.dropFirst() {
        client.request("GET /hello")
        _ = try client.response()
      }
    }
    #expect(clean)
    for client in clients { #expect(try client.receiveAll() == "") }
  }

  @Test func `a response under way is finished`() async throws {
    let (headArrived, head) = AsyncStream<Void>.makeStream()
    var reading: Task<Int, any Error>?
    let clean = try await withServer { port in
      reading = Task {
        try await aside {
          defer { head.finish() }
          let client = try Client(port: port, receiveBuffer: 65_536)
          client.request("GET /large")
          _ = try client.receive(until: "\r\n\r\n")
          head.finish()
          while (try? Client(port: port)) != nil { usleep(10_000) }
          return try client.receiveAll().utf8.count
        }
      }
      for await _ in headArrived {}
    }
    #expect(clean)
    #expect(try await reading?.value == 8 << 20)
  }

  @Test func `a request under way whose answer is known is answered, and its connection closed`() async throws {
    let (hasBegun, begun) = AsyncStream<Void>.makeStream()
    var reading: Task<String, any Error>?
    let clean = try await withServer {
      $0.loopCount = 1
    } body: { port in
      reading = Task {
        try await aside {
          defer { begun.finish() }
          let known = "GET /standing HTTP/1.1\r\nHost: a\r\n\r\n"
          let client = try Client(port: port)
          for _ in 0..<2 {
            client.send(known)
            _ = try client.response()
          }
          client.send(String(known.dropLast()))
          begun.finish()
          while (try? Client(port: port)) != nil { usleep(10_000) }
          client.send("\r\n")
          return try client.receiveAll()
        }
      }
      for await _ in hasBegun {}
    }
    let answer = try await reading?.value ?? ""
    #expect(clean)
    #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("\r\n\r\nshared"))
  }

  @Test func `a new client is refused after the end`() async throws {
    var port = 0
    try await withServer { port = $0 }
    #expect(throws: Client.Failure.self) { try Client(port: port) }
  }
}
