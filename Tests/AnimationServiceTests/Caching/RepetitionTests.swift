import System
import HTTPTypes
import MicroHTTP
import RawClient
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

struct RepetitionTests {
  private static let frames = "/v1/frames?from=1&to=3&duration=0.1"

  /// What a server says to the same request, again and again on one connection.
  private func answers(
    to line: String, _ fields: String = "", count: Int = 5, from service: RunningService
  ) throws -> [String] {
    let client = try Client(port: service.port)
    return try (0..<count).map { _ in
      client.request(line, fields: fields)
      return try (line.hasPrefix("HEAD") ? client.receive(until: "\r\n\r\n") : client.response())
        .replacing(/(Date|X-Request-Id): [^\r]*\r\n/, with: "")
    }
  }

  private func count(_ service: RunningService, _ method: String, _ status: Int) -> Int {
    service.context.metrics.loops.flatMap(\.requests).filter { $0.method == method && $0.status == status }
      .reduce(0) { $0 + $1.durations.counts.count }
  }

  @Test(
    arguments: [
      ("GET \(frames)", ""), ("HEAD \(frames)", ""), ("GET \(frames)", "If-None-Match: *\r\n"),
      ("HEAD \(frames)", "If-None-Match: *\r\n"), ("GET \(frames)", "Accept: text/csv\r\n"),
      ("GET \(frames)", "Accept: text/plain\r\n"), ("GET \(frames)&fps=240", "Accept-Encoding: gzip\r\n"),
      ("GET \(frames)&fps=240", "Accept-Encoding: gzip\r\nIf-None-Match: *\r\n"), ("GET \(frames)", ""),
      ("GET \(frames)", "X-Request-Id: a\r\n"), ("GET \(frames)", "Origin: https://example.org\r\n"),
    ])
  func `a request that is repeated has the answer that is computed`(line: String, fields: String) async throws {
    for origins in [["*"], ["https://example.org"]] {
      let keeping = try RunningService { $0.corsOrigins = origins }
      let computing = try RunningService {
        $0.corsOrigins = origins
        $0.cacheEntries = 0
      }
      let computed = try answers(to: line, fields, count: 1, from: computing)
      // Without fields it is known, too, and must not answer for those with.
      _ = try answers(to: "GET \(Self.frames)", from: keeping)
      #expect(Set(try answers(to: line, fields, from: keeping)) == Set(computed))
      #expect(await keeping.stop())
      #expect(await computing.stop())
    }
  }

  @Test func `each is counted as one that is looked at`() async throws {
    let service = try RunningService()
    _ = try answers(to: "GET \(Self.frames)", count: 7, from: service)
    #expect(count(service, "GET", 200) == 7)
    #expect(service.context.cacheCounters.hits == 5)
    #expect(service.context.cacheCounters.misses == 2)
    _ = try answers(to: "HEAD \(Self.frames)", count: 3, from: service)
    _ = try answers(to: "GET \(Self.frames)", "If-None-Match: *\r\n", count: 4, from: service)
    _ = try answers(to: "GET \(Self.frames)", count: 2, from: service)
    #expect(count(service, "HEAD", 200) == 3)
    #expect(count(service, "GET", 304) == 4)
    #expect(count(service, "GET", 200) == 9)
    #expect(service.context.cacheCounters.hits == 14)
    #expect(await service.stop())
  }

  @Test func `a client with a limit is limited`() async throws {
    let service = try RunningService {
      $0.requestsPerSecond = 0.001
      $0.requestBurst = 4
    }
    let heads = try answers(to: "GET \(Self.frames)", count: 6, from: service).map { $0.prefix(13) }
    #expect(heads == Array(repeating: "HTTP/1.1 200 ", count: 4) + Array(repeating: "HTTP/1.1 429 ", count: 2))
    #expect(await service.stop())
  }

  @Test func `a key is asked for each time`() async throws {
    let service = try RunningService {
      $0.apiKeys = ["door:d0c04f4b1951e4aeaaec8223ed2039e542f3aae805a6fa7f6d794e5afff5d272"].compactMap { APIKey($0) }
    }
    let key = "X-API-Key: sesame\r\n"
    #expect(try answers(to: "GET \(Self.frames)", key, from: service).allSatisfy { $0.hasPrefix("HTTP/1.1 200 ") })
    #expect(try answers(to: "GET \(Self.frames)", from: service).allSatisfy { $0.hasPrefix("HTTP/1.1 401 ") })
    let keyed = "GET \(Self.frames)&key="
    #expect(try answers(to: keyed + "sesame", from: service).allSatisfy { $0.hasPrefix("HTTP/1.1 200 ") })
    #expect(try answers(to: keyed + "sesam", from: service).allSatisfy { $0.hasPrefix("HTTP/1.1 401 ") })
    #expect(await service.stop())
  }

  @Test func `nobody who is looked at each time is given what stands`() throws {
    for (isGuarded, change) in [
      (false, { _ in }), (true, { $0.requestsPerSecond = 1 }),
      (true, { $0.apiKeys = [APIKey("a:\(String(repeating: "0", count: 64))")].compactMap(\.self) }),
    ] as [(Bool, (inout Settings) -> Void)] {
      var settings = Settings()
      change(&settings)
      let cache = AnswerCache(settings, counters: CacheCounters())
      let gate = Gate(ServiceContext(settings: settings))
      let request = Request(path: "/v1/frames")
      guard let tag = EntityTag(of: request, mediaType: ""), let body = SharedBody([1], headerFields: [:]) else {
        Issue.record("a GET has a tag")
        return
      }
      let kept = KeptAnswer(body, tag, tag: "", in: cache)
      var response = try #require(kept.response())
      gate.apply(to: &response, for: request, nil)
      #expect((response.repeatable == nil) == isGuarded)
    }
  }

  @Test func `what was dropped does not stand, and takes no memory`() throws {
    let cache = AnswerCache(Settings(), counters: CacheCounters())
    let series = RequestSeries(route: "", method: "GET", status: 200)
    let tag = try #require(EntityTag(of: Request(path: "/"), mediaType: ""))
    var body = SharedBody([1], headerFields: [:])
    weak let dropped = body
    let kept = try #require(body.map { KeptAnswer($0, tag, tag: "", in: cache) })
    let standing = kept.response()?.repeatable as? KeptAnswer
    body = nil
    #expect(standing?.repeated(since: 0) == nil)
    standing?.count(in: series)
    #expect(standing?.repeated(since: 0) != nil)
    #expect(standing?.repeated(since: 0) != nil)
    kept.drop()
    #expect(standing?.repeated(since: 0) == nil)
    #expect(kept.response() == nil)
    #expect(dropped == nil)
    #expect(series.durations.counts.count == 2)
  }

  @Test func `what is asked for again and again stays, whatever else comes`() async throws {
    let service = try RunningService { $0.cacheEntries = 24 }
    _ = try answers(to: "GET \(Self.frames)", count: 2, from: service)
    for index in 0..<20 {
      _ = try answers(to: "GET /v1/frame?from=1&to=3&index=\(index)", count: 2, from: service)
      let before = service.context.cacheCounters.hits
      _ = try answers(to: "GET \(Self.frames)", count: 2, from: service)
      #expect(service.context.cacheCounters.hits == before + 2)
    }
    #expect(service.context.cacheCounters.evictions > 8)
    #expect(await service.stop())
  }
}
