import Foundation
import HTTPTypes
import LabelStore
import MicroHTTP
import RawClient
import System
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

struct VisitorLabelTests {
  private func bearer(_ key: String?) -> HeaderFields { [.authorization: "Bearer \(key ?? "")"] }

  private func make(
    _ service: LabelTestService, _ body: String = #"{"to":"1"}"#, _ fields: HeaderFields = [:],
    from address: String = "127.0.0.1"
  ) -> Answer {
    service.send(.post, "/v1/labels", body, fields, from: address)
  }

  private func methods(_ service: LabelTestService, _ path: String, from address: String = "127.0.0.1") -> Set<String> {
    let fields = service.send(.options, path, from: address).fields
    return Set((fields[.allow] ?? "").split(separator: ", ").map { String($0) })
  }

  // MARK: Who may

  @Test(arguments: [
    (nil as Bool?, "127.0.0.1", 201), (nil, "::1", 201), (nil, "192.0.2.1", 403), (true, "127.0.0.1", 201),
    (true, "192.0.2.1", 201), (false, "127.0.0.1", 403), (false, "192.0.2.1", 403),
  ])
  func `a visitor is told beforehand whether he may make a label`(visitors: Bool?, address: String, status: Int) {
    for keys in [[], ["all"].compactMap { WriteKey($0) }] {
      let service = LabelTestService {
        $0.visitorLabels = visitors
        $0.writeKeys = keys
      }
      #expect(methods(service, "/v1/labels", from: address).contains("POST") == (status == 201))
      let answer = make(service, from: address)
      #expect(answer.status == status)
      #expect(status == 201 || answer.text.contains("`KINETYPE_VISITOR_LABELS`"))
    }
  }

  @Test func `a page of another machine makes no label by the browser here`() {
    #expect(make(LabelTestService(), #"{"to":"1"}"#, [.origin: "https://evil.example"]).status == 403)
    let service = LabelTestService { $0.visitorLabels = true }
    #expect(make(service, #"{"to":"1"}"#, [.origin: "https://evil.example"]).status == 201)
  }

  @Test func `where keys open the service there are no visitors`() throws {
    let key = try #require(APIKey("door:\(SHA256(of: "read".utf8Span.span).hexadecimal)"))
    let service = LabelTestService {
      $0.visitorLabels = true
      $0.apiKeys = [key]
    }
    #expect(make(service).status == 401)
    let answer = make(service, #"{"to":"1"}"#, bearer("read"))
    #expect(answer.status == 403 && answer.text.contains("`KINETYPE_API_KEYS`"))
    #expect(!methods(service, "/v1/labels").contains("POST"))
  }

  @Test func `where there are no labels no method is offered`() {
    let service = TestService(labels: nil)
    #expect(service.send(.options, "/v1/labels", [:], body: []).fields[.allow] == "OPTIONS")
  }

  @Test func `a label says who may change it, and a preflight what anybody may`() {
    let service = LabelTestService()
    #expect(methods(service, "/v1/labels/a").isSuperset(of: ["GET", "PUT", "DELETE"]))
    #expect(methods(service, "/v1/labels/a", from: "192.0.2.1") == ["GET", "HEAD", "OPTIONS"])
    let preflight = service.send(
      .options, "/v1/labels/a", nil, [.origin: "https://page.example", .accessControlRequestMethod: "PUT"],
      from: "192.0.2.1")
    #expect(preflight.fields[.accessControlAllowMethods] == "GET, HEAD, PUT, DELETE, OPTIONS")
    #expect(preflight.fields[.accessControlAllowHeaders]?.contains("Authorization") == true)
  }

  // MARK: What he gets

  @Test func `a visitor gets a name to watch and a secret to change, and neither tells the other`() throws {
    let service = LabelTestService()
    let answer = make(service, #"{"to":"$9,100 raised"}"#)
    let (name, secret) = (try #require(answer["id"]), try #require(answer["secret"]))
    #expect(answer.status == 201 && answer.fields[.location] == "/v1/labels/\(name)")
    #expect(answer.fields[.cacheControl] == "no-store")
    #expect(name.wholeMatch(of: /_[0-9a-f]{32}/) != nil && secret.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(name == LabelName(ofSecret: secret).description && !name.contains(secret))
    #expect(make(service)["secret"] != secret)
    for path in ["", "/frames?version=1", "?as=text"] {
      let read = service.send(.get, "/v1/labels/\(name)\(path)", from: "192.0.2.1")
      #expect(read.status == 200 && !read.text.contains(secret), "\(path)")
    }
    #expect(service.get("/v1/labels").text == "{\"labels\":[]}\n")
    #expect(service.get("/v1/labels?prefix=_").text == "{\"labels\":[]}\n")
  }

  @Test func `nobody changes a visitor's label without its secret`() throws {
    let service = LabelTestService { $0.writeKeys = ["all", "shop-*=shop"].compactMap { WriteKey($0) } }
    let answer = make(service)
    let (name, secret) = (try #require(answer["id"]), try #require(answer["secret"]))
    for key in [nil, "all", "shop", name, String(secret.dropLast()), make(service)["secret"]] {
      let refused = service.put(name, #"{"to":"2"}"#, key.map { bearer($0) } ?? [:])
      #expect(refused.status == 401 && refused.text.contains("POST /v1/labels"), "\(key ?? "none")")
    }
    let changed = service.send(.put, "/v1/labels/\(name)", #"{"to":"2"}"#, bearer(secret), from: "192.0.2.1")
    #expect(changed.status == 200 && changed["to"] == "2")
    #expect(service.add(name, "1", bearer(secret)).status == 403 && service.add(name, "1", bearer("all")).status == 403)
    #expect(service.send(.delete, "/v1/labels/\(name)", nil, bearer("shop")).status == 403)
    #expect(service.send(.delete, "/v1/labels/\(name)", nil, bearer("all")).status == 204)
    #expect(service.put(name, #"{"to":"3"}"#, bearer(secret)).status == 404)
    let other = make(service)
    let path = "/v1/labels/\(other["id"] ?? "")"
    #expect(service.send(.delete, path, nil, bearer(other["secret"]), from: "192.0.2.1").status == 204)
  }

  @Test(arguments: [
    #""from":"0""#, #""expires":10"#, #""private":true"#, #""template":"{} €""#, #""effect":"fadeIn""#,
    #""fps":1"#, #""format":"%d""#, #""expires":null"#, #""effect":"fade""#, #""nonsense":1"#,
    "\"to\":\"\(String(repeating: "9", count: 201))\"", #""to":["1","2"]"#, #""to":{"a":1}"#,
    "\"curve\":\"linear(0, \(String(repeating: "0.5, ", count: 60))1)\"",
    "\"to\":\"\(String(repeating: "e\u{301}\u{302}\u{303}\u{304}", count: 100))\"",
  ])
  func `a visitor says where a label goes and how, and no more`(member: String) throws {
    let service = LabelTestService()
    let made = make(service)
    let (name, secret) = (try #require(made["id"]), try #require(made["secret"]))
    let parameter = try #require(member.split(separator: "\"").first)
    let first = parameter == "to" ? "{\(member)}" : "{\"to\":\"2\",\(member)}"
    for answer in [make(service, first), service.put(name, "{\(member)}", bearer(secret))] {
      #expect(answer.status == 400 && answer.text.contains("\"parameter\":\"\(parameter)\""), "\(answer.text)")
    }
    #expect(service.text(name) == "1\n")
  }

  @Test func `a visitor's text has up to 200 characters, and a curve`() throws {
    let service = LabelTestService()
    let text = String(repeating: "9", count: 200)
    let made = make(service, "{\"to\":\"\(text)\",\"curve\":\"spring(mass: 1)\",\"duration\":\"1.6s\"}")
    let (name, secret) = (try #require(made["id"]), try #require(made["secret"]))
    #expect(made.status == 201 && service.text(name) == text + "\n")
    #expect(service.put(name, #"{"to":7,"curve":"easeOutQuint","duration":2}"#, bearer(secret)).status == 200)
  }

  @Test func `a visitor's label lasts an hour, whatever becomes of it`() throws {
    let service = LabelTestService()
    let made = make(service)
    let (name, secret) = (try #require(made["id"]), try #require(made["secret"]))
    #expect(made["expiry"] == String(service.now + 3_600_000_000))
    service.wait(3599)
    #expect(service.put(name, #"{"to":"2"}"#, bearer(secret)).status == 200)
    service.wait(1)
    #expect(service.get("/v1/labels/\(name)").status == 404)
    let late = service.put(name, #"{"to":"3"}"#, bearer(secret))
    #expect(late.status == 404 && late.text.contains("makes another"))
    #expect(service.put("_0123456789abcdef", #"{"to":"1"}"#).status == 400)
  }

  // MARK: How many

  /// Has somebody watch a label.
  private func watch(_ service: LabelTestService, _ label: Answer) throws {
    let name = try LabelName(try #require(label["id"]))
    service.service.context.labels?.watch(name, by: LoopMailbox(by: { $0() }) { _ in })
  }

  @Test func `there are as many labels of visitors as there may be while all are watched`() throws {
    let service = LabelTestService(limits: LabelStoreLimits(labels: 1, visitorLabels: 2))
    for _ in 0..<2 {
      let made = make(service)
      #expect(made.status == 201)
      try watch(service, made)
    }
    let full = make(service)
    #expect(full.status == 503 && full["type"] == "/problems#too-many-labels" && full.fields[.retryAfter] != nil)
    #expect(service.put("a", #"{"to":"1"}"#).status == 201 && service.put("b", #"{"to":"1"}"#).status == 503)
    service.wait(3600)
    #expect(make(service).status == 201)
  }

  @Test func `one visitor makes as many labels as one may, and changes them as often`() throws {
    let service = LabelTestService {
      $0.visitorLabels = true
      $0.maximumVisitorLabelsPerClient = 4
    }
    let made = (0..<4).map { _ in make(service, from: "192.0.2.1") }
    #expect(made.map(\.status) == [201, 201, 201, 201])
    let refused = make(service, from: "192.0.2.1")
    #expect(refused.status == 429 && refused.fields[.retryAfter] != nil && refused.text.contains("within an hour"))
    #expect(make(service, from: "192.0.2.2").status == 201)
    let (name, secret) = (try #require(made[0]["id"]), made[0]["secret"])
    let statuses = (0..<60).map { index in service.put(name, #"{"to":"\#(index)"}"#, bearer(secret)).status }
    #expect(statuses.first == 200 && statuses.contains(429))
  }

  @Test(arguments: [#"{"to":"1","curve":"none such"}"#, #"{"to":"1","curve":"decay"}"#, #"{"duration":1}"#])
  func `what is refused is none of the labels that one visitor makes`(body: String) throws {
    let service = LabelTestService { $0.maximumVisitorLabelsPerClient = 2 }
    for _ in 0..<5 { #expect(make(service, body).status == 400) }
    #expect((0..<3).map { _ in make(service).status } == [201, 201, 429])
    let full = LabelTestService(limits: LabelStoreLimits(visitorLabels: 1)) { $0.maximumVisitorLabelsPerClient = 2 }
    let made = make(full)
    try watch(full, made)
    #expect(made.status == 201 && (0..<3).map { _ in make(full).status } == [503, 503, 503])
  }

  // MARK: Who reads it

  @Test func `neither name nor secret of a visitor's label stands in a log or a metric`() async throws {
    let log = Pipe()
    let service = try RunningService(logOutput: LineOutput(descriptor: log.fileHandleForWriting.fileDescriptor)) {
      $0.accessLog = true
      $0.logFormat = "text"
    }
    let client = try Client(port: service.port)
    client.request("POST /v1/labels", fields: "Content-Length: 10\r\n", body: #"{"to":"1"}"#)
    let made = try client.response()
    let name = String(try #require(made.firstMatch(of: /_[0-9a-f]{32}/)).output)
    let secret = String(try #require(made.firstMatch(of: /"secret":"([0-9a-f]+)"/)).output.1)
    let fields = "Content-Length: 0\r\nAuthorization: Bearer \(secret)\r\n"
    for path in ["", "/frames", "/stream?as=json", "/add"] {
      client.request("PUT /v1/labels/\(name)\(path)", fields: fields)
      _ = try client.response()
    }
    client.request("GET /labels/\(name)?key=\(secret)")
    _ = try client.response()
    client.request("GET /metrics")
    let metrics = try client.response()
    #expect(await service.stop())
    try log.fileHandleForWriting.close()
    let text = String(decoding: try log.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(text.contains("/v1/labels/{id}") && metrics.contains("/v1/labels/{id}"))
    for word in [name, secret] { #expect(!text.contains(word) && !metrics.contains(word)) }
  }
}
