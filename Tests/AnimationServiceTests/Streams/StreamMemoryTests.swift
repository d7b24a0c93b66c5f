import HTTPTypes
import MicroHTTP
import RawClient
import System
import Testing
import TextBytes

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
    let service = try RunningService {
      $0.maximumStreamBytes = 200_000
      $0.maximumStreamBytesPerClient = 0
    }
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

  @Test(arguments: [
    (nil, nil, 268_435_456, 67_108_864, 16_777_216), (nil, nil, 68_719_476_736, 536_870_912, 134_217_728),
    (1000, nil, 0, 1000, 250), (1, nil, 0, 1, 1), (0, nil, 0, 0, 0), (1000, 0, 0, 1000, 0), (1000, 900, 0, 1000, 900),
    (nil, 900, 4000, 1000, 900),
  ])
  func `unless it is set, all have a share of the memory that there is, and one client a quarter of it`(
    all: Int?, one: Int?, memory: Int, limit: Int, limitPerCaller: Int
  ) {
    var settings = Settings()
    settings.maximumStreamBytes = all
    settings.maximumStreamBytesPerClient = one
    let memory = StreamMemory(settings, memory: memory)
    #expect(memory.limit == limit && memory.limitPerCaller == limitPerCaller)
  }

  @Test func `by default one client leaves room for others, and a trusted proxy is not one`() async throws {
    let proxy = ["127.0.0.1"].compactMap { IPNetwork($0) }
    for (proxies, fields, status) in [
      ([], "", "429"), (proxy, "", "200"), (proxy, "X-Forwarded-For: 192.0.2.1\r\n", "429"),
      (proxy, "X-Forwarded-For: unknown\r\n", "200"),
    ] {
      let service = try RunningService {
        $0.maximumStreamBytes = 800_000
        $0.trustedProxies = proxies
      }
      let clients = [try Client(port: service.port), try Client(port: service.port)]
      clients[0].request("GET \(Self.stream)", fields: fields)
      _ = try clients[0].receive(until: "event: start")
      clients[1].request("GET \(Self.stream)&seed=1", fields: fields)
      #expect(try clients[1].receive(until: "\r\n").hasPrefix("HTTP/1.1 \(status) "), "\(proxies) \(fields)")
      for client in clients { client.leave() }
      #expect(await service.stop())
    }
  }

  @Test func `equal animations of a request are kept once`() throws {
    let service = TestService()
    func list(_ count: Int, _ more: String = "", _ own: (Int) -> String = { _ in "" }) throws -> AnimationList {
      let elements = (0..<count).map { #"{"id":"\#($0)"\#(own($0))}"# }.joined(separator: ",")
      let texts = [0, 200].map { first in (1...200).map { String(first + $0) }.joined(separator: " ") }
      let json = #"{"from":"\#(texts[0])","to":"\#(texts[1])"\#(more),"animations":[\#(elements)]}"#
      guard case .object(let members) = try JSONValue(parsing: Array(json.utf8)) else {
        return AnimationList(elements: [])
      }
      var parameters = RequestParameters(members, by: .stream, in: service.context)
      var meter = Meter(limit: .max)
      let request = try AnimationListRequest(
        &parameters, mayBeEndless: true, in: service.context, spending: &meter)
      return try request.prepared(in: service.context, spending: &meter)
    }
    let one = try list(1).byteCount
    #expect(one > 30_000)
    #expect(try list(100).byteCount < one + 100 * 256)
    #expect(try list(100) { #","delay":"\#($0 % 2)""# }.byteCount < 2 * one + 100 * 256)
    #expect(try list(10, #","stagger":0.1"#).byteCount > 9 * one)
    #expect(try list(10) { #","duration":"\#($0 + 1)""# }.byteCount > 9 * one)
    let pair = try list(2)
    #expect(pair.elements[0].prepared === pair.elements[1].prepared && pair.elements.map(\.id) == ["0", "1"])
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
