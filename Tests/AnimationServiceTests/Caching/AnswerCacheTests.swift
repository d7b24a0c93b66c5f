import Foundation
import RawClient
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

struct AnswerCacheTests {
  private static let frames = "/v1/frames?from=1&to=3&duration=0.1"

  /// What must not change, whether an answer is computed or kept.
  private static let requests: [(line: String, fields: String)] = [
    ("GET \(frames)", ""),
    ("HEAD \(frames)", ""),
    ("GET \(frames)", "Accept: text/csv\r\n"),
    ("GET \(frames)", "Accept: application/x-ndjson, text/csv;q=0.5\r\n"),
    ("GET \(frames)", "Accept: image/png\r\n"),
    ("GET \(frames)&as=text", ""),
    ("GET \(frames)", "Origin: https://example.org\r\n"),
    ("GET \(frames)", "If-None-Match: *\r\n"),
    ("HEAD \(frames)", "If-None-Match: *\r\n"),
    ("GET \(frames)", "If-None-Match: \"0\"\r\n"),
    ("GET \(frames)&nonsense=1", ""),
    ("GET /v1/frames", ""),
    ("POST \(frames)", ""),
    ("OPTIONS \(frames)", ""),
    ("DELETE \(frames)", ""),
    ("GET /v1/frame?from=1&to=3&index=2", ""),
    ("HEAD /v1/frame?from=1&to=3&index=2", ""),
    ("GET /v1/frame?from=1&to=3&time=1", "If-None-Match: *\r\n"),
    ("GET /v1/frame?from=1&to=3", ""),
    ("GET \(frames)&fps=240", "Accept-Encoding: br, gzip\r\n"),
    ("GET \(frames)&fps=240", "Accept-Encoding: gzip\r\nIf-None-Match: *\r\n"),
    ("HEAD \(frames)&fps=240", "Accept-Encoding: gzip\r\n"),
    ("GET /v1/curves", ""),
  ]

  /// Everything a server says to one request, but its `Date`; without a name from here it would make one.
  private func answer(_ request: (line: String, fields: String), from service: RunningService) throws -> String {
    let client = try Client(port: service.port)
    client.request(request.line, fields: request.fields + "X-Request-Id: one\r\nConnection: close\r\n")
    return try client.receiveAll().replacing(/Date: [^\r]*\r\n/, with: "")
  }

  @Test func `an answer that was kept is the one that is computed, byte for byte`() async throws {
    let (keeping, computing) = (try RunningService(), try RunningService { $0.cacheEntries = 0 })
    for request in Self.requests {
      let computed = try answer(request, from: computing)
      #expect(computed.hasPrefix("HTTP/1.1 "))
      for _ in 0..<4 { #expect(try answer(request, from: keeping) == computed, "\(request)") }
    }
    #expect(keeping.context.cacheCounters.hits > 20)
    #expect(computing.context.cacheCounters.hits == 0)
    #expect(await keeping.stop())
    #expect(await computing.stop())
  }

  /// `é` in NFC and in NFD, Kelvin and K, Ohm and omega, two accents in either order: equal to `String`.
  @Test(
    arguments: [
      ("\u{E9}", "e\u{301}"), ("\u{212A}", "K"), ("\u{2126}", "\u{3A9}"), ("a\u{301}\u{323}", "a\u{323}\u{301}"),
    ])
  func `texts that look alike have answers of their own`(one: String, other: String) async throws {
    let service = try RunningService()
    for _ in 0..<4 {
      for text in [one, other] {
        let frames = try answer(("GET /v1/frames?as=text&duration=0&to=\(text)", ""), from: service)
        #expect(Array(frames.utf8.suffix(text.utf8.count + 1)) == Array("\(text)\n".utf8))
        let stream = try answer(("GET /v1/stream?as=text&duration=0&to=\(text)", ""), from: service)
        #expect(Array(stream.utf8).firstRange(of: Array("\r\(text)\u{1B}[K".utf8)) != nil)
      }
    }
    #expect(await service.stop())
  }

  @Test func `only what was answered with success twice is kept`() async throws {
    let service = try RunningService()
    for (request, hits, misses) in [
      (("GET \(Self.frames)&x=1", ""), 0, 1), (("GET \(Self.frames)&x=1", ""), 0, 2),
      (("HEAD \(Self.frames)", ""), 0, 3), (("GET \(Self.frames)", ""), 0, 4), (("HEAD \(Self.frames)", ""), 0, 5),
      (("GET \(Self.frames)", ""), 0, 6), (("HEAD \(Self.frames)", ""), 1, 6),
      (("GET \(Self.frames)", "If-None-Match: *\r\n"), 2, 6), (("GET \(Self.frames)", "Accept: */*\r\n"), 2, 7),
      (("POST \(Self.frames)", ""), 2, 7), (("GET \(Self.frames)&", ""), 2, 8), (("GET \(Self.frames)", ""), 3, 8),
    ] {
      _ = try answer(request, from: service)
      #expect(service.context.cacheCounters.hits == hits, "\(request)")
      #expect(service.context.cacheCounters.misses == misses, "\(request)")
    }
    #expect(service.context.cacheCounters.evictions == 0)
    #expect(await service.stop())
  }

  @Test(arguments: [("a", 2), ("%61", 0)])
  func `an answer takes the room of its request as well`(letter: String, hits: Int) async throws {
    let service = try RunningService { $0.cacheBytes = 30_000 }
    let text = String(repeating: letter, count: 600)
    let target = "/v1/frame?from=\(text)&to=\(text)&index=0"
    for _ in 0..<4 {
      let text = try answer(("GET \(target)", ""), from: service)
      #expect(text.hasPrefix("HTTP/1.1 200 "))
    }
    #expect(service.context.cacheCounters.hits == hits)
    #expect(await service.stop())
  }

  @Test func `old answers make room for new ones`() async throws {
    let service = try RunningService { $0.cacheEntries = 12 }
    for index in 0..<16 { _ = try answer(("GET /v1/frame?from=1&to=3&index=\(index / 2)", ""), from: service) }
    #expect(service.context.cacheCounters.evictions == 4)
    #expect(await service.stop())
  }
}
