import HTTPTypes
import MicroHTTP
import RawClient
import System
import Testing
import TextBytes

@testable import Deployment
@testable import Viewers
@testable import LiveLabels
@testable import AnimationService
@testable import Documents
@testable import Requests

struct AdmissionTests {
  private static let stream = "/v1/stream?from=\(numbers(after: 0))&to=\(numbers(after: 200))&delay=60"

  private static func numbers(after first: Int) -> String {
    (1...200).map { String(first + $0) }.joined(separator: "%20")
  }

  private func limits(_ change: (inout Settings) -> Void) -> StreamLimits {
    var settings = Settings()
    change(&settings)
    return StreamLimits(settings)
  }

  @Test func `a place lasts as long as it is held`() throws {
    let limits = limits { $0.maximumStreams = 2 }
    var streams = try (0..<2).map { _ in try Admission([.place], to: limits) }
    #expect(throws: Admission.Refusal.streams(2)) { try Admission([.place], to: limits) }
    #expect(limits.streams.taken == 2)
    streams.removeLast()
    streams.append(try Admission([.place], to: limits))
    #expect(limits.streams.taken == 2)
    streams = []
    #expect(limits.streams.taken == 0)
  }

  @Test func `a place is given back by whoever had it`() throws {
    let limits = limits { ($0.maximumStreams, $0.maximumStreamsPerClient) = (3, 2) }
    func stream(_ name: String) throws -> Admission { try Admission([.place], to: limits, for: .key(name)) }
    var streams = [try stream("a"), try stream("a")]
    #expect(throws: Admission.Refusal.streamsOfCaller(2)) { try stream("a") }
    #expect(limits.streams.taken == 2)
    streams.append(try stream("b"))
    #expect(throws: Admission.Refusal.streams(3)) { try stream("b") }
    streams.removeFirst()
    streams.append(try stream("a"))
    streams = []
    #expect(limits.streams.taken == 0)
  }

  @Test func `rates add up to the limit and no further, with their fractions`() throws {
    let limits = limits { $0.maximumFramesPerSecond = 150 }
    func stream(_ rate: Double) throws -> Admission { try Admission([.place, .framesPerSecond(rate)], to: limits) }
    var streams = [try stream(60), try stream(59.97)]
    #expect(throws: Admission.Refusal.framesPerSecond(150)) { try stream(30.031) }
    #expect(limits.streams.taken == 2 && limits.framesPerSecond == 119.97)
    streams.append(try stream(30.03))
    // The slowest counts for a thousandth.
    #expect(throws: Admission.Refusal.framesPerSecond(150)) { try stream(1e-9) }
    streams = []
    #expect(limits.framesPerSecond == 0)
    streams = [try stream(1e-9)]
    #expect(limits.framesPerSecond == 0.001)
    withExtendedLifetime(streams) {}
  }

  @Test func `zero is no limit of frames, and no stream at all`() throws {
    let endless = limits { $0.maximumFramesPerSecond = 0 }
    let stream = try Admission([.place, .framesPerSecond(1_000_000)], to: endless)
    #expect(endless.framesPerSecond == 1_000_000)
    withExtendedLifetime(stream) {}
    let none = limits { $0.maximumStreams = 0 }
    #expect(throws: Admission.Refusal.streams(0)) { try Admission([.place], to: none) }
  }

  @Test func `bytes are counted as long as they are held`() throws {
    let limits = limits { ($0.maximumStreamBytes, $0.maximumStreamBytesPerClient) = (100, 0) }
    var bytes = [try Admission([.bytes(60)], to: limits), try Admission([], to: limits)]
    try bytes[0].grow(to: 50)
    try bytes[1].grow(to: 40)
    #expect(limits.bytes.taken == 100)
    #expect(throws: Admission.Refusal.bytes(100)) { try bytes[1].grow(to: 41) }
    #expect(limits.bytes.taken == 100)
    bytes.removeFirst()
    try bytes[0].grow(to: 41)
    #expect(limits.bytes.taken == 41)
    bytes = []
    #expect(limits.bytes.taken == 0)
  }

  @Test func `each client has its own bytes`() throws {
    let limits = limits { ($0.maximumStreamBytes, $0.maximumStreamBytesPerClient) = (0, 10) }
    let first = try Admission([.bytes(10)], to: limits, for: .key("a"))
    #expect(throws: Admission.Refusal.bytesOfCaller(10)) { try first.grow(to: 11) }
    let other = try Admission([.bytes(10)], to: limits, for: .key("b"))
    #expect(limits.bytes.taken == 20)
    withExtendedLifetime((first, other)) {}
  }

  @Test func `who is refused one thing has taken none of the others`() throws {
    let limits = limits { ($0.maximumStreams, $0.maximumLabelViewers) = (9, 1) }
    let (a, b) = (try LabelName("a"), try LabelName("b"))
    let first = try Admission([.place, .viewer(of: a)], to: limits)
    #expect(throws: Admission.Refusal.viewersOfLabel(1)) {
      try Admission([.place, .framesPerSecond(60), .bytes(1000), .viewer(of: b), .viewer(of: a)], to: limits)
    }
    #expect((limits.streams.taken, limits.framesPerSecond, limits.bytes.taken) == (1, 0, 0))
    #expect(limits.labelViewers.keyCount == 1)
    withExtendedLifetime(first) {}
  }

  @Test func `what viewers share is counted once, until the last has left`() async throws {
    let service = try RunningService()
    let bytes = service.context.streamLimits.bytes
    let first = try service.get(Self.stream)
    _ = try first.receive(until: "event: start")
    let alone = bytes.taken
    #expect(alone > 200 * 300)
    // The second viewer adds the frames that both are sent.
    let second = try service.get(Self.stream)
    _ = try second.receive(until: "event: start")
    let both = bytes.taken
    let third = try service.get(Self.stream)
    _ = try third.receive(until: "event: start")
    #expect(bytes.taken - both < 3000)
    first.leave()
    second.leave()
    #expect(eventually { bytes.taken < both })
    #expect(bytes.taken > alone)
    third.leave()
    #expect(eventually { bytes.taken == 0 })
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
    #expect(service.context.streamLimits.streams.taken == 1)
    let small = try service.get("/v1/stream?from=1&to=2&duration=0.1").receive(until: "0\r\n\r\n")
    #expect(small.hasPrefix("HTTP/1.1 200 "))
    first.leave()
    #expect(eventually { service.context.streamLimits.bytes.taken == 0 })
    let next = try service.get(Self.stream + "&seed=1")
    #expect(try next.receive(until: "event: start").hasPrefix("HTTP/1.1 200 "))
    next.leave()
    #expect(await service.stop())
  }

  @Test(
    arguments: [
      (nil, nil, 268_435_456, 67_108_864, 16_777_216), (nil, nil, 68_719_476_736, 536_870_912, 134_217_728),
      (1000, nil, 0, 1000, 250), (1, nil, 0, 1, 1), (0, nil, 0, nil, 0), (1000, 0, 0, 1000, 0),
      (1000, 900, 0, 1000, 900), (nil, 900, 4000, 1000, 900),
    ] as [(Int?, Int?, Int, Int?, Int)])
  func `unless it is set, all have a share of the memory that there is, and one client a quarter of it`(
    all: Int?, one: Int?, memory: Int, limit: Int?, limitPerCaller: Int
  ) {
    var settings = Settings()
    settings.maximumStreamBytes = all
    settings.maximumStreamBytesPerClient = one
    let bytes = StreamLimits(settings, memory: memory).bytes
    #expect(bytes.limit == limit && bytes.limitPerCaller == limitPerCaller)
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
      var parameters = RequestParameters(members, by: .stream, in: service.context.requests)
      var meter = Meter(limit: .max)
      let request = try AnimationListRequest(
        &parameters, mayBeEndless: true, in: service.context.requests, spending: &meter)
      return try request.prepared(in: service.context.requests, spending: &meter)
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
    #expect((500...501).contains(service.context.streamLimits.framesPerSecond))
    slower.leave()
    #expect(await service.stop())
  }

  @Test func `clients that were refused do not all come back at once`() {
    let waits = (0..<100).map { _ in Problem(.framesPerSecond(1)).headerFields[.retryAfter] }
    #expect(Set(waits) == ["1", "2", "3", "4", "5"])
  }
}
