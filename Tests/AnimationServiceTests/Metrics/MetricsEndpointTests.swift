import MicroHTTP
import Foundation
import HTTPTypes
import RawClient
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService
@testable import LabelStore

struct MetricsEndpointTests {
  @Test func `it speaks Prometheus' text format and is kept by nobody`() {
    let answer = TestService().get("/metrics")
    #expect(answer.status == 200)
    #expect(answer.fields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
    #expect(answer.fields[.cacheControl] == "no-store")
    #expect(answer.text.hasSuffix("\n"))
  }

  @Test func `each metric is announced once, with its samples below it`() throws {
    let service = TestService()
    _ = service.get("/v1/frames?to=1")
    var announced: [Substring] = []
    for line in service.get("/metrics").text.split(separator: "\n") {
      if let match = line.firstMatch(of: /^# TYPE (\S+) (counter|gauge|histogram)$/) {
        #expect(!announced.contains(match.1))
        announced.append(match.1)
      } else if !line.hasPrefix("# HELP ") {
        let name = try #require(line.firstMatch(of: /^([a-z_]+)(\{.*\})? [0-9.]+$/), "\(line)").1
        let family = try #require(announced.last)
        #expect(name == family || name.replacing(/_(bucket|sum|count)$/, with: "") == family)
      }
    }
    #expect(announced.count > 25)
  }

  @Test func `requests are counted by route, method and status`() {
    let service = TestService()
    _ = service.get("/v1/frames?to=1")
    _ = service.get("/v1/frames?to=2")
    _ = service.get("/v1/frames")
    _ = service.post("/v1/frames", json: #"{"to":"1"}"#)
    _ = service.send(.delete, "/v1/frames")
    let text = service.get("/metrics").text
    for line in [
      #"{route="/v1/frames",method="GET",code="200"} 2"#, #"{route="/v1/frames",method="GET",code="400"} 1"#,
      #"{route="/v1/frames",method="POST",code="200"} 1"#, #"{route="/v1/frames",method="DELETE",code="405"} 1"#,
    ] {
      #expect(text.contains("\nkinetype_http_requests_total\(line)\n"))
    }
    #expect(text.contains("\nkinetype_http_request_duration_seconds_count{route=\"/v1/frames\"} 5\n"))
  }

  @Test(arguments: [
    "/etc/passwd", "/v1/frames/", "/v1/frames/7", "/V1/frames", "*", "/%7Ex", "/\"} 1\nkinetype_http_requests_total 9",
  ])
  func `a path that is no route is never a label`(path: String) {
    let service = TestService()
    _ = service.get(path)
    let text = service.get("/metrics").text
    #expect(text.contains(#"kinetype_http_requests_total{route="other",method="GET",code="404"} 1"#))
    #expect(!text.contains(path))
  }

  @Test func `the routes are those of the router, however many paths are asked for`() {
    let service = TestService()
    for number in 0..<500 { _ = service.get("/v1/\(number)") }
    let routes = Set(service.context.metrics.loops.flatMap(\.requests).map(\.route))
    #expect(routes == ["other"])
    #expect(service.context.metrics.loops.flatMap(\.requests).count == 1)
  }

  /// What the dashboard, the alerts and the autoscaler ask for must be there, under these very names.
  @Test(arguments: ["grafana-dashboard.json", "alerts.yml", "kubernetes.yaml"])
  func `every metric that a file in Config asks for is exported`(name: String) throws {
    let file = URL(filePath: #filePath).appending(path: "../../../../Config/\(name)").standardized
    let asked = try String(contentsOf: file, encoding: .utf8).matches(of: /\b(kinetype|process)_[a-z_]+/)
    let remote = RemoteStoreStatus(
      isReachable: true, wasReached: true, clockOffset: .zero, clockUncertainty: .zero, sinceReread: .zero)
    let service = TestService(labels: TestLabelStore(remote))
    _ = service.get("/v1/frames?to=1")
    let exported = Set(service.get("/metrics").text.matches(of: /(?m)^[a-z_]+/).map { String($0.0) })
    #expect(!asked.isEmpty)
    for match in asked { #expect(exported.contains(String(match.0)), "\(match.0)") }
  }

  @Test func `it says what is running`() {
    let text = TestService().get("/metrics").text
    #expect(text.contains(/kinetype_build_info\{version="0.3.0",swift="6.\d"\} 1\n/))
  }

  @Test func `readiness is shown`() {
    let service = TestService()
    #expect(service.get("/metrics").text.contains("\nkinetype_ready 1\n"))
    service.context.readiness.end()
    #expect(service.get("/metrics").text.contains("\nkinetype_ready 0\n"))
  }
}

/// Counters behind a real socket.
struct ServiceMetricsTests {
  private func metrics(_ service: RunningService) throws -> String {
    try service.get("/metrics", fields: "Connection: close\r\n").receiveAll()
  }

  @Test func `nothing is open when everybody has left`() async throws {
    let service = try RunningService { $0.threads = 2 }
    let clients = try (0..<20).map { _ in try service.get("/v1/stream?from=1&to=1000&repeat=infinite&fps=10&late=send")
    }
    for client in clients { _ = try client.receive(until: "id: 1\n") }
    let metrics = service.context.metrics
    #expect(metrics.openStreams == 20)
    #expect(metrics.openConnections == 20)
    #expect(service.context.streamLimits.framesPerSecond == 200)
    #expect(try self.metrics(service).contains("\nkinetype_streams_open 20\n"))
    for (index, client) in clients.enumerated() {
      if index.isMultiple(of: 2) { client.leave() } else { client.reset() }
    }
    #expect(eventually { metrics.openStreams == 0 && metrics.openConnections == 0 })
    #expect(service.context.streamLimits.framesPerSecond == 0)
    #expect(metrics.sum { $0.streamsEnded[.clientLeft] } == 20)
    #expect(metrics.sum { $0.connectionsAccepted.value } == 21)
    #expect(await service.stop())
  }

  @Test func `a stream counts its frames, their lateness and its end`() async throws {
    let service = try RunningService()
    _ = try service.get("/v1/stream?from=1&to=1000&duration=0.1&fps=100").receive(until: "0\r\n\r\n")
    let metrics = service.context.metrics
    #expect(eventually { metrics.openStreams == 0 })
    let sent = metrics.sum { $0.framesSent.value }
    #expect(sent + metrics.sum { $0.framesMissed.value } == 11)
    #expect(metrics.lateness.count == sent)
    #expect(metrics.sum { $0.streamsEnded[.finished] } == 1)
    #expect(metrics.sum { $0.framesRefused.value } == 0)
    #expect(await service.stop())
  }

  @Test func `a stream that is too old is counted as such`() async throws {
    let service = try RunningService { $0.maximumStreamSeconds = 1 }
    let metrics = service.context.metrics
    _ = try service.get("/v1/stream?from=1&to=1000&duration=60").receive(until: "0\r\n\r\n")
    #expect(eventually { metrics.sum { $0.streamsEnded[.lifetime] } == 1 })
    #expect(metrics.openStreams == 0)
    #expect(await service.stop())
  }

  @Test func `a stream that a shutdown ends is counted as such`() async throws {
    let service = try RunningService()
    let metrics = service.context.metrics
    let client = try service.get("/v1/stream?from=1&to=1000&repeat=infinite&fps=10&late=send")
    _ = try client.receive(until: "id: 1\n")
    #expect(await service.stop())
    #expect(metrics.sum { $0.streamsEnded[.shutdown] } == 1)
    #expect(metrics.openStreams == 0)
  }

  @Test func `a client that does not read makes its own frames late, not the service's`() async throws {
    let service = try RunningService { $0.stalledWriteTimeout = 3600 }
    let client = try Client(port: service.port, receiveBuffer: 4096)
    client.request("GET /v1/stream?from=1&to=1000000&duration=6&fps=240&include=value,velocity")
    let metrics = service.context.metrics
    let other = try Client(port: service.port)
    var (known, looks) = (0, 0)
    // Full is a socket that has taken nothing for as long as fifty frames last, while its loop has answered others.
    let isFull = try eventually {
      other.request("GET /healthz")
      _ = try other.response()
      let sent = metrics.sum { $0.framesSent.value }
      (known, looks) = (sent, sent == known ? looks + 1 : 0)
      return known > 0 && looks > 200
    }
    #expect(isFull)
    let end = try #require(try client.receive(until: "0\r\n\r\n").firstMatch(of: /"framesSkipped":(\d+)/))
    let refused = metrics.sum { $0.framesRefused.value }
    #expect(refused > 20)
    #expect(refused + metrics.sum { $0.framesMissed.value } == Int(end.1))
    #expect(metrics.lateness.count < metrics.sum { $0.framesSent.value })
    #expect(await service.stop())
  }

  @Test func `a client that never reads is a stalled write`() async throws {
    let service = try RunningService { $0.stalledWriteTimeout = 1 }
    let client = try Client(port: service.port, receiveBuffer: 4096)
    client.request("GET /v1/stream?from=1&to=1000000&duration=60&fps=240&include=value,velocity")
    let metrics = service.context.metrics
    #expect(eventually { metrics.sum { $0.streamsEnded[.stalled] } == 1 })
    #expect(eventually { metrics.sum { $0.rejections[.stalledWrite] } == 1 })
    client.leave()
    #expect(await service.stop())
  }

  @Test func `a connection too many is counted`() async throws {
    let service = try RunningService { $0.maximumConnections = 1 }
    let first = try service.get("/v1/stream?from=1&to=1000&repeat=infinite")
    _ = try first.receive(until: "event: start")
    #expect(try service.get("/healthz").response().hasPrefix("HTTP/1.1 503 "))
    #expect(service.context.metrics.sum { $0.rejections[.connections] } == 1)
    first.leave()
    #expect(await service.stop())
  }

  @Test func `limits that are hit are counted by name`() async throws {
    let service = try RunningService {
      $0.maximumStreams = 1
      $0.maximumBodyBytes = 10
      $0.maximumHeadBytes = 4096
      // Longer than a busy machine takes for those that are not slow.
      $0.headTimeout = 8
      $0.bodyTimeout = 8
    }
    let metrics = service.context.metrics
    let first = try service.get("/v1/stream?from=1&to=1000&repeat=infinite")
    _ = try first.receive(until: "event: start")
    _ = try service.get("/v1/stream?from=1&to=1000").response()
    _ = try service.get("/healthz", fields: "X: \(String(repeating: "x", count: 4200))\r\n").response()
    let large = try Client(port: service.port)
    large.request("POST /v1/frames", fields: "Content-Length: 11\r\n", body: "{\"to\":\"12\"}")
    _ = try large.response()
    let wrong = try Client(port: service.port)
    wrong.request("GET /healthz", fields: "Host: again\r\n")
    _ = try wrong.response()
    let slowHead = try Client(port: service.port)
    slowHead.send("GET / HT")
    let slowBody = try Client(port: service.port)
    slowBody.request("POST /v1/frames", fields: "Content-Length: 5\r\n", body: "{")
    _ = try slowHead.receiveAll()
    _ = try slowBody.receiveAll()
    let counted = Rejection.allCases.filter { reason in metrics.sum { $0.rejections[reason] } == 1 }
    #expect(Set(counted) == [.streams, .headSize, .bodySize, .malformed, .headTimeout, .bodyTimeout])
    #expect(metrics.sum { $0.rejections.total } == 6)
    first.leave()
    #expect(await service.stop())
  }

  @Test func `caches show what they hold`() async throws {
    let service = try RunningService()
    for _ in 0..<4 { _ = try service.get("/v1/frames?from=1&to=3").response() }
    _ = try service.get("/v1/stream?from=1&to=3&duration=0.1").receive(until: "0\r\n\r\n")
    let text = try metrics(service)
    for line in [
      #"hits_total{cache="answers"} 2"#, #"misses_total{cache="answers"} 2"#, #"entries{cache="answers"} 1"#,
      #"misses_total{cache="streams"} 1"#, #"entries{cache="streams"} 1"#,
      #"hits_total{cache="times"} 1"#, #"misses_total{cache="times"} 2"#, #"entries{cache="times"} 2"#,
    ] {
      #expect(text.contains("\nkinetype_cache_\(line)\n"), "\(line)")
    }
    #expect(service.context.cacheCounters.bytes > 1000)
    #expect(await service.stop())
  }
}
