import System
import Foundation
import MicroHTTP
import RawClient
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

struct AccessLogTests {
  /// What the service writes while `body` runs.
  private func lines(
    _ change: @escaping (inout Settings) -> Void = { _ in }, while body: (RunningService) throws -> Void
  ) async throws -> [[String: Any]] {
    let pipe = Pipe()
    let service = try RunningService(logOutput: LineOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)) {
      $0.accessLog = true
      change(&$0)
    }
    try body(service)
    #expect(await service.stop())
    try pipe.fileHandleForWriting.close()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    return try text.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
  }

  @Test func `each request has a line, without its query`() async throws {
    let lines = try await lines { service in
      let client = try Client(port: service.port)
      for target in ["/v1/frames?to=3&code=hidden", "/v1/frames?to=3&duration=0", "/problems?hidden"] {
        client.request("GET \(target)", fields: "User-Agent: test\r\nX-Request-Id: mine\r\n")
        _ = try client.response()
      }
    }
    #expect(lines.map { $0["path"] as? String } == ["/v1/frames", "/v1/frames", "/problems"])
    #expect(lines.map { $0["status"] as? Int } == [400, 200, 200])
    #expect(lines.allSatisfy { $0["requestId"] as? String == "mine" && $0["userAgent"] as? String == "test" })
    #expect(lines.allSatisfy { ($0["duration"] as? Double).map { $0 >= 0 && $0 < 5 } == true })
    #expect(!"\(lines)".contains("hidden"))
  }

  @Test(arguments: [("198.51.100.1", "198.51.100.1"), ("6.6.6.6, 2001:DB8::0:5", "2001:db8::5"), ("unknown", nil)])
  func `behind a trusted proxy the line names who asked it`(forwardedFor: String, client: String?) async throws {
    let lines = try await lines {
      $0.trustedProxies = [IPNetwork("127.0.0.0/8")].compactMap { $0 }
    } while: { service in
      let proxy = try Client(port: service.port)
      for target in ["/v1/frames?to=3&duration=0", "/v1/stream?to=3&duration=0"] {
        proxy.request("GET \(target)", fields: "X-Forwarded-For: \(forwardedFor)\r\n")
        _ = try target.contains("stream") ? proxy.receiveAll() : proxy.response()
      }
    }
    #expect(lines.map { $0["clientAddress"] as? String } == [client, client])
    #expect(lines.allSatisfy { $0["remoteAddress"] as? String == "127.0.0.1" })
  }

  @Test func `nobody else can name another`() async throws {
    let lines = try await lines { service in
      let client = try Client(port: service.port)
      client.request("GET /problems", fields: "X-Forwarded-For: 198.51.100.1\r\n")
      _ = try client.response()
    }
    #expect(lines.count == 1 && lines[0]["clientAddress"] == nil)
  }

  @Test(arguments: [(false, ["/v1/curves"]), (true, ["/healthz", "/readyz", "/metrics", "/v1/curves"])])
  func `probes are logged where that is asked for`(asked: Bool, paths: [String]) async throws {
    let lines = try await lines {
      $0.accessLogProbes = asked
    } while: { service in
      let client = try Client(port: service.port)
      for path in ["/healthz", "/readyz", "/metrics", "/v1/curves"] {
        client.request("GET \(path)")
        _ = try client.response()
      }
    }
    #expect(lines.map { $0["path"] as? String } == paths)
  }

  @Test func `a stream has one line at its end`() async throws {
    let lines = try await lines { service in
      _ = try service.get("/v1/stream?from=1&to=3&duration=0.2&fps=10&late=send").receive(until: "0\r\n\r\n")
    }
    #expect(lines.count == 1)
    #expect(lines.first?["message"] as? String == "stream")
    #expect(lines.first?["reason"] as? String == "finished")
    #expect(lines.first?["framesSent"] as? Int == 3)
    #expect(lines.first?["bytes"] == nil)
  }

  @Test func `a stream whose client leaves says so`() async throws {
    let lines = try await lines { service in
      let client = try service.get("/v1/stream?from=1&to=3&repeat=infinite")
      _ = try client.receive(until: "event: start")
      client.leave()
      #expect(eventually { service.context.streamLimits.streams.taken == 0 })
    }
    #expect(lines.first?["reason"] as? String == "client_left")
  }

  @Test func `a full service is a warning, and quieter levels leave the rest out`() async throws {
    let lines = try await lines({
      $0.maximumStreams = 0
      $0.logLevel = "warning"
    }) { service in
      _ = try service.get("/v1/stream?from=1&to=3").response()
      _ = try service.get("/healthz").response()
    }
    #expect(lines.map { $0["level"] as? String } == ["warning"])
  }

  /// The pipe is full before the first request, and nobody reads it.
  @Test func `a log that nobody reads holds nobody up`() async throws {
    let pipe = Pipe()
    let output = LineOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    _ = output.write([UInt8](repeating: 0x0A, count: 1 << 20).span)
    let service = try RunningService(logOutput: output) { $0.accessLog = true }
    let client = try Client(port: service.port)
    for _ in 0..<2000 {
      client.request("GET /healthz")
      #expect(try client.response().hasSuffix("ok\n"))
    }
    #expect(await service.stop())
  }
}
