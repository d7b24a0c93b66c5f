import MicroHTTP
import RawClient
import Testing

extension HTTPServerTests {
  @Test func `a loop on its queue does what is due there, and leaves it alone when it goes`() async throws {
    try await withServer {
      $0.loopCount = 1
      $0.housekeepingInterval = .seconds(60)
    } body: { port in
      let monitor = try Client(viewing: "/monitor", port: port)
      let client = try Client(port: port)
      client.request("GET /timer")
      _ = try client.response()
      #expect(try monitor.receive(until: "attended\n\r\n") == "9\r\nattended\n\r\n")
      #expect(try monitor.receive(until: "due\n\r\n") == "4\r\ndue\n\r\n")
      #expect(try monitor.receive(until: "left alone\n\r\n") == "B\r\nleft alone\n\r\n")
    }
  }

  @Test func `what is due does not wait for all messages that other threads have left`() async throws {
    try await withServer {
      $0.loopCount = 1
      $0.housekeepingInterval = .seconds(60)
    } body: { port in
      let monitor = try Client(viewing: "/monitor", port: port)
      let client = try Client(port: port)
      client.request("GET /slow-messages")
      let told = try monitor.receive(until: "all messages\n\r\n")
      #expect(told.contains("due\n"))
    }
  }
}
