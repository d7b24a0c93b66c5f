import Foundation
import RawClient
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// Several animations on one connection, byte for byte.
struct SeveralStreamsTests {
  private let two = #"""
    {"curve": "linear", "fps": 20, "from": 0, "to": 2, "duration": 0.1,
     "animations": [{"id": "a"}, {"id": "b", "delay": 0.05}]}
    """#

  /// Sends a list by POST and leaves the answer to be read.
  private func post(
    _ body: String, query: String = "", fields: String = "", to service: RunningService, receiveBuffer: Int32? = nil
  ) throws -> Client {
    let client = try Client(port: service.port, receiveBuffer: receiveBuffer)
    let length = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    client.request("POST /v1/stream\(query)", fields: length + fields, body: body)
    return client
  }

  private func query(_ list: String) -> String {
    "animations=" + (list.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
  }

  @Test func `one connection shows all of them on one clock`() async throws {
    let service = try RunningService()
    let answer = try post(two, query: "?late=send", to: service).receive(until: "\r\n0\r\n\r\n")
    #expect(answer.contains("Content-Type: text/event-stream\r\n"))
    #expect(
      unchunked(answer) == """
        retry: 1000
        event: start
        data: {"animations":[{"id":"a","animation":{"from":"0","to":"2","interpolation":"number","curve":"linear",\
        "duration":0.1,"fps":20,"frameCount":3,"animated":true}},{"id":"b","animation":{"from":"0","to":"2",\
        "interpolation":"number","curve":"linear","duration":0.1,"fps":20,"frameCount":3,"animated":true}}]}

        id: 0
        data: {"id":"a","index":0,"time":0,"progress":0,"text":"0"}

        id: 1
        data: {"id":"b","index":0,"time":0,"progress":0,"text":"0"}

        id: 2
        data: {"id":"a","index":1,"time":0.05,"progress":0.5,"text":"1"}

        id: 3
        data: {"id":"a","index":2,"time":0.1,"progress":1,"text":"2"}

        id: 4
        data: {"id":"b","index":1,"time":0.1,"progress":0.5,"text":"1"}

        id: 5
        data: {"id":"b","index":2,"time":0.15,"progress":1,"text":"2"}

        event: end
        data: {"reason":"finished","framesSent":6,"framesSkipped":0}


        """)
    #expect(await service.stop())
  }

  @Test func `it is the same over TLS`() async throws {
    let plain = try RunningService()
    let shown = unchunked(try post(two, query: "?late=send", to: plain).receive(until: "\r\n0\r\n\r\n"))
    let certificate = try TestCertificate()
    let service = try RunningService {
      ($0.tlsCertificateFile, $0.tlsKeyFile) = (certificate.certificateFile, certificate.keyFile)
    }
    let secure = try SecureClient(port: service.port, trusting: certificate)
    let length = "Content-Type: application/json\r\nContent-Length: \(two.utf8.count)\r\n"
    secure.client.request("POST /v1/stream?late=send", fields: length, body: two)
    #expect(unchunked(try secure.client.receive(until: "\r\n0\r\n\r\n")) == shown)
    #expect(await service.stop())
    #expect(await plain.stop())
  }

  @Test func `frames due at the same instant leave in one chunk`() async throws {
    let service = try RunningService()
    let list = (0..<256).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    let body = #"{"from":0,"to":3,"duration":0.2,"fps":10,"animations":[\#(list)]}"#
    let client = try post(body, query: "?as=ndjson&late=send", to: service)
    _ = try client.receive(until: "\r\n\r\n")
    let chunks = try client.receive(until: "\r\n0\r\n\r\n").components(separatedBy: "\r\n")
    let frames = chunks.filter { $0.hasPrefix(#"{"id":"#) }
    #expect(frames.map { $0.split(separator: "\n").count } == [256, 256, 256])
    #expect(chunks.contains { $0.contains(#""framesSent":768,"framesSkipped":0"#) })
    #expect(await service.stop())
  }

  @Test func `a query is for those who cannot post`() async throws {
    let service = try RunningService()
    let target = "/v1/stream?duration=0&to=1&as=ndjson&late=send&" + query(#"[{"id":"a"},{"id":"b","delay":"20ms"}]"#)
    let lines = unchunked(try service.get(target).receive(until: "\r\n0\r\n\r\n")).split(separator: "\n")
    #expect(
      lines.dropFirst() == [
        #"{"id":"a","index":0,"time":0,"progress":1,"text":"1"}"#,
        #"{"id":"b","index":0,"time":0,"progress":0,"text":""}"#,
        #"{"id":"b","index":1,"time":0.02,"progress":1,"text":"1"}"#,
        #"{"end":{"reason":"finished","framesSent":3,"framesSkipped":0}}"#,
      ])
    #expect(await service.stop())
  }

  @Test func `a terminal has a line for each`() async throws {
    let service = try RunningService()
    let body = #"{"duration":0,"animations":[{"id":"1","to":"é"},{"id":"2","from":"a","to":"\u001b[2J","delay":0.01}]}"#
    let answer = unchunked(try post(body, query: "?as=text&late=send", to: service).receive(until: "\r\n0\r\n\r\n"))
    let first = "\n\n\u{1B}[2A\ré\u{1B}[K\u{1B}[2B\u{1B}[1A\ra\u{1B}[K\u{1B}[1B"
    #expect(answer == first + "\u{1B}[1A\r␛[2J\u{1B}[K\u{1B}[1B\r")
    #expect(await service.stop())
  }

  @Test func `an endless animation runs beside one with an end`() async throws {
    let service = try RunningService()
    let body = #"{"from":0,"to":9,"fps":50,"duration":0.1,"animations":[{"id":"a","repeat":"infinite"},{"id":"b"}]}"#
    let client = try post(body, query: "?late=send", to: service)
    #expect(try client.receive(until: "\n\n").contains(#""frameCount":null"#))
    _ = try client.receive(until: #"{"id":"b","index":5,"#)
    _ = try client.receive(until: #"{"id":"a","index":12,"#)
    client.leave()
    #expect(await service.stop())
  }

  @Test func `a wrong list is refused before anything starts`() async throws {
    let service = try RunningService()
    let answer = try post(#"{"animations":[{"id":"a","to":1},{"id":"a","to":1}]}"#, to: service).response()
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(answer.contains("`animations[1].id` is the same as that of `animations[0]`"))
    #expect(service.context.streamLimits.streams.taken == 0)
    #expect(await service.stop())
  }
}

// MARK: - Coming back

extension SeveralStreamsTests {
  @Test(arguments: 0..<5)
  func `a reconnect goes on after any frame of any label`(seen: Int) async throws {
    let service = try RunningService()
    let whole = unchunked(try post(two, query: "?late=send", to: service).receive(until: "\r\n0\r\n\r\n"))
    let field = "Last-Event-ID: \(seen)\r\n"
    let rest = unchunked(try post(two, query: "?late=send", fields: field, to: service).receive(until: "\r\n0\r\n\r\n"))
    let events = { (body: String) in body.components(separatedBy: "\n\n").filter { $0.hasPrefix("id: ") } }
    #expect(events(rest) == Array(events(whole).dropFirst(seen + 1)))
    #expect(rest.contains(#""framesSent":\#(5 - seen),"framesSkipped":0"#))
    #expect(await service.stop())
  }

  @Test(arguments: ["5", "6", "999999999999999"])
  func `who has seen the end of all is told to stay away`(seen: String) async throws {
    let service = try RunningService()
    let target = "/v1/stream?from=0&to=2&fps=20&duration=0.1&" + query(#"[{"id":"a"},{"id":"b","delay":0.05}]"#)
    let answer = try service.get(target, fields: "Last-Event-ID: \(seen)\r\n").receive(until: "\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 204 "))
    #expect(await service.stop())
  }

  @Test func `one who has seen the end of an endless list does not exist`() async throws {
    let service = try RunningService()
    let target =
      "/v1/stream?from=1&to=2&repeat=infinite&lastEventId=999999999999999&" + query(#"[{"id":"a"},{"id":"b"}]"#)
    _ = try service.get(target).receive(until: #""id":"b""#)
    #expect(await service.stop())
  }
}

// MARK: - Slow clients, and the end

extension SeveralStreamsTests {
  private struct Frame: Decodable { var id: String, index: Int, text: String }
  private struct End: Decodable {
    struct Summary: Decodable { var framesSent: Int, framesSkipped: Int }
    var end: Summary
  }

  @Test(.timeLimit(.minutes(10)))
  func `a slow client sees the newest frame of each label and the last of all`() async throws {
    let service = try RunningService()
    let tail = String(repeating: "x", count: 500)
    let list = (0..<64).map { #"{"id":"\#($0)","delay":"\#($0 % 7)ms"}"# }.joined(separator: ",")
    let body = #"{"from":"0 \#(tail)","to":"1000 \#(tail)","duration":1,"fps":200,"animations":[\#(list)]}"#
    let client = try post(body, query: "?as=ndjson", to: service, receiveBuffer: 4096)
    // Another viewer's second is over before this one begins to read.
    _ = try service.get("/v1/stream?from=0&to=9&duration=1.2").receive(until: "\r\n0\r\n\r\n")
    let lines = unchunked(try client.receive(until: "\r\n0\r\n\r\n")).split(separator: "\n")
    let frames = try lines.dropFirst().dropLast().map { try JSONDecoder().decode(Frame.self, from: Data($0.utf8)) }
    let end = try JSONDecoder().decode(End.self, from: Data(try #require(lines.last).utf8)).end
    #expect(end.framesSent == frames.count)
    #expect(end.framesSent + end.framesSkipped == 64 * 201)
    #expect(end.framesSkipped > 64)
    for label in 0..<64 {
      let own = frames.filter { $0.id == "\(label)" }
      #expect(own.last?.index == 200)
      #expect(own.last?.text.hasPrefix("1000 ") == true)
      #expect(zip(own, own.dropFirst()).allSatisfy { $0.index < $1.index })
    }
    #expect(await service.stop())
  }

  @Test func `long texts that are due together are shared out over several writes`() async throws {
    let service = try RunningService { $0.maximumAnimationsBytes = 1_048_576 }
    let text = String(repeating: "é", count: 4000)
    let list = (0..<40).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    let client = try post(#"{"to":"\#(text)","animations":[\#(list)]}"#, query: "?as=ndjson", to: service)
    _ = try client.receive(until: "\r\n\r\n")
    let chunks = try client.receive(until: "\r\n0\r\n\r\n").components(separatedBy: "\r\n")
    let frames = chunks.filter { $0.hasPrefix(#"{"id":"#) }
    #expect(frames.map { $0.split(separator: "\n").count } == [9, 9, 9, 9, 4])
    #expect(await service.stop())
  }

  @Test func `on shutdown it says farewell once`() async throws {
    let service = try RunningService()
    let client = try post(
      #"{"from":0,"to":9,"repeat":"infinite","fps":10,"late":"send","animations":[{"id":"a"},{"id":"b"}]}"#, to: service
    )
    _ = try client.receive(until: #"{"id":"b","index":1,"#)
    #expect(await service.stop())
    let rest = try client.receive(until: "\r\n0\r\n\r\n")
    #expect(rest.components(separatedBy: "event: end\ndata: {\"reason\":\"shutdown\"").count == 2)
    #expect(rest.firstMatch(of: /retry: \d{3,4}\n/) != nil)
    #expect(service.context.streamLimits.streams.taken == 0)
  }
}
