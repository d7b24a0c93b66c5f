import Foundation
import RawClient
import Testing
import TextBytes

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// Streams of labels over a real socket.
struct LabelStreamTests {
  private func put(_ service: RunningService, _ name: String, _ body: String) throws -> String {
    let client = try Client(port: service.port)
    client.request(
      "PUT /v1/labels/\(name)",
      fields: "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n", body: body)
    return try client.response()
  }

  private func delete(_ service: RunningService, _ name: String) throws {
    let client = try Client(port: service.port)
    client.request("DELETE /v1/labels/\(name)")
    _ = try client.receive(until: "\r\n\r\n")
  }

  @Test func `a stream shows what the label is, then its frames, and its changes`() async throws {
    let service = try RunningService()
    _ = try put(service, "a", #"{"to":"0","duration":0.2,"fps":20,"curve":"linear"}"#)
    let client = try service.get("/v1/labels/a/stream")
    var answer = try client.receive(until: #""text":"0"}"# + "\n\n")
    #expect(answer.contains("HTTP/1.1 200 OK\r\n") && answer.contains("Content-Type: text/event-stream\r\n"))
    #expect(unchunked(answer).hasPrefix("retry: 1000\nevent: start\ndata: {\"label\":{\"id\":\"a\",\"version\":1,"))
    _ = try put(service, "a", #"{"to":"100"}"#)
    answer += try client.receive(until: #""text":"100"}"# + "\n\n")
    let body = unchunked(answer)
    #expect(body.contains(#"id: 1:0\#ndata: {"id":"a","version":1,"index":0,"time":0,"#))
    #expect(body.contains("event: change\ndata: {\"label\":{\"id\":\"a\",\"version\":2,"))
    #expect(body.contains("id: 2:4\ndata: {\"id\":\"a\",\"version\":2,\"index\":4,\"time\":0.2,\"progress\":1,"))
    #expect(!body.contains("event: end"))
    client.leave()
    #expect(eventually { service.context.metrics.sum { $0.labelChannels.value } == 0 })
    #expect(service.context.metrics.sum { $0.labelViewers.value } == 0)
    #expect(
      eventually { service.context.streamLimits.bytes.taken == 0 && service.context.streamLimits.streams.taken == 0 })
    #expect(await service.stop())
  }

  @Test func `its frames are those of the change, and it goes on after the client has come late`() async throws {
    let service = try RunningService()
    _ = try put(service, "a", #"{"from":"0","to":"1000","duration":1,"fps":50,"curve":"linear"}"#)
    let frames = try service.get("/v1/labels/a/frames?version=1&as=ndjson").response()
    let first = try service.get("/v1/labels/a/stream?as=ndjson")
    _ = try first.receive(until: #""index":"#)
    try await Task.sleep(for: .milliseconds(300))
    let second = try service.get("/v1/labels/a/stream?as=ndjson")
    let body = unchunked(try second.receive(until: #""text":"1000"}"#))
    #expect(!body.contains(#""index":9,"#))
    for line in body.split(separator: "\n").dropFirst() {
      let frame = line.replacing(#""id":"a","version":1,"#, with: "")
      #expect(frames.contains(frame), "\(frame)")
    }
    #expect(service.context.metrics.sum { $0.labelChannels.value } == 1)
    #expect(await service.stop())
  }

  @Test func `a label that is deleted ends its streams, and one that does not exist has none`() async throws {
    let service = try RunningService()
    #expect(try service.get("/v1/labels/a/stream").response().hasPrefix("HTTP/1.1 404 "))
    _ = try put(service, "a", #"{"to":"1"}"#)
    let client = try service.get("/v1/labels/a/stream")
    _ = try client.receive(until: "id: 1:0")
    try delete(service, "a")
    let rest = try client.receive(until: "0\r\n\r\n")
    #expect(rest.contains("event: end\ndata: {\"reason\":\"deleted\",\"framesSent\":1,\"framesSkipped\":0}"))
    #expect(await service.stop())
  }

  @Test func `a label that becomes private ends the streams of strangers`() async throws {
    let service = try RunningService { $0.writeKeys = [WriteKey("secret")].compactMap { $0 } }
    let keyed = { (body: String) in
      let client = try Client(port: service.port)
      client.request(
        "PUT /v1/labels/a",
        fields: "Authorization: Bearer secret\r\nContent-Length: \(body.utf8.count)\r\n", body: body)
      _ = try client.response()
    }
    try keyed(#"{"to":"1"}"#)
    let (stranger, friend) = (
      try service.get("/v1/labels/a/stream"),
      try service.get("/v1/labels/a/stream", fields: "Authorization: Bearer secret\r\n")
    )
    _ = try stranger.receive(until: "id: 1:0")
    _ = try friend.receive(until: "id: 1:0")
    try keyed(#"{"private":true,"to":"hidden","duration":0}"#)
    let rest = try stranger.receive(until: "0\r\n\r\n")
    #expect(rest.contains(#""reason":"forbidden""#) && !rest.contains("hidden"))
    #expect(try friend.receive(until: #""text":"hidden"}"#).contains("event: change"))
    #expect(try service.get("/v1/labels/a/stream").response().hasPrefix("HTTP/1.1 404 "))
    #expect(await service.stop())
  }

  @Test func `several labels share a connection, also those that come later`() async throws {
    let service = try RunningService()
    _ = try put(service, "a", #"{"to":"1","duration":0}"#)
    let client = try service.get("/v1/labels/stream?id=a&id=b,c")
    var body = unchunked(try client.receive(until: #"{"id":"c","reason":"missing"}"#))
    #expect(body.contains("event: start\ndata: {\"label\":{\"id\":\"a\","))
    #expect(body.contains(#"data: {"id":"b","reason":"missing"}"#))
    _ = try put(service, "b", #"{"to":"2"}"#)
    body = try client.receive(until: #""text":"2"}"# + "\n\n")
    #expect(body.contains("event: start\ndata: {\"label\":{\"id\":\"b\",\"version\":1,"))
    try delete(service, "a")
    _ = try client.receive(until: #"event: absent\#ndata: {"id":"a","reason":"deleted"}"#)
    _ = try put(service, "a", #"{"to":"3"}"#)
    _ = try client.receive(until: #""text":"3"}"#)
    #expect(service.context.metrics.sum { $0.labelViewers.value } == 3)
    client.leave()
    #expect(eventually { service.context.metrics.sum { $0.labelViewers.value } == 0 })
    #expect(await service.stop())
  }

  @Test func `each change is told once and in order, the end too, and in another form the same`() async throws {
    let service = try RunningService()
    _ = try put(service, "a", #"{"to":"1","duration":0}"#)
    let client = try service.get("/v1/labels/stream?id=a,b&mode=changes")
    var answer = try client.receive(until: #"{"id":"b","reason":"missing"}"#)
    for target in 2...20 { _ = try put(service, "a", #"{"to":"\#(target)"}"#) }
    try delete(service, "a")
    _ = try put(service, "a", #"{"to":"21"}"#)
    answer += try client.receive(until: #""to":"21","#)
    let targets = unchunked(answer).matches(
      of: /event: (?:start|change)\ndata: {"label":{"id":"a","version":\d+,"start":\d+,"to":"(\d+)"/
    ).map { Int($0.1) }
    #expect(targets == Array(1...21))
    #expect(answer.matches(of: /"id":"a","reason":"deleted"/).count == 1)
    let second = try service.get("/v1/labels/stream?id=b,a&as=ndjson")
    let told = try second.receive(until: #""to":"21","#)
    #expect(told.contains(#"{"absent":{"id":"b","reason":"missing"}}"#))
    #expect(service.context.metrics.sum { $0.labelChannels.value } == 4)
    #expect(await service.stop())
  }

  @Test func `who comes back to several labels is where they are, whatever it has seen`() async throws {
    let service = try RunningService()
    for name in ["a", "b"] {
      _ = try put(service, name, #"{"from":"0","to":"1000000","duration":100,"fps":20,"curve":"linear"}"#)
    }
    let indices = { (body: String, name: String) in
      body.matches(of: /data: {"id":"([ab])","version":1,"index":(\d+)/).filter { $0.1 == name }
        .compactMap { Int($0.2) }
    }
    let first = try service.get("/v1/labels/stream?id=a,b")
    let seen = unchunked(try first.receive(until: #"{"id":"b","version":1,"index":"#) + first.receive(until: "\n\n"))
    first.leave()
    let second = try service.get("/v1/labels/stream?id=a,b", fields: "Last-Event-ID: 1:1999\r\n")
    var body = ""
    for _ in 0..<6 { body += try second.receive(until: "\n\n\r\n") }
    body = unchunked(body)
    #expect(body.components(separatedBy: "event: start").count == 3)
    for name in ["a", "b"] {
      let (before, after) = (indices(seen, name), indices(body, name))
      #expect(!after.isEmpty && after == after.sorted() && after[0] >= before.last ?? 0 && after[0] < 1999)
    }
    #expect(await service.stop())
  }

  @Test func `changes alone come without frames`() async throws {
    let service = try RunningService()
    _ = try put(service, "a", #"{"to":"1","duration":0.1,"fps":50}"#)
    let client = try service.get("/v1/labels/a/stream?mode=changes")
    _ = try client.receive(until: "\n\n")
    _ = try put(service, "a", #"{"to":"5"}"#)
    _ = try client.receive(until: #""version":2,"#)
    try await Task.sleep(for: .milliseconds(300))
    _ = try put(service, "a", #"{"to":"9"}"#)
    let body = try client.receive(until: #""version":3,"#)
    #expect(body.contains("/v1/labels/a/frames?version=2&start=") && body.contains("event: change"))
    #expect(!body.contains("index"))
    #expect(await service.stop())
  }

  @Test(arguments: [("1:0", false), ("1:9", false), ("2:0", true), ("1:9999", true), ("0", true)])
  func `who comes back is not sent what it has seen`(position: String, isSent: Bool) async throws {
    let service = try RunningService { $0.heartbeatInterval = 1 }
    _ = try put(service, "a", #"{"to":"1","fps":10}"#)
    let client = try service.get("/v1/labels/a/stream", fields: "Last-Event-ID: \(position)\r\n")
    let body = unchunked(try client.receive(until: "\n:\n\n"))
    #expect(body.contains("event: start") && body.contains("id: 1:0") == isSent)
    #expect(await service.stop())
  }

  @Test func `a shutdown ends streams with a farewell`() async throws {
    let service = try RunningService()
    _ = try put(service, "a", #"{"to":"1"}"#)
    let client = try service.get("/v1/labels/stream?id=a,b")
    _ = try client.receive(until: "missing")
    #expect(await service.stop())
    #expect(try client.receive(until: "0\r\n\r\n").contains(#""reason":"shutdown""#))
  }
}
