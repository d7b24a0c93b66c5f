import HTTPTypes
import MicroHTTP
import RawClient
import Testing

@testable import ServiceSettings
@testable import Loops
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

/// What is private is not there for those who may not read it.
struct HiddenLabelTests {
  private static let secret = "a secret of some length"

  private func bearer(_ key: String) -> HeaderFields { [.authorization: "Bearer \(key)"] }

  private func labels(_ change: (inout Settings) -> Void = { _ in }) -> LabelTestService {
    LabelTestService {
      $0.writeKeys = ["all", "shop-*=shop"].compactMap { WriteKey($0) }
      $0.tokenSecret = Self.secret
      change(&$0)
    }
  }

  private static let credentials: [HeaderFields] = [
    [:], [.authorization: "Bearer none"], [.authorization: "Bearer shop"], [.authorization: "Bearer a.b.c"],
    [.authorization: "Bearer \(signedToken(#"{"exp":9999999999,"labels":["x*"]}"#, secret: secret))"],
    [.authorization: "Bearer \(signedToken(#"{"exp":1,"labels":["*"]}"#, secret: secret))"],
    [.authorization: "Bearer \(signedToken(#"{"exp":9999999999,"labels":["*"]}"#, secret: "x"))"],
  ]

  @Test(arguments: credentials) func `a private label and none look the same to strangers`(fields: HeaderFields) {
    let service = labels()
    _ = service.put("a", #"{"to":"1","private":true}"#, bearer("all"))
    for rest in ["", "?as=text", "/frames", "/frames?version=1", "/stream"] {
      let (there, missing) = (
        service.get("/v1/labels/a\(rest)", fields), service.get("/v1/labels/b\(rest)", fields)
      )
      #expect((400..<405).contains(there.status) && there.status == missing.status)
      #expect(there.text.replacing("`a`", with: "`b`") == missing.text, "\(there.text)")
      var (one, other) = (there.fields, missing.fields)
      for name in [HTTPField.Name("X-Request-Id"), .date].compactMap({ $0 }) { (one[name], other[name]) = (nil, nil) }
      #expect(one == other)
    }
  }

  @Test func `what is public is missing as before`() {
    let service = labels()
    let answer = service.get("/v1/labels/b")
    #expect(answer.status == 404 && answer.text.contains("without a key or a token"))
    let known = service.get("/v1/labels/b", bearer("all"))
    #expect(known.status == 404 && known.text.contains("There is no label of this name; PUT"))
    #expect(LabelTestService().get("/v1/labels/b").text.contains("There is no label of this name; PUT"))
  }

  @Test func `frames that were public are not served once their label is private or gone`() throws {
    let service = labels()
    for (name, body) in [("a", #"{"private":true}"#), ("b", nil)] {
      _ = service.put(name, #"{"to":"1"}"#, bearer("all"))
      let targets = ["?version=1", "?version=1&as=text"].map { "/v1/labels/\(name)/frames\($0)" }
      for target in targets + targets + targets { #expect(service.get(target).status == 200) }
      let tag = try #require(service.get(targets[0]).fields[.eTag])
      #expect(service.get(targets[0], [.ifNoneMatch: tag]).status == 304)
      if let body {
        _ = service.put(name, body, bearer("all"))
      } else {
        _ = service.send(.delete, "/v1/labels/\(name)", nil, bearer("all"))
      }
      for target in targets { #expect(service.get(target).status == 404) }
      #expect(service.get(targets[0], [.ifNoneMatch: tag]).status == 404)
    }
    #expect(service.get("/v1/labels/a/frames?version=1", bearer("all")).status == 200)
  }

  @Test func `nor are they on a connection that has asked for them again and again`() async throws {
    let service = try RunningService()
    func change(_ line: String, _ body: String) throws {
      let client = try Client(port: service.port)
      client.request(line, fields: "Content-Length: \(body.utf8.count)\r\n", body: body)
      _ = try client.receive(until: "\r\n\r\n")
    }
    try change("PUT /v1/labels/a", #"{"to":"1"}"#)
    for _ in 0..<6 {
      #expect(try service.get("/v1/labels/a/frames?version=1").response().hasPrefix("HTTP/1.1 200 "))
    }
    try change("DELETE /v1/labels/a", "")
    #expect(try service.get("/v1/labels/a/frames?version=1").response().hasPrefix("HTTP/1.1 404 "))
    #expect(await service.stop())
  }

  @Test func `a stream of several says the same of both`() async throws {
    let service = try RunningService { $0.writeKeys = [WriteKey("secret")].compactMap { $0 } }
    func change(_ line: String, _ body: String = "") throws {
      let client = try Client(port: service.port)
      client.request(
        line, fields: "Authorization: Bearer secret\r\nContent-Length: \(body.utf8.count)\r\n", body: body)
      _ = try client.receive(until: "\r\n\r\n")
    }
    try change("PUT /v1/labels/a", #"{"to":"1","private":true}"#)
    try change("PUT /v1/labels/seen", #"{"to":"5"}"#)
    let client = try service.get("/v1/labels/stream?id=a,b,seen&as=ndjson")
    var body = try client.receive(until: #""text":"5"}"#)
    while !body.contains(#"{"id":"b","#) || !body.contains(#"{"id":"a","#) { body += try client.receive(until: "\n") }
    // What becomes of a label that is private is told to nobody else, also where it was seen before.
    try change("PUT /v1/labels/a", #"{"to":"2"}"#)
    try change("DELETE /v1/labels/a")
    try change("PUT /v1/labels/b", #"{"to":"3","private":true}"#)
    try change("PUT /v1/labels/seen", #"{"to":"6","private":true}"#)
    body += try client.receive(until: "forbidden")
    try change("DELETE /v1/labels/seen")
    try change("PUT /v1/labels/seen", #"{"to":"7","private":true}"#)
    try change("PUT /v1/labels/b", #"{"to":"4","private":false}"#)
    body += try client.receive(until: #""text":"4"}"#)
    let absences = unchunked(body).split(separator: "\n").filter { $0.contains("absent") }.sorted()
    #expect(
      absences == [
        #"{"absent":{"id":"a","reason":"missing"}}"#, #"{"absent":{"id":"b","reason":"missing"}}"#,
        #"{"absent":{"id":"seen","reason":"forbidden"}}"#,
      ])
    #expect(await service.stop())
  }
}
