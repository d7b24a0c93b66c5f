import HTTPTypes
import LabelStore
import MicroHTTP
import RawClient
import Synchronization
import TextAnimation
import Testing

@testable import Deployment
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
    let targets =
      ["", "?as=text", "?as=gif", "?as=png", "/frames", "/frames?version=1", "/stream", "/next"].map {
        "/v1/labels/a\($0)"
      } + ["svg", "gif", "png"].map { "/labels/a.\($0)" }
    for target in targets {
      let (there, missing) = (
        service.get(target, fields), service.get(target.replacing("/a", with: "/b"), fields)
      )
      #expect((400..<405).contains(there.status) && there.status == missing.status)
      #expect(there.text.replacing("`a`", with: "`b`") == missing.text, "\(there.text)")
      var (one, other) = (there.fields, missing.fields)
      for name in [HTTPField.Name("X-Request-Id"), .date].compactMap({ $0 }) { (one[name], other[name]) = (nil, nil) }
      #expect(one == other)
    }
  }

  @Test(arguments: credentials) func `a private label called as a picture is hides no other's`(fields: HeaderFields) {
    let service = labels()
    _ = service.put("a", #"{"to":"1"}"#, bearer("all"))
    let before = service.get("/labels/a.svg", fields)
    _ = service.put("a.svg", #"{"to":"secret","private":true}"#, bearer("all"))
    #expect(before.status == 200 && service.get("/labels/a.svg", fields).bytes == before.bytes)
    // Who may read it is shown its page, and so is everybody where all may.
    #expect(service.get("/labels/a.svg", bearer("all")).fields[.contentType] == "text/html; charset=utf-8")
    _ = service.put("a.svg", #"{"to":"2","private":false}"#, bearer("all"))
    #expect(service.get("/labels/a.svg", fields).fields[.contentType] == "text/html; charset=utf-8")
    #expect(service.get("/v1/labels/a.svg?as=svg", fields).text.contains(">2<"))
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

  @Test func `a version is served by its own privacy and by the label's`() throws {
    let service = labels()
    for body in [#"{"to":"$5"}"#, #"{"to":"$1234 salary","private":true}"#, #"{"to":"$1 open","private":false}"#] {
      #expect(service.put("a", body, bearer("all")).status < 300)
    }
    func frames(_ version: Int, _ fields: HeaderFields = [:]) -> Answer {
      service.get("/v1/labels/a/frames?version=\(version)", fields)
    }
    for version in [1, 3] { #expect(frames(version).fields[.cacheControl]?.hasPrefix("public, immutable") == true) }
    let (hidden, unknown) = (frames(2), frames(99))
    #expect(hidden.status == 404 && unknown.status == 404)
    #expect(hidden.text.contains("Version 2 of the label is not known, or no longer; 1, 3 are."))
    #expect(unknown.text.contains("; 1, 3 are."))
    #expect(frames(2, [.ifNoneMatch: "*"]).status == 404 && frames(2, [.ifNoneMatch: "\"2-json\""]).status == 404)
    let friends: [HeaderFields] = [
      bearer("all"),
      bearer(signedToken(#"{"exp":9999999999,"labels":["a"]}"#, secret: Self.secret)),
    ]
    for friend in friends {
      let seen = frames(2, friend)
      #expect(seen.status == 200 && seen.text.contains("salary"))
      #expect(seen.fields[.cacheControl]?.hasPrefix("private, immutable") == true)
      #expect(frames(99, friend).text.contains("; 1, 2, 3 are."))
    }
    // What opens other labels alone opens nothing here, and harms nothing that all may read.
    let tooLong = bearer(String(repeating: "a.", count: 4_096))
    for fields in Self.credentials + [tooLong] {
      #expect(frames(2, fields).status == 404 && frames(1, fields).status == 200)
    }
  }

  @Test(
    arguments: [
      "", #","curve":"linear","duration":9"#, #","interpolation":"morph""#, #","interpolation":"typewriter""#,
      #","interpolation":"odometer""#, #","effect":"scrollUp""#,
    ], ["false", "null"])
  func `what ends privacy begins at its own target`(how: String, told: String) throws {
    let service = labels()
    // Numbers that add up, and a text under way, both of which the next change would set out from.
    for body in [
      #"{"to":"$5"\#(how)}"#, #"{"to":"$1234567","private":true}"#, #"{"to":"$7654321"}"#, #"{"to":"$7 open"}"#,
      #"{"to":"$9876543"}"#,
    ] {
      #expect(service.put("a", body, bearer("all")).status < 300)
      service.wait(0.1)
    }
    #expect(service.add("a", "1111111", bearer("all")).status == 200)
    service.wait(0.1)
    #expect(service.put("a", #"{"to":"$2","private":\#(told)}"#, bearer("all")).status == 200)
    let (label, frames) = (service.get("/v1/labels/a"), service.get("/v1/labels/a/frames?version=7"))
    #expect(label["text"] == "$2" && label["atRest"] == "true")
    #expect(frames.status == 200 && frames.text.contains(#""frameCount":1"#))
    for text in [label.text, frames.text] { #expect(!text.contains(#/"from":"(?!\$2")|"widest"|\$\d{2}/#)) }
    // From then on it moves as ever.
    let next = #"{"to":"$4","interpolation":"numbers","effect":null,"curve":"linear","duration":1,"fps":2}"#
    _ = service.put("a", next, bearer("all"))
    #expect(service.get("/v1/labels/a/frames?version=8&as=text").text == "$2\n$3\n$4\n")
  }

  @Test func `nor does what was lost while it was private lead into what is public`() throws {
    let service = labels()
    let (context, now) = (service.service.context.requests, LabelTime(microseconds: service.now))
    func label(_ text: String, isPrivate: Bool, from shown: PreparedLabel? = nil) throws -> PreparedLabel {
      let record = LabelRecord(
        parameters: [], isPrivate: isPrivate, motion: LabelMotion(to: text, at: now.microseconds))
      return try PreparedLabel(
        StoredLabel(name: "a", version: 1, start: now, isPrivate: record.isPrivate, state: record.bytes),
        from: shown, at: now, in: context)
    }
    for (before, after) in [(true, false), (true, true), (false, true), (false, false)] {
      let bridge = try label("$2", isPrivate: after, from: label("$1234567", isPrivate: before))
      let isCut = before && !after
      #expect(bridge.isBridge != isCut && bridge.isAtRest(at: now) == isCut)
      let document = String(decoding: ReadableLabel(bridge).document(at: now), as: UTF8.self)
      #expect(document.contains("1234567") != isCut)
    }
  }

  @Test func `a list says nothing of a private label that its reader may not read, whatever the store finds`() throws {
    let store = TestLabelStore()
    let other = TestService(labels: store) { $0.writeKeys = ["all"].compactMap { WriteKey($0) } }
    func put(_ name: String, _ body: String) {
      _ = other.send(
        .put, "/v1/labels/\(name)", [.contentType: "application/json", .authorization: "Bearer all"],
        body: Array(body.utf8))
    }
    put("a", #"{"to":"hidden","private":true}"#)
    put("b", #"{"to":"open"}"#)
    store.findsAll.withLock { $0 = true }
    #expect(!other.get("/v1/labels").text.contains("hidden") && other.get("/v1/labels").text.contains("open"))
    #expect(other.get("/v1/labels", bearer("all")).text.contains("hidden"))
  }

  @Test func `with API keys, a stream of several shows a token its own labels alone`() async throws {
    let service = try RunningService {
      $0.apiKeys = [APIKey("reader:\(String(repeating: "0", count: 64))")].compactMap { $0 }
      $0.writeKeys = [WriteKey("secret")].compactMap { $0 }
      $0.tokenSecret = Self.secret
    }
    for name in ["a", "b"] {
      let client = try Client(port: service.port)
      client.request(
        "PUT /v1/labels/\(name)", fields: "X-API-Key: secret\r\nContent-Length: 10\r\n", body: #"{"to":"1"}"#)
      #expect(try client.response().hasPrefix("HTTP/1.1 201 "))
    }
    let token = signedToken(#"{"exp":9999999999,"labels":["a"]}"#, secret: Self.secret)
    let client = try service.get("/v1/labels/stream?id=b,a&as=ndjson&token=\(token)")
    var body = try client.receive(until: #"{"absent":{"id":"b","reason":"missing"}}"#)
    while !body.contains(#"{"id":"a","version":1,"index":0"#) { body += try client.receive(until: "\n") }
    #expect(!body.contains(#""label":{"id":"b""#))
    #expect(await service.stop())
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
