@testable import Documents
import AnimationService
import HTTPTypes
import RawClient
import Testing

struct ProblemTypeTests {
  @Test func `the page has a section for each type, and no other`() {
    let page = TestService().get("/problems").text
    let anchors = page.matches(of: /<section id="([^"]*)">/).map { String($0.1) }
    #expect(anchors == ProblemType.allCases.map(\.rawValue))
    for type in ProblemType.allCases {
      let heading = "\(type.title) <span>\(type.status.code)</span>"
      #expect(page.contains("<h2><a href=\"#\(type.rawValue)\">\(heading)</a></h2>"))
    }
  }

  @Test(arguments: [
    ("GET", "/v1/frames?to=3&fps=0", "", "invalid-parameters", 400),
    ("GET", "/v1/frames?to=%ff", "", "unreadable-parameters", 400),
    ("GET", "/nowhere", "", "not-found", 404),
    ("DELETE", "/v1/frames", "", "method-not-allowed", 405),
    ("GET", "/v1/frames?to=3", "Accept: image/png\r\n", "not-acceptable", 406),
    ("POST", "/v1/frames", "", "length-required", 411),
    ("POST", "/v1/frames", "Content-Length: 70000\r\n", "body-too-large", 413),
    ("GET", "/\(String(repeating: "x", count: 16_400))", "", "target-too-long", 414),
    ("GET", "/", "X: \(String(repeating: "x", count: 16_400))\r\n", "head-too-large", 431),
    ("GET", "/", "Host: b\r\n", "malformed-request", 400),
    ("POST", "/", "Content-Length: -1\r\n", "malformed-request", 400),
    ("GET", "/", "X\r\n", "malformed-request", 400),
    ("FOO", "/", "", "not-implemented", 501),
    ("GET", "/v1/stream?to=3", "", "too-many-streams", 503),
  ])
  func `an error has its type, its title and the request's name`(
    method: String, target: String, fields: String, type: String, status: Int
  ) async throws {
    let service = try RunningService { $0.maximumStreams = 0 }
    let client = try Client(port: service.port)
    client.request("\(method) \(target)", fields: "X-Request-Id: mine\r\n" + fields)
    let answer = try client.response()
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(answer.contains("\r\nContent-Type: application/problem+json\r\n"))
    #expect(answer.contains("\r\nX-Request-Id: mine\r\n"))
    #expect(answer.contains(#"{"type":"/problems#\#(type)","title":""#))
    #expect(answer.contains(#","status":\#(status),"detail":""#))
    #expect(answer.hasSuffix("\"requestId\":\"mine\"}\n"))
    #expect(await service.stop())
  }

  private static let long = String(repeating: "x", count: 40_000)
  private static let manyNames = String(repeating: "x&", count: 5000)

  @Test(arguments: [
    ("GET / HTTP/2.0\r\n\r\n", "505 HTTP Version Not Supported", "version-not-supported"),
    ("GET / HTTP/1.1\r\nX: \(long)", "431 Request Header Fields Too Large", "head-too-large"),
    ("GET /?\(manyNames) HTTP/1.1\r\nHost: a\r\n\r\n", "431 Request Header Fields Too Large", "head-too-large"),
    ("GET /\(long)", "414 URI Too Long", "target-too-long"),
  ])
  func `a request that cannot be read has a problem document too`(
    request: String, status: String, type: String
  ) async throws {
    let service = try RunningService()
    let client = try Client(port: service.port)
    client.send(request)
    let answer = try client.receiveAll()
    #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\nDate: "))
    #expect(answer.contains("\r\nConnection: close\r\n"))
    #expect(answer.contains("\r\nContent-Type: application/problem+json\r\n"))
    #expect(answer.contains(/\r\nX-Request-Id: [0-9a-z]{7}-1\r\n/))
    #expect(answer.contains(#"{"type":"/problems#\#(type)","title":""#))
    #expect(answer.ranges(of: "HTTP/1.1 ").count == 1)
    #expect(await service.stop())
  }

  @Test func `a request that does not arrive has a problem document too`() async throws {
    let service = try RunningService { $0.headTimeout = 1 }
    let client = try Client(port: service.port)
    client.send("GET / HTTP/1.1\r\n")
    let answer = try client.receiveAll()
    #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\nDate: "))
    #expect(answer.contains("\r\nAccess-Control-Allow-Origin: *\r\n"))
    #expect(answer.contains(#""type":"/problems#request-timeout""#))
    #expect(answer.contains(#""detail":"The request's head did not arrive within 1 second.""#))
    #expect(await service.stop())
  }
}
