import System
import Foundation
import HTTPTypes
import MicroHTTP
import RawClient
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// `printf %s KEY | sha256sum` for the keys `sesame` and `another key`.
private let keys = [
  "door:d0c04f4b1951e4aeaaec8223ed2039e542f3aae805a6fa7f6d794e5afff5d272",
  "gate:2aa50b47c92342ddda1dccb774e50e497d759632db2c3a8b86b31a9d737f8151",
].compactMap { APIKey($0) }

private let frames = "/v1/frames?from=1&to=3&duration=0.1"

private func fields(_ name: String, _ value: String) -> HeaderFields {
  var fields: HeaderFields = [:]
  fields[named: name] = value
  return fields
}

private func apiKey(_ key: String) -> HeaderFields { fields("X-API-Key", key) }

// MARK: - Keys

struct APIKeyTests {
  private func service(_ change: (inout Settings) -> Void = { _ in }) -> TestService {
    TestService {
      $0.apiKeys = keys
      change(&$0)
    }
  }

  @Test(
    arguments: [
      ([.authorization: "Bearer sesame"], ""), ([.authorization: "bearer  sesame "], ""), (apiKey("sesame"), ""),
      ([:], "&key=sesame"), ([:], "&key=ses%61me"), (apiKey("sesame"), "&key=wrong"),
      ([.authorization: "Basic dTpw"], "&key=sesame"),
    ] as [(HeaderFields, String)])
  func `a key opens, wherever it is given`(fields: HeaderFields, parameter: String) {
    #expect(service().get(frames + parameter, fields).status == 200)
  }

  @Test(arguments: [false, true]) func `metrics need a key as well, unless the settings open them`(isOpen: Bool) {
    let service = service { $0.openMetrics = isOpen }
    #expect(service.get("/metrics").status == (isOpen ? 200 : 401))
    #expect(service.get("/metrics", apiKey("sesame")).status == 200)
    #expect(service.get("/healthz").status == 200)
    #expect(TestService().get("/metrics").status == 200)
  }

  @Test(
    arguments: [
      ([:], ""), ([:], "&key=wrong"), ([:], "&key="), ([:], "&key=%f"), ([:], "&key=sesam"), ([:], "&key=sesame2"),
      ([:], "&Key=sesame"), ([:], "&akey=sesame"), ([.authorization: "Bearer"], ""),
      ([.authorization: "Basic sesame"], ""),
      ([.authorization: "sesame"], ""), ([.authorization: "Bearer SESAME"], ""), (apiKey("door"), ""),
      (apiKey(keys[0].name), ""), ([.authorization: "Bearer wrong"], "&key=sesame"),
      (apiKey("d0c04f4b1951e4aeaaec8223ed2039e542f3aae805a6fa7f6d794e5afff5d272"), ""),
    ] as [(HeaderFields, String)])
  func `nothing else does`(fields: HeaderFields, parameter: String) {
    let answer = service().get(frames + parameter, fields)
    #expect(answer.status == 401)
    #expect(answer.fields[.wwwAuthenticate]?.hasPrefix("Bearer realm=") == true)
    #expect(answer.fields[.contentType] == "application/problem+json")
    #expect(answer.fields[.cacheControl] == "no-store")
    #expect(!answer.text.contains("sesame"))
  }

  @Test func `the hash is what sha256sum writes`() {
    #expect(APIKey("door:\(SHA256(of: "sesame".utf8Span.span).hexadecimal)") == keys.first)
    #expect(keys.name(of: "sesame") == "door")
    #expect(keys.name(of: "another key") == "gate")
    #expect(keys.name(of: "door") == nil)
  }

  @Test(arguments: ["/healthz", "/readyz", "/", "/kinetype.js"])
  func `probes and the page are open`(path: String) {
    #expect(service().get(path).status == 200)
  }

  @Test(arguments: ["/v1/frames", "/v1/frame", "/v1/stream", "/v1/curves", "/v1/curve", "/v1/nothing"])
  func `everything under v1 is closed, but not to a browser that asks what it may send`(path: String) {
    for method: HTTPRequest.Method in [.get, .head, .post, .delete] {
      #expect(service().send(method, path).status == 401)
    }
    guard path != "/v1/nothing" else { return }
    #expect(service().send(.options, path, [.accessControlRequestMethod: "GET"]).status == 204)
  }

  @Test func `a key in the query changes nothing in the answer`() {
    let service = service()
    let (plain, keyed) = (service.get(frames, apiKey("sesame")), service.get("\(frames)&key=sesame"))
    #expect(plain.fields[.eTag] != nil)
    #expect(keyed.fields == plain.fields)
    #expect(keyed.text == plain.text)
    #expect(service.get("/v1/frames?key=sesame&from=1&to=3&duration=0.1").fields == plain.fields)
    #expect(service.get("/v1/curves?key=sesame").status == 200)
  }

  @Test func `mistakes beside the key are told without it`() {
    let answer = service().get("\(frames)&key=sesame&cuve=x")
    #expect(answer.status == 400)
    #expect(!answer.text.contains("key"))
  }

  @Test func `caches on the way do not share what a key has opened`() {
    #expect(service().get(frames, apiKey("sesame")).fields[.cacheControl] == "private, max-age=86400")
    #expect(TestService().get(frames).fields[.cacheControl] == "public, max-age=86400")
  }

  @Test func `without keys nobody is asked for one`() {
    #expect(TestService().get(frames, [.authorization: "Bearer wrong"]).status == 200)
    #expect(TestService().get("\(frames)&key=x").status == 200)
  }

  @Test(arguments: [
    "", "door", "door:", ":\(String(repeating: "0", count: 64))", "a:b:c", "a b:\(String(repeating: "0", count: 64))",
  ])
  func `anything but a name and a hash is no key`(text: String) {
    #expect(APIKey(text) == nil)
  }
}

extension SHA256 {
  fileprivate var hexadecimal: String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

// MARK: - Rates

struct RateTests {
  private func service(burst: Int = 3, _ change: (inout Settings) -> Void = { _ in }) -> TestService {
    TestService {
      $0.requestsPerSecond = 0.01
      $0.requestBurst = burst
      change(&$0)
    }
  }

  /// The seconds to the next request that answers may tell which took so long together.
  private func waits(_ seconds: Int, for elapsed: Duration) -> ClosedRange<Int> {
    seconds - Int(elapsed / .seconds(1))...seconds
  }

  private func statuses(_ service: TestService, _ count: Int, _ fields: HeaderFields = [:], from address: String)
    -> [Int]
  {
    (0..<count).map { _ in service.send(.get, frames, fields, from: address).status }
  }

  @Test func `each client has its own`() {
    let service = service()
    #expect(statuses(service, 4, from: "192.0.2.1") == [200, 200, 200, 429])
    #expect(statuses(service, 4, from: "192.0.2.2") == [200, 200, 200, 429])
    #expect(statuses(service, 2, from: "2001:db8::1") == [200, 200])
    #expect(statuses(service, 2, from: "2001:db8::ffff:1") == [200, 429])
  }

  @Test func `an answer tells what is left, and a refusal when to come back`() {
    let service = service()
    let clock = ContinuousClock()
    let start = clock.now
    let answers = (0..<4).map { _ in service.get(frames) }
    let waits = self.waits(100, for: clock.now - start)
    for answer in answers { #expect(answer.fields[named: "RateLimit-Policy"] == #""requests";q=3;w=300"#) }
    for (answer, left) in zip(answers, [2, 1, 0, 0]) {
      #expect(waits.contains { answer.fields[named: "RateLimit"] == #""requests";r=\#(left);t=\#($0)"# })
    }
    #expect((100...125).contains(answers[3].fields[.retryAfter].flatMap { Int($0) } ?? 0))
    #expect(answers[3].fields[.contentType] == "application/problem+json")
    #expect(answers[3].text.contains("3 requests"))
    #expect(answers[3].fields[.cacheControl] == "private, no-store")
  }

  @Test func `refusals are not all for the same moment`() {
    let service = service(burst: 1)
    _ = service.get(frames)
    #expect(Set((0..<200).map { _ in service.get(frames).fields[.retryAfter] }).count > 5)
  }

  @Test func `a mistake counts as well, a probe and a preflight do not`() {
    let service = service()
    #expect((0..<10).map { _ in service.get("/healthz").status } == [Int](repeating: 200, count: 10))
    #expect((0..<10).map { _ in service.send(.options, "/v1/frames").status } == [Int](repeating: 204, count: 10))
    #expect(service.get("/healthz").fields[named: "RateLimit"] == nil)
    #expect(["/v1/frames", "/v1/nothing", frames, frames].map { service.get($0).status } == [400, 404, 200, 429])
  }

  @Test func `with keys the key is the client, and guessing one is limited by address`() {
    let service = service { $0.apiKeys = keys }
    #expect(statuses(service, 2, apiKey("sesame"), from: "192.0.2.1") == [200, 200])
    #expect(statuses(service, 2, apiKey("sesame"), from: "192.0.2.2") == [200, 429])
    #expect(statuses(service, 4, apiKey("wrong"), from: "192.0.2.1") == [401, 401, 401, 429])
    #expect(statuses(service, 1, apiKey("wrong"), from: "192.0.2.2") == [401])
  }

  @Test func `behind a trusted proxy the client is the one it names`() {
    let service = service { $0.trustedProxies = [IPNetwork("10.0.0.0/8")].compactMap(\.self) }
    func forwarded(_ value: String) -> HeaderFields { fields("X-Forwarded-For", value) }
    #expect(statuses(service, 4, forwarded("192.0.2.1"), from: "10.0.0.1") == [200, 200, 200, 429])
    #expect(statuses(service, 1, forwarded("198.51.100.1, 192.0.2.1"), from: "10.0.0.2") == [429])
    #expect(statuses(service, 1, forwarded("192.0.2.2"), from: "10.0.0.1") == [200])
    #expect(statuses(service, 1, forwarded("192.0.2.2"), from: "192.0.2.1") == [429])
  }

  @Test func `off by default, and then says nothing`() {
    let service = TestService()
    #expect(service.context.limiter == nil)
    #expect(service.get(frames).fields[named: "RateLimit"] == nil)
  }

  @Test func `however many ask, few are remembered`() {
    let service = service { $0.rememberedClients = 320 }
    for number in 0..<5000 { _ = service.send(.get, "/v1/nothing", from: "10.1.\(number / 256).\(number % 256)") }
    #expect((100...320).contains(service.context.limiter?.clientCount ?? 0))
  }

  @Test func `loops count together`() async throws {
    let service = try RunningService {
      $0.threads = 4
      $0.requestsPerSecond = 0.001
      $0.requestBurst = 10
    }
    let heads = try (0..<20).map { _ in try service.get(frames).response().prefix(13) }
    #expect(heads.count { $0 == "HTTP/1.1 200 " } == 10)
    #expect(heads.count { $0 == "HTTP/1.1 429 " } == 10)
    #expect(await service.stop())
  }

  @Test func `an answer that was kept tells it too`() async throws {
    let service = try RunningService { $0.requestsPerSecond = 0.001 }
    let clock = ContinuousClock()
    let start = clock.now
    let answers = try (0..<4).map { _ in try service.get(frames).response() }
    let waits = self.waits(1000, for: clock.now - start)
    #expect(service.context.cacheCounters.hits == 2)
    for (answer, left) in zip(answers, [99, 98, 97, 96]) {
      #expect(waits.contains { answer.contains("\r\nRateLimit: \"requests\";r=\(left);t=\($0)\r\n") })
      #expect(answer.contains("\r\nETag: "))
    }
    let bodies = answers.map { $0.split(separator: "\r\n\r\n", maxSplits: 1).last }
    #expect(bodies[1] == bodies[0] && bodies[2] == bodies[0])
    #expect(await service.stop())
  }
}

// MARK: - Streams

struct StreamsOfAClientTests {
  private static let endless = "/v1/stream?from=1&to=3&repeat=infinite&fps=1"

  @Test func `one has so many, and another as many`() async throws {
    let service = try RunningService {
      $0.maximumStreamsPerClient = 2
      $0.apiKeys = keys
    }
    func open(_ fields: String) throws -> Client {
      let client = try service.get(Self.endless, fields: fields)
      return client
    }
    let streams = try (0..<2).map { _ in try open("X-API-Key: sesame\r\n") }
    for stream in streams { #expect(try stream.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 ")) }
    let refusal = try open("X-API-Key: sesame\r\n").response()
    #expect(refusal.hasPrefix("HTTP/1.1 429 "))
    #expect(refusal.contains("\r\nRetry-After: "))
    #expect(refusal.contains("\r\nRateLimit-Policy: \"streams\";q=2;qu=\"concurrent-requests\"\r\n"))
    #expect(service.context.streamLimits.streams.taken == 2)
    streams[0].leave()
    // The service hears of those that left when it next looks.
    #expect(
      try eventually {
        try open("X-API-Key: sesame\r\n").receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 ")
      })
    #expect(await service.stop())
  }
}
