import Foundation
import RawClient
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// Streams over a real socket, byte for byte.
struct StreamTests {
  private let apples = "/v1/stream?from=100%20apples&to=400%20apples&duration=0.1&fps=20&late=send"

  @Test func `a stream begins, shows every frame and ends`() async throws {
    let service = try RunningService()
    var answer = ""
    // Frames are skipped where the machine stands still for as long as one lasts, here half a second.
    for _ in 0..<5 {
      let missed = service.context.metrics.sum { $0.framesMissed.value }
      answer = try service.get("/v1/stream?from=100%20apples&to=400%20apples&duration=1&fps=2")
        .receive(until: "0\r\n\r\n")
      if service.context.metrics.sum({ $0.framesMissed.value }) == missed { break }
    }
    for field in [
      "HTTP/1.1 200 OK\r\n", "Content-Type: text/event-stream\r\n", "Cache-Control: no-store, no-transform\r\n",
      "X-Accel-Buffering: no\r\n", "Transfer-Encoding: chunked\r\n",
    ] {
      #expect(answer.contains(field))
    }
    #expect(
      unchunked(answer) == """
        retry: 1000
        event: start
        data: {"animation":{"from":"100 apples","to":"400 apples","interpolation":"number","curve":"easeInOut",\
        "duration":1,"fps":2,"frameCount":3,"animated":true}}

        id: 0
        data: {"index":0,"time":0,"progress":0,"text":"100 apples"}

        id: 1
        data: {"index":1,"time":0.5,"progress":0.5,"text":"250 apples"}

        id: 2
        data: {"index":2,"time":1,"progress":1,"text":"400 apples"}

        event: end
        data: {"reason":"finished","framesSent":3,"framesSkipped":0}


        """)
    #expect(await service.stop())
  }

  @Test func `a stream of one frame has one frame and one end`() async throws {
    let service = try RunningService()
    for target in ["/v1/stream?from=1&to=5&duration=0", "/v1/stream?from=5&to=5"] {
      let body = unchunked(try service.get(target).receive(until: "0\r\n\r\n"))
      #expect(body.components(separatedBy: "\nid: ").count == 2)
      #expect(body.components(separatedBy: "event: end").count == 2)
      #expect(body.contains(#""text":"5""#))
    }
    #expect(await service.stop())
  }

  @Test func `a terminal sees its line rewritten`() async throws {
    let service = try RunningService()
    let body = unchunked(try service.get(apples + "&as=text").receive(until: "0\r\n\r\n"))
    #expect(body == "\r100 apples\u{1B}[K\r250 apples\u{1B}[K\r400 apples\u{1B}[K\n")
    #expect(await service.stop())
  }

  @Test func `NDJSON is one value a line`() async throws {
    let service = try RunningService()
    let body = unchunked(try service.get(apples + "&as=ndjson").receive(until: "0\r\n\r\n"))
    let lines = body.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix(#"{"animation":{"#))
    #expect(lines[1] == #"{"index":0,"time":0,"progress":0,"text":"100 apples"}"#)
    #expect(lines[4] == #"{"end":{"reason":"finished","framesSent":3,"framesSkipped":0}}"#)
    #expect(await service.stop())
  }

  @Test func `a client of HTTP 1.0 gets bare bytes`() async throws {
    let service = try RunningService()
    let client = try Client(port: service.port)
    client.send("GET \(apples)&as=text HTTP/1.0\r\n\r\n")
    let answer = try client.receiveAll()
    #expect(answer.contains("Connection: close\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n\r100 apples\u{1B}[K\r250 apples\u{1B}[K\r400 apples\u{1B}[K\n"))
    #expect(await service.stop())
  }

  @Test(arguments: [("Last-Event-ID: 0\r\n", ""), ("", "&lastEventId=0")])
  func `a reconnect goes on after the frame it has seen`(fields: String, query: String) async throws {
    let service = try RunningService()
    let body = unchunked(try service.get(apples + query, fields: fields).receive(until: "0\r\n\r\n"))
    #expect(!body.contains("id: 0\n"))
    #expect(body.contains("id: 1\n"))
    #expect(body.contains(#"{"reason":"finished","framesSent":2,"framesSkipped":0}"#))
    #expect(await service.stop())
  }

  @Test(arguments: ["2", "99", "999999999999999"])
  func `who has seen the end is told to stay away`(id: String) async throws {
    let service = try RunningService()
    let opened = apples + "&lastEventId=0"
    let answer = try service.get(opened, fields: "Last-Event-ID: \(id)\r\n").receive(until: "\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 204 "))
    #expect(answer.contains("Cache-Control: no-store"))
    #expect(answer.contains("Vary: "))
    #expect(await service.stop())
  }

  @Test(arguments: ["-1", "x", "1e3", "９", "1 ", "99999999999999999999"])
  func `an id from elsewhere starts from the beginning`(id: String) async throws {
    let service = try RunningService()
    let body = unchunked(try service.get(apples + "&lastEventId=\(id.urlEncoded)").receive(until: "0\r\n\r\n"))
    #expect(body.contains("id: 0\n"))
    #expect(await service.stop())
  }

  @Test func `on shutdown every stream says farewell and the server stops cleanly`() async throws {
    let service = try RunningService()
    let clients = try (0..<20).map { _ in try service.get("/v1/stream?from=1&to=1000&repeat=infinite&fps=10&late=send")
    }
    for client in clients { _ = try client.receive(until: "id: 1\n") }
    let clean = await service.stop()
    #expect(clean)
    for client in clients {
      let rest = try client.receive(until: "0\r\n\r\n")
      #expect(rest.contains("event: end\ndata: {\"reason\":\"shutdown\""))
      #expect(rest.firstMatch(of: /retry: \d{3,4}\n/) != nil)
    }
    #expect(service.context.streamLimits.streams.taken == 0)
  }

  @Test func `a full service answers 503 before anything starts`() async throws {
    let service = try RunningService { $0.maximumStreams = 1 }
    let first = try service.get("/v1/stream?from=1&to=1000&repeat=infinite")
    _ = try first.receive(until: "id: 0\n")
    let answer = try service.get("/v1/stream?from=1&to=1000").response()
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
    #expect(answer.contains("Retry-After: "))
    #expect(answer.contains("application/problem+json"))
    #expect(await service.stop())
  }

  @Test func `a place is free again when its client has left`() async throws {
    let service = try RunningService { $0.maximumStreams = 1 }
    let first = try service.get("/v1/stream?from=1&to=1000&repeat=infinite&delay=50")
    _ = try first.receive(until: "event: start")
    first.leave()
    #expect(eventually { service.context.streamLimits.streams.taken == 0 })
    #expect(await service.stop())
  }

  @Test(arguments: ["from=1&to=1000&duration=60", "from=0&to=1&duration=3600&frames=distinct"])
  func `a stream that is too old ends and may be continued`(query: String) async throws {
    let service = try RunningService {
      $0.maximumStreamSeconds = 1
      $0.heartbeatInterval = 3600
    }
    let body = unchunked(try service.get("/v1/stream?\(query)").receive(until: "0\r\n\r\n"))
    #expect(body.contains(#""reason":"lifetime""#))
    #expect(await service.stop())
  }

  @Test func `a stream does not end of age before its delay is over`() async throws {
    let service = try RunningService { $0.maximumStreamSeconds = 3 }
    let body = unchunked(try service.get("/v1/stream?from=1&to=3&duration=0&delay=3.5").receive(until: "0\r\n\r\n"))
    #expect(body.contains(#""reason":"finished""#))
    #expect(await service.stop())
  }

  @Test func `where nothing is due there is a sign of life as often as the settings say`() async throws {
    let service = try RunningService { $0.heartbeatInterval = 1 }
    let queries = ["", "&animations=%5B%7B%22id%22:1%7D%5D"]
    let start = ContinuousClock.now
    let clients = try queries.map { try service.get("/v1/stream?from=1&to=3&delay=100" + $0) }
    for client in clients { _ = try client.receive(until: "\nid: 0\n") }
    for client in clients {
      for _ in 0..<2 { _ = try client.receive(until: "3\r\n:\n\n\r\n") }
    }
    #expect(start.duration(to: .now) > .seconds(1.9))
    for client in clients { client.leave() }
    #expect(await service.stop())
  }

  @Test func `HEAD has the fields of GET and no body`() async throws {
    let service = try RunningService()
    let client = try Client(port: service.port)
    client.request("HEAD \(apples)")
    let head = try client.receiveAll()
    let other = try service.get(apples).receive(until: "\r\n\r\n")
    func names(_ head: String) -> [Substring] { head.split(separator: "\r\n").map { $0.prefix { $0 != ":" } } }
    #expect(names(head) == names(other))
    #expect(head.contains("Content-Type: text/event-stream\r\n"))
    #expect(head.hasSuffix("\r\n\r\n"))
    #expect(eventually { service.context.streamLimits.streams.taken == 0 })
    #expect(await service.stop())
  }

  @Test func `the connection of a stream ends with it`() async throws {
    let service = try RunningService()
    let answer = try service.get("/v1/stream?to=5&duration=0").receiveAll()
    #expect(answer.contains("\r\nConnection: close\r\n"))
    #expect(answer.hasSuffix("\n\n\r\n0\r\n\r\n"))
    #expect(await service.stop())
  }

  @Test func `readiness ends before the streams do`() async throws {
    let service = try RunningService()
    let client = try Client(port: service.port)
    client.request("GET /readyz")
    #expect(try client.response().hasPrefix("HTTP/1.1 200 "))
    service.context.readiness.end()
    client.request("GET /readyz")
    #expect(try client.response().hasPrefix("HTTP/1.1 503 "))
    client.request("GET /healthz")
    #expect(try client.response().hasPrefix("HTTP/1.1 200 "))
    #expect(await service.stop())
  }
}

extension String {
  fileprivate var urlEncoded: String {
    utf8.map { "%" + String(UInt16($0) + 0x100, radix: 16).suffix(2) }.joined()
  }
}
