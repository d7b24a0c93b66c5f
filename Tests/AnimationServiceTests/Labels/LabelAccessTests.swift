import Foundation
import HTTPTypes
import MicroHTTP
import RawClient
import System
import Testing

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

struct LabelAccessTests {
  private static let secret = "a secret of some length"

  private static func token(
    _ payload: String, header: String = #"{"alg":"HS256","typ":"JWT"}"#, secret: String = secret
  ) -> String {
    signedToken(payload, header: header, secret: secret)
  }

  private func bearer(_ key: String) -> HeaderFields { [.authorization: "Bearer \(key)"] }

  // MARK: Changing

  @Test func `without keys only this machine may change labels`() {
    let service = LabelTestService()
    for address in ["127.0.0.1", "127.8.8.8", "::1"] {
      #expect(service.send(.put, "/v1/labels/a", #"{"to":"1"}"#, from: address).status < 300)
    }
    for address in ["192.0.2.1", "::2", ""] {
      for (method, path) in [(HTTPRequest.Method.put, ""), (.delete, ""), (.post, "/add")] {
        let body = path.isEmpty ? #"{"to":"1"}"# : #"{"by":"1"}"#
        let answer = service.send(method, "/v1/labels/a\(path)", method == .delete ? nil : body, from: address)
        #expect(answer.status == 403 && answer.text.contains("`KINETYPE_WRITE_KEYS`"))
      }
    }
    #expect(service.send(.get, "/v1/labels/a", from: "192.0.2.1").status == 200)
  }

  @Test func `a proxy on this machine does not make everybody local`() throws {
    let service = LabelTestService()
    let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
    #expect(service.put("a", #"{"to":"1"}"#, [forwarded: "192.0.2.1"]).status == 403)
    let trusting = LabelTestService { $0.trustedProxies = [IPNetwork("127.0.0.1")].compactMap { $0 } }
    #expect(trusting.put("a", #"{"to":"1"}"#, [forwarded: "192.0.2.1"]).status == 403)
    #expect(trusting.put("a", #"{"to":"1"}"#, [forwarded: "127.0.0.1"]).status == 201)
  }

  @Test(arguments: [
    ("http://localhost:3000", 201), ("http://127.0.0.1:8080", 201), ("http://[::1]:8080", 201),
    ("https://evil.example", 403), ("null", 403), ("http://localhost.evil.example", 403),
    ("http://127.0.0.1.evil.example", 403),
  ])
  func `a page of another machine cannot use the browser here`(origin: String, status: Int) {
    #expect(LabelTestService().put("a", #"{"to":"1"}"#, [.origin: origin]).status == status)
  }

  @Test(arguments: [
    ("localhost", true), ("localhost:8080", true), ("LocalHost.", true), ("live.localhost:1", true),
    ("127.0.0.1:8080", true), ("127.8.8.8", true), ("[::1]", true), ("[::1]:8080", true),
    ("[::ffff:127.0.0.1]", true), ("text.example:443", true), ("TEXT.example", true),
    ("evil.example", false), ("evil.example:8080", false), ("localhost.evil.example", false),
    ("127.0.0.1.evil.example", false), ("evillocalhost", false), ("evil.text.example", false), ("192.0.2.1", false),
    ("0.0.0.0:8080", false), ("[::]", false), ("", false), (nil, false),
  ])
  func `a page whose name leads to this machine is none of this machine`(host: String?, isLocal: Bool) {
    let service = LabelTestService { $0.publicAddress = "https://text.example" }
    #expect(service.put("secret", #"{"to":"1","private":true}"#).status == 201)
    for (method, path, body, status) in [
      (HTTPRequest.Method.get, "/v1/labels/secret", nil as String?, 404),
      (.get, "/v1/labels/secret/frames?version=1", nil, 404), (.get, "/v1/labels/secret/stream", nil, 404),
      (.put, "/v1/labels/secret", #"{"to":"2"}"#, 403), (.post, "/v1/labels/secret/add", #"{"by":"1"}"#, 403),
      (.delete, "/v1/labels/secret", nil, 403),
    ] {
      let answer = service.send(method, path, body, at: host)
      #expect(isLocal ? answer.status < 300 : answer.status == status, "\(method) \(path): \(answer.status)")
    }
    guard let host else { return }
    let origin = "http://\(host)"
    #expect(service.put("a", #"{"to":"1"}"#, [.origin: origin], at: host).status == (isLocal ? 201 : 403))
    #expect(service.put("b", #"{"to":"1"}"#, [.origin: origin]).status == (isLocal ? 201 : 403))
  }

  /// Fetch Metadata: a picture, a frame or a link of a page has no `Origin`.
  @Test(arguments: [
    ("cross-site", nil as String?, false), ("Cross-Site", nil, false), ("cross-site", "http://localhost:3000", true),
    ("cross-site", "http://127.0.0.1:3000", true), ("cross-site", "https://evil.example", false),
    ("same-site", nil, true), ("same-origin", nil, true), ("none", nil, true), ("same-site", "null", false),
  ])
  func `what a foreign page shows has no right of this machine`(site: String, origin: String?, isLocal: Bool) throws {
    let service = LabelTestService()
    #expect(service.put("secret", #"{"to":"1","private":true}"#).status == 201)
    var fields: HeaderFields = [:]
    fields[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site
    fields[.origin] = origin
    for target in [
      "?as=svg", "?as=gif&seconds=1", "?as=text", "/frames?version=1&as=gif", "/frames", "/stream", "/next",
    ] {
      let (there, missing) = (
        service.get("/v1/labels/secret\(target)", fields), service.get("/v1/labels/none\(target)", fields)
      )
      #expect(isLocal ? there.status < 400 : there.status == 404 && there.text == missing.text, "\(target)")
    }
    #expect(service.get("/v1/labels", fields).text.contains("secret") == isLocal)
    #expect(service.put("a", #"{"to":"1"}"#, fields).status == (isLocal ? 201 : 403))
    #expect(service.send(.post, "/v1/labels", #"{"to":"1"}"#, fields).status == (isLocal ? 201 : 403))
  }

  @Test func `a private picture is for other pages only where the request has brought what opens it`() {
    let here = LabelTestService { $0.tokenSecret = Self.secret }
    let keyed = privateLabels()
    _ = here.put("a", #"{"to":"1","private":true}"#)
    _ = here.put("a", #"{"to":"2"}"#)
    _ = here.put("b", #"{"to":"1","private":true}"#)
    _ = here.put("b", #"{"to":"2","private":false}"#)
    let token = Self.token(#"{"exp":9999999999,"labels":["a","b"]}"#)
    func policy(_ service: LabelTestService, _ target: String, _ fields: HeaderFields = [:]) -> String? {
      let answer = service.get("/v1/labels/\(target)", fields)
      return answer.status == 200 ? answer.fields[.crossOriginResourcePolicy] : "\(answer.status)"
    }
    for picture in ["a?as=svg", "a/frames?version=1&as=svg", "a/frames?version=2&as=gif", "b/frames?version=1&as=apng"]
    {
      #expect(policy(here, picture) == "same-origin", "\(picture)")
      #expect(policy(here, "\(picture)&token=\(token)") == "cross-origin", "\(picture)")
    }
    for picture in ["b?as=svg", "b?as=png", "b/frames?version=2&as=gif"] {
      #expect(policy(here, picture) == "cross-origin")
    }
    for picture in ["a?as=svg", "a?as=gif", "a/frames?version=1&as=apng"] {
      #expect(policy(keyed, picture, bearer("all")) == "cross-origin" && policy(keyed, picture) == "404")
    }
    for ending in ["svg", "gif", "png"] {
      let answer = { (name: String, fields: HeaderFields) in here.get("/labels/\(name).\(ending)", fields) }
      #expect(answer("a", [:]).fields[.crossOriginResourcePolicy] == "same-origin")
      #expect(answer("a", [:]).fields[.cacheControl] == "private, no-cache")
      #expect(answer("a", bearer(token)).fields[.crossOriginResourcePolicy] == "cross-origin")
      #expect(answer("b", [:]).fields[.crossOriginResourcePolicy] == "cross-origin")
      #expect(keyed.get("/labels/a.\(ending)").status == 404)
    }
    #expect(policy(here, "a?as=text&token=\(token)") == "same-origin")
  }

  @Test func `a trusted proxy that names no client is not local`() throws {
    let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
    let trusting = LabelTestService { $0.trustedProxies = [IPNetwork("127.0.0.0/8")].compactMap { $0 } }
    #expect(trusting.put("a", #"{"to":"1"}"#).status == 403)
    for nodes in ["", "unknown", "unknown, 127.0.0.1", "192.0.2.1, 127.0.0.1", "127.0.0.1, 192.0.2.1"] {
      #expect(trusting.put("a", #"{"to":"1"}"#, [forwarded: nodes]).status == 403, "\(nodes)")
    }
    #expect(trusting.put("a", #"{"to":"1"}"#, [forwarded: "::1, 127.0.0.1"]).status == 201)
  }

  @Test func `a key changes the labels that it is for, and no others`() {
    let service = LabelTestService { $0.writeKeys = ["all", "shop-*=shop"].compactMap { WriteKey($0) } }
    let body = #"{"to":"1"}"#
    #expect(service.put("a", body).status == 401)
    #expect(service.put("a", body, bearer("none")).status == 401)
    #expect(service.put("a", body, bearer("all")).status == 201)
    #expect(service.put("shop-1", body, bearer("shop")).status == 201)
    let answer = service.put("a", body, bearer("shop"))
    #expect(answer.status == 403 && answer.text.contains("`shop-`"))
    #expect(service.send(.put, "/v1/labels/a?key=all", body, from: "192.0.2.1").status == 200)
  }

  @Test func `a key that reads does not change, and one that changes reads`() throws {
    let reader = try #require(APIKey("door:\(SHA256(of: "read".utf8Span.span).hexadecimal)"))
    let service = LabelTestService {
      $0.apiKeys = [reader]
      $0.writeKeys = ["write"].compactMap { WriteKey($0) }
    }
    #expect(service.put("a", #"{"to":"1"}"#, bearer("read")).status == 403)
    #expect(service.put("a", #"{"to":"1"}"#, bearer("write")).status == 201)
    for key in ["read", "write"] { #expect(service.get("/v1/labels/a", bearer(key)).status == 200) }
    #expect(service.get("/v1/labels/a").status == 401)
  }

  @Test(arguments: [("shop-*=a=b==", "shop-"), ("a=b", ""), ("x", "")])
  func `a key is a secret, maybe behind a prefix`(text: String, prefix: String) throws {
    #expect(try #require(WriteKey(text)).prefix == prefix)
  }

  @Test(arguments: ["", "shop-*=", "a b", "-*=x", "é"])
  func `what is no key is refused`(text: String) {
    #expect(WriteKey(text) == nil)
  }

  // MARK: Reading what is private

  private func privateLabels() -> LabelTestService {
    let service = LabelTestService {
      $0.writeKeys = ["all", "shop-*=shop"].compactMap { WriteKey($0) }
      $0.tokenSecret = Self.secret
    }
    for name in ["a", "shop-1"] { _ = service.put(name, #"{"to":"1","private":true}"#, bearer("all")) }
    return service
  }

  @Test func `reading a private label takes a key`() {
    let service = privateLabels()
    for target in ["/v1/labels/a", "/v1/labels/a/frames?version=1"] {
      #expect(service.get(target).status == 404)
      #expect(service.get(target, bearer("shop")).status == 401)
      #expect(service.get(target, bearer("all")).status == 200)
    }
    #expect(service.get("/v1/labels/shop-1", bearer("shop")).status == 200)
    #expect(service.get("/v1/labels").text == "{\"labels\":[]}\n")
    #expect(service.get("/v1/labels", bearer("shop")).text.contains("shop-1"))
  }

  @Test func `a token opens the labels that it names until it ends`() {
    let service = privateLabels()
    let start = (service.get("/v1/time")["now"].flatMap { Int($0) } ?? 0) / 1_000_000
    let token = Self.token(#"{"exp":\#(start + 10),"labels":["shop-*","b"]}"#)
    for target in ["/v1/labels/shop-1", "/v1/labels/shop-1/frames?version=1"] {
      #expect(service.get(target, bearer(token)).status == 200)
      let answer = service.get("\(target)\(target.contains("?") ? "&" : "?")token=\(token)")
      #expect(answer.status == 200 && answer.fields[.cacheControl]?.hasPrefix("private") == true)
    }
    let other = service.get("/v1/labels/a?token=\(token)")
    #expect(other.status == 403 && other.text.contains("for other labels"))
    service.wait(10)
    let late = service.get("/v1/labels/shop-1?token=\(token)")
    #expect(late.status == 401 && late.text.contains("has expired"))
    #expect(late.fields[.wwwAuthenticate]?.contains("invalid_token") == true)
  }

  @Test(arguments: [
    ("x.y.z", "malformed"),
    (token(#"{"exp":9999999999,"labels":["a"]}"#, header: #"{"alg":"none"}"#), "`HS256`"),
    (token(#"{"exp":9999999999,"labels":["a"]}"#, header: #"{"alg":"HS512"}"#), "`HS256`"),
    (token(#"{"exp":9999999999,"labels":["a"]}"#, header: #"{"alg":"HS256","crit":["b"]}"#), "`HS256`"),
    (token(#"{"exp":9999999999,"labels":["a"]}"#, secret: "another"), "another secret"),
    (token(#"{"labels":["a"]}"#), "`exp`"), (token(#"{"exp":"9999999999","labels":["a"]}"#), "`exp`"),
    (token(#"{"exp":9999999999}"#), "`labels`"), (token(#"{"exp":9999999999,"labels":"a"}"#), "`labels`"),
    (token(#"{"exp":9999999999,"labels":[1]}"#), "`labels`"), (token(#"{"exp":1,"labels":["a"]}"#), "expired"),
    (token(#"{"exp":9999999999,"nbf":9999999998,"labels":["a"]}"#), "not valid yet"),
    (token(#"{"exp":9999999999,"labels":["a"]}"#) + "A", "another secret"), (token("[]"), "malformed"),
    (String(token(#"{"exp":9999999999,"labels":["a"]}"#).dropLast(44)) + ".", "another secret"),
  ])
  func `a token that is none opens nothing, and the answer says why`(token: String, reason: String) {
    let answer = privateLabels().get("/v1/labels/a?token=\(token)")
    #expect(answer.status == 401 && answer.text.contains(reason), "\(answer.text)")
  }

  @Test func `a token is no way around keys for what is not private`() throws {
    let reader = try #require(APIKey("door:\(SHA256(of: "read".utf8Span.span).hexadecimal)"))
    let service = LabelTestService {
      $0.apiKeys = [reader]
      $0.writeKeys = ["all"].compactMap { WriteKey($0) }
      $0.tokenSecret = Self.secret
    }
    for name in ["a", "b"] { _ = service.put(name, #"{"to":"1"}"#, bearer("all")) }
    let token = Self.token(#"{"exp":9999999999,"labels":["a"]}"#)
    #expect(service.get("/v1/labels/a?token=\(token)").status == 200)
    #expect(service.get("/v1/labels/b?token=\(token)").status == 403)
    // Without the clock no page can show the label.
    #expect(service.get("/v1/time?token=\(token)").status == 200)
    #expect(service.get("/v1/frames?to=1&token=\(token)").status == 401)
    #expect(service.get("/v1/labels/a?token=x").status == 401)
  }

  @Test func `without a secret tokens open nothing`() {
    let service = LabelTestService { $0.writeKeys = ["all"].compactMap { WriteKey($0) } }
    _ = service.put("a", #"{"to":"1","private":true}"#, bearer("all"))
    let answer = service.get("/v1/labels/a?token=\(Self.token(#"{"exp":9999999999,"labels":["a"]}"#))")
    #expect(answer.status == 401 && answer.text.contains("KINETYPE_TOKEN_SECRET"))
  }

  @Test func `no key or token stands in the log`() async throws {
    let log = Pipe()
    let service = try RunningService(logOutput: LineOutput(descriptor: log.fileHandleForWriting.fileDescriptor)) {
      $0.accessLog = true
      $0.logFormat = "text"
    }
    let client = try Client(port: service.port)
    client.request(
      "GET /v1/labels/secretname?token=secrettoken&key=secretkey", fields: "Authorization: Bearer secret\r\n")
    _ = try client.response()
    #expect(await service.stop())
    try log.fileHandleForWriting.close()
    let text = String(decoding: try log.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(text.contains("/v1/labels/{id}") && !text.contains("secret"), "\(text)")
  }
}
