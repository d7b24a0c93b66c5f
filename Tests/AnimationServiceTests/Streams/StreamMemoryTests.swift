import MicroHTTP
import RawClient
import Testing

@testable import AnimationService

struct StreamMemoryTests {
  private static let stream = "/v1/stream?from=\(numbers(after: 0))&to=\(numbers(after: 200))&delay=60"

  private static func numbers(after first: Int) -> String {
    (1...200).map { String(first + $0) }.joined(separator: "%20")
  }

  @Test func `bytes are counted as long as they are held`() throws {
    let memory = StreamMemory(limit: 100)
    var bytes = [StreamBytes(in: memory, for: nil), StreamBytes(in: memory, for: nil)]
    try bytes[0].grow(to: 60)
    try bytes[0].grow(to: 50)
    try bytes[1].grow(to: 40)
    #expect(memory.byteCount == 100)
    #expect(throws: StreamQuota.Refusal.bytes(100)) { try bytes[1].grow(to: 41) }
    #expect(memory.byteCount == 100)
    bytes.removeFirst()
    try bytes[0].grow(to: 41)
    #expect(memory.byteCount == 41)
    bytes = []
    #expect(memory.byteCount == 0)
  }

  @Test func `each client has its own`() throws {
    let memory = StreamMemory(limitPerCaller: 10)
    let (first, other) = (StreamBytes(in: memory, for: .key("a")), StreamBytes(in: memory, for: .key("b")))
    try first.grow(to: 10)
    #expect(throws: StreamQuota.Refusal.bytesOfCaller(10)) { try first.grow(to: 11) }
    try other.grow(to: 10)
    #expect(memory.byteCount == 20)
  }

  @Test func `what viewers share is counted once, until the last has left`() async throws {
    let service = try RunningService()
    let memory = service.context.quota.memory
    let first = try service.get(Self.stream)
    _ = try first.receive(until: "event: start")
    let alone = memory.byteCount
    #expect(alone > 200 * 300)
    // The second viewer adds the frames that both are sent.
    let second = try service.get(Self.stream)
    _ = try second.receive(until: "event: start")
    let both = memory.byteCount
    let third = try service.get(Self.stream)
    _ = try third.receive(until: "event: start")
    #expect(memory.byteCount - both < 3000)
    first.leave()
    second.leave()
    #expect(eventually { memory.byteCount < both })
    #expect(memory.byteCount > alone)
    third.leave()
    #expect(eventually { memory.byteCount == 0 })
    #expect(await service.stop())
  }

  @Test func `a stream for which there is no room answers 503, until another leaves`() async throws {
    let service = try RunningService { $0.maximumStreamBytes = 200_000 }
    let first = try service.get(Self.stream)
    _ = try first.receive(until: "event: start")
    let answer = try service.get(Self.stream + "&seed=1").response()
    #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains(/Retry-After: [1-5]\r\n/))
    #expect(answer.contains("keep 200000 bytes ready, or nearly"))
    #expect(service.context.metrics.sum { $0.rejections[.streamBytes] } == 1)
    #expect(service.context.quota.count == 1)
    let small = try service.get("/v1/stream?from=1&to=2&duration=0.1").receive(until: "0\r\n\r\n")
    #expect(small.hasPrefix("HTTP/1.1 200 "))
    first.leave()
    #expect(eventually { service.context.quota.memory.byteCount == 0 })
    let next = try service.get(Self.stream + "&seed=1")
    #expect(try next.receive(until: "event: start").hasPrefix("HTTP/1.1 200 "))
    next.leave()
    #expect(await service.stop())
  }

  @Test func `a client whose streams keep too much is answered 429`() async throws {
    let service = try RunningService { $0.maximumStreamBytesPerClient = 200_000 }
    let first = try service.get(Self.stream)
    _ = try first.receive(until: "event: start")
    let answer = try service.get(Self.stream + "&seed=1").response()
    #expect(answer.hasPrefix("HTTP/1.1 429 ") && answer.contains("Retry-After: "))
    #expect(answer.contains("This client's streams keep 200000 bytes ready"))
    #expect(service.context.metrics.sum { $0.rejections[.clientStreamBytes] } == 1)
    first.leave()
    #expect(await service.stop())
  }
}
