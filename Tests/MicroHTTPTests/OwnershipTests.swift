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
      let client = try Client(viewing: "/held", port: port)
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

  @Test(arguments: ["leaves", "resets", "has got it"])
  func `an answer that comes later is let go of when its client`(way: String) async throws {
    try await withServer {
      $0.loopCount = 1
    } body: { port in
      let observer = try Client(port: port)
      let client = try Client(port: port)
      client.request("GET /later")
      func isWaiting() throws -> Bool {
        observer.request("GET /alive")
        return try observer.response().hasSuffix("true")
      }
      let waits = try eventually { try isWaiting() }
      #expect(waits)
      switch way {
      case "leaves": client.leave()
      case "resets": client.reset()
      default: break
      }
      observer.request("GET /answer")
      #expect(try observer.response().hasSuffix("answered"))
      if way == "has got it" { #expect(try client.response().hasSuffix("later")) }
      let isGone = try eventually { try !isWaiting() }
      #expect(isGone)
    } handler: { _ in
      LateHandler()
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

/// Has requests for `/later` wait until another asks for `/answer`.
private final class LateHandler: RequestHandler {
  private var waiting: LaterAnswer?
  private weak var last: LaterAnswer?

  func respond(to request: Request) -> Response {
    switch request.path {
    case "/later":
      return Response(
        body: .later {
          self.waiting = $0
          self.last = $0
        })
    case "/answer":
      waiting?.send(text("later"))
      waiting = nil
      return text("answered")
    default: return text("\(last != nil)")
    }
  }

  func respond(to rejection: RequestRejection, requestID: String) -> Response { text("\(rejection)") }

  func drain() {}

  private func text(_ text: String) -> Response { Response(body: .bytes(Array(text.utf8))) }
}
