import Foundation
import RawClient
import Testing

/// What POP's delegate, UICountingLabel's completion block and LTMorphingLabel's delegate are told, as a stream tells.
struct EventsTests {
  private func events(_ query: String, fields: String = "") async throws -> String {
    let service = try RunningService()
    let answer = try service.get("/v1/stream?fps=20&late=send&\(query)", fields: fields).receive(until: "0\r\n\r\n")
    _ = await service.stop()
    return unchunked(answer)
  }

  private func count(_ part: String, in text: String) -> Int {
    text.components(separatedBy: part).count - 1
  }

  // POP fires started and reached again for each leg, and completes each but the last with `false`.
  @Test func `start, reached and end come once, however many legs there are`() async throws {
    let told = try await events("from=0&to=2&duration=0.1&repeat=2&autoreverse=true&markers=1")
    #expect(count("event: start\n", in: told) == 1)
    #expect(count(#""markers":[1]}"#, in: told) == 1)
    #expect(count("event: end\n", in: told) == 1)
    #expect(told.hasSuffix("event: end\ndata: {\"reason\":\"finished\",\"framesSent\":9,\"framesSkipped\":0}\n\n"))
  }

  // POP tells that a spring has reached its target when it first crosses it, before it settles.
  @Test func `a spring reaches its target before it ends`() async throws {
    let told = try await events("from=0&to=9&curve=spring(stiffness:2000,damping:20)&duration=0.3&markers=1")
    let reached = try #require(told.range(of: #","markers":[1]}"#, options: .backwards))
    let end = try #require(told.range(of: "event: end"))
    #expect(count("id: ", in: String(told[reached.upperBound..<end.lowerBound])) > 3)
  }

  // UICountingLabel calls its block once for a duration of 0 but keeps a stale value.
  @Test func `a change at once has one frame and one end`() async throws {
    let told = try await events("from=0&to=50&duration=0&include=value")
    #expect(count("id: ", in: told) == 1 && count("event: end\n", in: told) == 1)
    #expect(told.contains(#""text":"50","value":"50"}"#))
  }

  // POP's `paused`, LTMorphingLabel's `pause` and `resume`: the client leaves, and comes back with what it has seen.
  @Test func `who pauses goes on with the next frame`() async throws {
    let all = try await events("from=0&to=4&duration=0.2")
    let rest = try await events("from=0&to=4&duration=0.2", fields: "Last-Event-ID: 2\r\n")
    let later = try #require(all.range(of: "id: 3\n"))
    let end = try #require(all.range(of: "event: end"))
    #expect(rest.contains(all[later.lowerBound..<end.lowerBound]))
    #expect(!rest.contains("id: 2\n"))
  }
}
