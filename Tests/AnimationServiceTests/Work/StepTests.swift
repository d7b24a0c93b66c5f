import Dispatch
import Foundation
import HTTPTypes
import MicroHTTP
import RawClient
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

struct ClientWorkTests {
  private static let long =
    "/v1/frames?from=0&duration=200&fps=100&prefix=\(String(repeating: "x", count: 100))&to="

  /// Of work that all clients have been charged, whatever has come back since.
  private func microseconds(_ service: TestService) -> Double { 1e6 * (service.context.workLimiter?.seconds ?? 0) }

  @Test func `a client whose answers take too much work is told when to come back`() async throws {
    let service = try RunningService {
      $0.workMillisecondsPerSecond = 2
      $0.maximumWorkMilliseconds = 1000
    }
    // A second's worth may be taken at once; this takes some 20 ms.
    var last = ""
    for target in 0..<200 where !last.hasPrefix("HTTP/1.1 429 ") {
      last = try service.get(Self.long + "\(target)", fields: "Connection: close\r\n").receiveAll()
    }
    #expect(last.contains("1000 ms of work at once, which take 500 s to come back"))
    let seconds = try #require(last.firstMatch(of: /Retry-After: (\d+)\r\n/)?.1)
    #expect((1...20).contains(Int(seconds) ?? 0))
    #expect(service.context.metrics.sum { $0.rejections[.clientWork] } == 1)
    // Nothing is for nothing, but for the page and the probes.
    #expect(try service.get("/v1/frames?from=0&to=9").response().hasPrefix("HTTP/1.1 429 "))
    #expect(try service.get("/healthz").response().hasPrefix("HTTP/1.1 200 "))
    #expect(await service.stop())
  }

  @Test(
    arguments: [
      (.get, "/v1/frames?from=0&to=9", "", 200), (.get, "/v1/frame?from=0&to=9&index=3", "", 200),
      (.get, "/v1/frames?from=0&to=9&as=svg", "", 200), (.get, "/v1/curve?curve=ease", "", 200),
      (.get, "/v1/frames?from=0&to=9&fps=1000&curve=eas", "", 400), (.get, "/v1/nothing", "", 404),
      (.head, "/v1/frames?from=0&to=9", "", 200),
      (.post, "/v1/frames", #"{"to":9,"animations":[{"id":1},{"id":2}]}"#, 200),
      (.put, "/v1/labels/a", #"{"to":9}"#, 201), (.get, "/v1/labels?limit=5", "", 200),
      (.get, "/v1/labels/none", "", 404), (.post, "/v1/labels/none/add", #"{"by":1}"#, 404),
    ] as [(HTTPRequest.Method, String, String, Int)])
  func `all that the loop does for a client is charged`(
    method: HTTPRequest.Method, target: String, body: String, status: Int
  ) {
    let service = TestService {
      $0.workMillisecondsPerSecond = 1; $0.maximumWorkMilliseconds = 10
    }
    var fields: HeaderFields = body.isEmpty ? [:] : [.contentType: "application/json"]
    fields[named: "Host"] = "localhost"
    var answers: [Int] = []
    // Ten milliseconds at once; the longer a busy machine takes, the more comes back meanwhile.
    while answers.count < 10_000, answers.last != 429 {
      answers.append(service.send(method, target, fields, body: Array(body.utf8), from: "127.0.0.1").status)
    }
    #expect(answers.first == status)
    #expect(answers.last == 429)
    #expect(microseconds(service) / Double(answers.count - 1) >= 15)
  }

  private static let mistakes = (0..<60).map { "duratoin\($0)=1" }.joined(separator: "&")
  private static let wrong = "[" + (0..<60).map { #"{"id":\#($0),"too":1}"# }.joined(separator: ",") + "]"

  /// Microseconds at least, of those that each takes on a core.
  @Test(arguments: [
    ("/v1/frames?to=1&no=1", 15), ("/v1/frames?to=1&\(String(repeating: "&", count: 10_000))no=1", 50),
    ("/v1/frames?\(mistakes)", 150), ("/v1/frames?to=1&animations=\(wrong)", 100), ("/v1/stream?to=1", 60),
  ])
  func `what no meter sees is charged by what is asked and answered`(target: String, microseconds: Int) {
    let service = TestService.charging()
    for _ in 0..<100 { #expect([200, 400].contains(service.get(target).status)) }
    #expect(self.microseconds(service) / 100 >= Double(microseconds))
  }
}

struct StepTests {
  private static let long = "/v1/frames?from=0&to=100000&frames=distinct&duration=10&curve=easeOutBack"

  private static func list(_ animations: String, _ more: String = "") -> String {
    let text = animations.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return "/v1/frames?from=0&to=9&animations=\(text)\(more)"
  }

  private func body(_ answer: String) -> String {
    answer.range(of: "\r\n\r\n").map { String(answer[$0.upperBound...]) } ?? ""
  }

  @Test(arguments: [
    long, long + "&as=csv", "/v1/frames?from=0&to=9&duration=300&fps=100",
    "/v1/frame?from=0&to=9&frames=distinct&index=3", list(#"[{"id":1},{"id":2,"to":"5"}]"#, "&frames=distinct"),
  ])
  func `an answer that comes later is the one that is computed at once`(target: String) async throws {
    let service = try RunningService()
    let context = ServiceContext(settings: Settings())
    let loop = LoopServices(context, queue: DispatchQueue(label: "test"), longestOnLoop: .max)
    let parts = target.split(separator: "?").map(String.init)
    let step = try Router(Endpoint.all).respond(to: Request(path: parts[0], query: parts[1]), on: loop)
    guard case .answer(let response, _) = step else {
      Issue.record("the loop has left it to others")
      return
    }
    let expected = Answer(response).text
    #expect(!expected.isEmpty)
    for fields in ["", "Accept-Encoding: identity\r\n", ""] {
      let answer = try service.get(target, fields: fields + "Connection: close\r\n").receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(body(answer) == expected)
    }
    #expect(await service.stop())
  }

  @Test func `a connection that has waited takes the next request`() async throws {
    let service = try RunningService()
    let client = try Client(port: service.port)
    for target in [Self.long, "/healthz", Self.long + "&as=text", "/healthz"] {
      client.request("GET \(target)")
      #expect(try client.response().hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
    #expect(await service.stop())
  }

  @Test func `what was read of one request is not that of another`() async throws {
    let service = try RunningService()
    let client = try Client(port: service.port)
    for (id, more) in [(1, "&frames=distinct"), (2, ""), (3, "&frames=distinct"), (4, "&frames=distinct")] {
      client.request("GET " + Self.list("[{\"id\":\(id)}]", more))
      #expect(try client.response().contains(#"{"id":"\#(id)","animation":"#))
    }
    #expect(await service.stop())
  }

  @Test func `what is wrong with a request is said later, too`() async throws {
    let service = try RunningService { $0.maximumFrames = 100 }
    let answer = try service.get(Self.long, fields: "Connection: close\r\n").receiveAll()
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(answer.contains(#""parameter":"frames""#))
    #expect(await service.stop())
  }

  /// A service whose work waits for the test.
  private func stalled(limit: Int) throws -> (service: RunningService, mayGoOn: DispatchSemaphore) {
    let queue = WorkQueue(threads: 1, limit: limit)
    let (began, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    _ = queue.run(for: .key("another client")) {
      began.signal()
      mayGoOn.wait()
      return 0
    }
    began.wait()
    return (try RunningService(workQueue: queue), mayGoOn)
  }

  @Test(arguments: [long, "/v1/frames?from=0&to=9&duration=0.1&as=gif"])
  func `a loop answers others and shows frames while work is under way`(target: String) async throws {
    let (service, mayGoOn) = try stalled(limit: 4)
    let slow = try service.get(target)
    let stream = try service.get("/v1/stream?from=0&to=9&duration=0.2&fps=50")
    #expect(try stream.receive(until: "0\r\n\r\n").contains("event: end"))
    #expect(try service.get("/healthz").response().hasPrefix("HTTP/1.1 200 OK\r\n"))
    mayGoOn.signal()
    #expect(try slow.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(await service.stop())
  }

  @Test func `where too much work is waiting more of it is refused, and nothing else`() async throws {
    let (service, mayGoOn) = try stalled(limit: 2)
    let first = try service.get(Self.long)
    let refused = try service.get(Self.long + "&fps=30").response()
    #expect(refused.hasPrefix("HTTP/1.1 503 "))
    #expect(refused.contains("Retry-After: 1\r\n"))
    #expect(refused.contains(#""type":"/problems#too-much-work""#))
    #expect(try service.get("/v1/frames?from=1&to=2").response().hasPrefix("HTTP/1.1 200 OK\r\n"))
    mayGoOn.signal()
    #expect(try first.response().hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(await service.stop())
  }

  @Test func `a client may leave while it waits`() async throws {
    let (service, mayGoOn) = try stalled(limit: 8)
    let leaving = try service.get(Self.long)
    let staying = try service.get(Self.long)
    leaving.leave()
    mayGoOn.signal()
    #expect(try staying.response().hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(await service.stop())
  }

  @Test func `a drain waits for what is under way`() async throws {
    let (service, mayGoOn) = try stalled(limit: 4)
    let client = try service.get(Self.long)
    // The loop has the request before the drain begins.
    _ = try service.get("/healthz").response()
    async let isComplete = service.stop()
    mayGoOn.signal()
    #expect(try client.response().hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(await isComplete)
  }

  @Test func `a server that stops at once leaves work behind without harm`() async throws {
    let (service, mayGoOn) = try stalled(limit: 4)
    let client = try service.get(Self.long)
    _ = try service.get("/healthz").response()
    #expect(await service.stop(within: .zero) == false)
    mayGoOn.signal()
    #expect(try client.receiveAll() == "")
  }
}
