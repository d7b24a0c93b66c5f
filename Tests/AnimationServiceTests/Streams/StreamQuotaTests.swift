import MicroHTTP
import HTTPTypes
import RawClient
import Testing

@testable import AnimationService

struct StreamQuotaTests {
  @Test func `a place lasts as long as it is held`() throws {
    let quota = StreamQuota(limit: 2)
    var places = [try quota.place(framesPerSecond: 60), try quota.place(framesPerSecond: 60)]
    #expect(throws: StreamQuota.Refusal.streams(2)) { try quota.place(framesPerSecond: 60) }
    #expect(quota.count == 2)
    places.removeLast()
    places.append(try quota.place(framesPerSecond: 60))
    #expect(quota.count == 2)
    places = []
    #expect(quota.count == 0)
  }

  @Test func `rates add up to the limit and no further`() throws {
    let quota = StreamQuota(limit: 100, frameLimit: 150)
    var places = [try quota.place(framesPerSecond: 60), try quota.place(framesPerSecond: 60)]
    #expect(throws: StreamQuota.Refusal.framesPerSecond(150)) { try quota.place(framesPerSecond: 31) }
    #expect(quota.count == 2)
    #expect(quota.framesPerSecond == 120)
    places.append(try quota.place(framesPerSecond: 30))
    #expect(throws: StreamQuota.Refusal.framesPerSecond(150)) { try quota.place(framesPerSecond: 1) }
    places = []
    #expect(quota.framesPerSecond == 0)
  }

  @Test func `fractions of frames count`() throws {
    let quota = StreamQuota(limit: 100, frameLimit: 60)
    let places = [try quota.place(framesPerSecond: 29.97), try quota.place(framesPerSecond: 29.97)]
    #expect(quota.framesPerSecond == 59.94)
    #expect(throws: StreamQuota.Refusal.framesPerSecond(60)) { try quota.place(framesPerSecond: 1) }
    #expect(places.count == 2)
  }

  @Test func `the slowest stream counts for a thousandth`() throws {
    let quota = StreamQuota(limit: 100, frameLimit: 60)
    let place = try quota.place(framesPerSecond: 1e-9)
    #expect(quota.framesPerSecond == 0.001)
    withExtendedLifetime(place) {}
  }

  @Test func `zero is no limit`() throws {
    let quota = StreamQuota(limit: 2, frameLimit: 0)
    let place = try quota.place(framesPerSecond: 1_000_000)
    #expect(quota.framesPerSecond == 1_000_000)
    withExtendedLifetime(place) {}
  }

  @Test func `a stream more frames a second than allowed answers 503 before anything starts`() async throws {
    let service = try RunningService { $0.maximumFramesPerSecond = 100 }
    let first = try service.get("/v1/stream?from=1&to=1000&duration=1&fps=60&delay=60&repeat=infinite")
    _ = try first.receive(until: "event: start")
    let answer = try service.get("/v1/stream?from=1&to=1000&fps=60").response()
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
    #expect(answer.contains(/Retry-After: [1-5]\r\n/))
    #expect(answer.contains("100 frames a second"))
    #expect(service.context.metrics.sum { $0.rejections[.framesPerSecond] } == 1)
    let slower = try service.get("/v1/stream?from=1&to=1000&fps=40&duration=0.1").receive(until: "0\r\n\r\n")
    #expect(slower.hasPrefix("HTTP/1.1 200 "))
    first.leave()
    #expect(await service.stop())
  }

  @Test func `distinct frames are counted as they are, not by fps`() async throws {
    let service = try RunningService { $0.maximumFramesPerSecond = 1_000 }
    let dense = "/v1/stream?to=30000&format=%25d&curve=linear&late=send&frames=distinct&duration="
    let answer = try service.get(dense + "2").response()
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
    #expect(answer.contains("a longer `duration` of `distinct` frames"))
    let slower = try service.get(dense + "60")
    _ = try slower.receive(until: "event: start")
    #expect((500...501).contains(service.context.quota.framesPerSecond))
    slower.leave()
    #expect(await service.stop())
  }

  @Test func `clients that were refused do not all come back at once`() {
    let waits = (0..<100).map { _ in Problem(.framesPerSecond(1)).headerFields[.retryAfter] }
    #expect(Set(waits) == ["1", "2", "3", "4", "5"])
  }
}
