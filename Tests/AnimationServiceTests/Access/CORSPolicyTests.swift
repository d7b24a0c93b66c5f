import MicroHTTP
import System
import Foundation
import HTTPTypes
import RawClient
import Testing

@testable import Documents
@testable import Deployment
@testable import Viewers
@testable import AnimationService

struct CORSPolicyTests {
  private static let frames = "/v1/frames?from=1&to=3&duration=0.1"
  private static let listed = "https://example.org"

  private func service() -> TestService {
    TestService { $0.corsOrigins = [Self.listed, "http://localhost:3000"] }
  }

  @Test(arguments: [frames, "/v1/stream?to=3", "/v1/nothing", "/v1/frames", "/healthz", "/kinetype.js", "/v1/curves"])
  func `a listed origin is named, and no other`(target: String) {
    for origin in [Self.listed, "http://localhost:3000"] {
      let fields = service().get(target, [.origin: origin]).fields
      #expect(fields[.accessControlAllowOrigin] == origin)
      #expect(fields[.accessControlExposeHeaders]?.contains("RateLimit") == true)
      #expect(fields[.vary]?.contains("Origin") == true)
    }
    for origin in ["https://example.com", "http://example.org", "https://example.org:8443", "null", "*", ""] {
      let fields = service().get(target, [.origin: origin]).fields
      #expect(!fields.contains { $0.name.lowercased().hasPrefix("access-control") })
      #expect(fields[.vary]?.contains("Origin") == true)
    }
    #expect(service().get(target).fields[.accessControlAllowOrigin] == nil)
  }

  @Test func `by default it is any, without credentials`() {
    for origin in ["https://example.com", "null"] {
      let answer = TestService().get(Self.frames, [.origin: origin])
      #expect(answer.fields[.accessControlAllowOrigin] == "*")
      #expect(answer.fields[.accessControlAllowCredentials] == nil)
    }
  }

  /// WHATWG Fetch, `X-Content-Type-Options` and `Cross-Origin-Resource-Policy`.
  @Test(
    arguments: [
      (frames, "same-origin"), ("\(frames)&as=csv", "same-origin"), ("\(frames)&as=text", "same-origin"),
      ("/v1/curve?curve=ease&as=svg", "cross-origin"), ("/v1/curve?curve=ease", "same-origin"),
      ("/v1/stream?to=3", "same-origin"), ("/v1/nothing", "same-origin"), ("/healthz", "same-origin"),
      ("/metrics", "same-origin"), ("/", "cross-origin"), ("/kinetype.js", "cross-origin"),
    ])
  func `every answer is what it says it is, and data is no part of another page`(target: String, policy: String) {
    for fields in [service().get(target).fields, TestService().get(target).fields] {
      #expect(fields[values: .xContentTypeOptions] == ["nosniff"])
      #expect(fields[values: .crossOriginResourcePolicy] == [policy])
    }
  }

  @Test(arguments: SequenceRepresentation.allCases)
  func `a form that is a picture is one for every page, and no other form is`(form: SequenceRepresentation) {
    let policy = ["svg", "gif", "apng"].contains(form.name) ? "cross-origin" : "same-origin"
    for origins in [["*"], [Self.listed]] {
      let service = LabelTestService { $0.corsOrigins = origins }
      _ = service.put("a", #"{"to":"1"}"#)
      for target in ["\(Self.frames)&as=\(form.name)", "/v1/labels/a/frames?version=1&as=\(form.name)"] {
        let answer = service.get(target)
        #expect(answer.status == 200 && answer.fields[values: .crossOriginResourcePolicy] == [policy], "\(target)")
      }
    }
  }

  /// A 304 replaces the fields of what a cache holds (RFC 9111 section 4.3.4).
  @Test(arguments: ["\(frames)&as=svg", frames, "/kinetype.js"])
  func `an answer without a body changes nothing about who may embed it`(target: String) {
    let service = TestService()
    let policy = service.get(target).fields[.crossOriginResourcePolicy]
    let answer = service.get(target, [.ifNoneMatch: "*"])
    #expect(answer.status == 304)
    #expect(answer.fields[.xContentTypeOptions] == "nosniff")
    #expect([nil, policy].contains(answer.fields[.crossOriginResourcePolicy]))
  }

  @Test(arguments: [frames, "/v1/stream?to=3", "/v1/nothing", "/v1/frames", "/healthz", "/kinetype.js"])
  func `who sends no origin is told of none, and caches that it would matter`(target: String) {
    let fields = TestService().get(target).fields
    #expect(!fields.contains { $0.name.lowercased().hasPrefix("access-control") })
    #expect(fields[.vary]?.contains("Origin") == true)
  }

  @Test(arguments: [frames, "/v1/stream?to=3", "/v1/nothing", "/v1/frames", "/healthz", "/", "/kinetype.js"])
  func `over TLS, and nowhere else, browsers may be told to come by HTTPS alone`(target: String) {
    func told(_ isSecure: Bool, _ seconds: Int) -> String? {
      TestService {
        if isSecure { ($0.tlsCertificateFile, $0.tlsKeyFile) = ("certificate", "key") }
        $0.hstsMaxAge = seconds
      }.get(target).fields[.strictTransportSecurity]
    }
    #expect(told(true, 31_536_000) == "max-age=31536000")
    #expect(told(true, 0) == nil)
    #expect(told(false, 31_536_000) == nil)
  }

  @Test func `a preflight tells what may be sent, to those who may`() {
    let ask: HeaderFields = [.origin: Self.listed, .accessControlRequestMethod: "GET"]
    for service in [service(), TestService()] {
      let answer = service.send(.options, "/v1/frames", ask)
      #expect(answer.status == 204)
      #expect(answer.fields[.accessControlAllowMethods] == "GET, HEAD, POST, OPTIONS")
      #expect(
        answer.fields[.accessControlAllowHeaders]?.components(separatedBy: ", ") == [
          "Accept", "Authorization", "Cache-Control", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match",
          "Last-Event-ID", "Pragma", "X-API-Key", "X-Request-Id", "X-Requested-With",
        ])
    }
    var other = ask
    other[.origin] = "https://example.com"
    let answer = service().send(.options, "/v1/frames", other)
    #expect(answer.status == 204)
    #expect(!answer.fields.contains { $0.name.lowercased().hasPrefix("access-control") })
  }

  @Test func `an answer that was kept names the origin of who asks`() async throws {
    let service = try RunningService { $0.corsOrigins = [Self.listed, "https://example.com"] }
    let (listed, other, evil) = (Self.listed, "https://example.com", "https://evil.example")
    for (origin, hits) in [(listed, 0), (listed, 0), (other, 0), (evil, 0), (listed, 1)] {
      let answer = try service.get(Self.frames, fields: "Origin: \(origin)\r\n").response()
      #expect(answer.contains("\r\nAccess-Control-Allow-Origin: \(origin)\r\n") == !origin.contains("evil"))
      #expect(answer.components(separatedBy: "Access-Control-Allow-Origin").count <= 2)
      #expect(answer.contains("\r\nVary: Accept, Accept-Encoding, Origin\r\n"))
      #expect(service.context.cacheCounters.hits == hits)
    }
    #expect(await service.stop())
  }

  @Test(arguments: ["https://example.org", "http://localhost:3000", "https://[::1]:8443", "chrome-extension://abc"])
  func `an origin is a scheme and a host`(text: String) {
    #expect(CORSPolicy.isOrigin(text))
  }

  @Test(
    arguments: [
      "", "null", "example.org", "https://", "://x", "https://example.org/", "https://Example.org", "https://a b",
    ])
  func `anything else is none`(text: String) {
    #expect(!CORSPolicy.isOrigin(text))
  }
}
