import AnimationService
import Foundation
import RawClient
import Testing

/// Streams of distinct frames over a real socket.
struct DistinctStreamTests {
  private let scroll =
    "/v1/stream?from=1&to=3&duration=0.1&curve=linear&effect=scrollUp&interpolation=number&frames=distinct&late=send"

  @Test func `the last frame leaves at the end and shows the final labels`() async throws {
    let service = try RunningService()
    let body = unchunked(try service.get(scroll).receive(until: "0\r\n\r\n"))
    #expect(body.contains(#""frameCount":4,"#))
    let enter = #"{"text":"3","opacity":1,"scale":1,"rotation":0,"offsetX":0,"offsetY":0}"#
    #expect(
      body.contains(
        """
        id: 3
        data: {"index":3,"time":0.1,"progress":1,"text":"3","labels":{"exit":null,"enter":\(enter)}}

        event: end
        data: {"reason":"finished","framesSent":4,"framesSkipped":0}
        """))
    #expect(await service.stop())
  }

  @Test func `who has seen the last text is shown the end, and who has seen the end nothing`() async throws {
    let service = try RunningService()
    let rest = unchunked(try service.get(scroll, fields: "Last-Event-ID: 2\r\n").receive(until: "0\r\n\r\n"))
    #expect(rest.components(separatedBy: "\nid: ").count == 2)
    #expect(rest.contains(#"data: {"index":3,"time":0.1,"progress":1,"text":"3","#))
    let over = try service.get(scroll, fields: "Last-Event-ID: 3\r\n").receive(until: "\r\n\r\n")
    #expect(over.hasPrefix("HTTP/1.1 204 "))
    #expect(await service.stop())
  }

  @Test func `several end as each does alone`() async throws {
    let service = try RunningService()
    let list = "&animations=%5B%7B%22id%22:%22a%22%7D,%7B%22id%22:%22b%22,%22delay%22:0.05%7D%5D"
    let body = unchunked(try service.get(scroll + list).receive(until: "0\r\n\r\n"))
    for (name, time) in [("a", "0.1"), ("b", "0.15")] {
      #expect(body.contains(#"data: {"id":"\#(name)","index":3,"time":\#(time),"progress":1,"text":"3","#))
    }
    #expect(body.contains(#""framesSent":8,"framesSkipped":0"#))
    let rest = try service.get(scroll + list, fields: "Last-Event-ID: 6\r\n").receive(until: "0\r\n\r\n")
    #expect(unchunked(rest).contains("id: 7\ndata: {\"id\":\"b\",\"index\":3,"))
    #expect(await service.stop())
  }
}
