import MicroHTTP
import RawClient
import Testing

extension HTTPServerTests {
  @Suite(.serialized) struct OwnershipTests {}
}

extension HTTPServerTests.OwnershipTests {
  @Test(arguments: ["leaves", "resets", "has got everything"])
  func `a stream, its producer and its connection are let go of when its client`(
    way: String
  ) async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let observer = try Client(port: port)
      let client = try Client(port: port)
      client.request("GET /held")
      _ = try client.receive(until: "opened\n")
      observer.request("GET /alive")
      #expect(try observer.response().hasSuffix("1 1 1"))
      switch way {
      case "leaves": client.leave()
      case "resets": client.reset()
      default:
        observer.request("GET /release")
        _ = try observer.response()
        _ = try client.receive(until: "0\r\n\r\n")
        client.leave()
      }
      let isGone = try eventually {
        observer.request("GET /alive")
        return try observer.response().hasSuffix("0 0 0")
      }
      #expect(isGone)
    }
  }

  @Test func `a server that has stopped lets go of its handlers, whatever its clients were doing`() async throws {
    weak var observed: Lifetime?
    var clients: [Client] = []
    do {
      let lifetime = Lifetime()
      observed = lifetime
      try await withServer(grace: .zero) { port in
        for path in ["held", "three", "hello", "large", "flood?endless"] {
          let client = try Client(port: port)
          client.request("GET /\(path)")
          _ = try client.receive(until: "\r\n\r\n")
          clients.append(client)
        }
      } handler: {
        TestHandler(queue: $0, lifetime: lifetime)
      }
    }
    #expect(eventually { observed == nil })
  }
}
