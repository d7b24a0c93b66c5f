import HTTPTypes
import LabelStore
import MicroHTTP
import Synchronization
import Testing
import TextBytes

@testable import Deployment
@testable import LiveLabels
@testable import Viewers
@testable import AnimationService

struct LabelListTests {
  private let service = LabelTestService()

  private func names(_ answer: Answer) -> [String] {
    guard case .array(let labels) = answer.json["labels"] else { return [] }
    return labels.compactMap { if case .string(let name) = $0["id"] { name } else { nil } }
  }

  @Test func `labels are listed in order of their names, by pages`() {
    for name in ["shop-2", "b", "shop-1", "a", "shop-10"] { _ = service.put(name, #"{"to":"1"}"#) }
    #expect(names(service.get("/v1/labels")) == ["a", "b", "shop-1", "shop-10", "shop-2"])
    #expect(names(service.get("/v1/labels?prefix=shop-")) == ["shop-1", "shop-10", "shop-2"])
    let page = service.get("/v1/labels?limit=2")
    #expect(names(page) == ["a", "b"] && page["next"] == "b")
    let rest = service.get("/v1/labels?limit=3&after=b")
    #expect(names(rest) == ["shop-1", "shop-10", "shop-2"])
    #expect(names(service.get("/v1/labels?limit=3&after=shop-2")) == [])
    #expect(service.get("/v1/labels?limit=4&after=b")["next"] == nil)
  }

  @Test(arguments: ["limit=0", "limit=501", "limit=x", "page=2"])
  func `a wrong parameter is named`(query: String) {
    #expect(service.get("/v1/labels?\(query)").status == 400)
  }

  @Test func `the clock is the store's`() {
    let first = service.get("/v1/time")["now"].flatMap { Int($0) } ?? 0
    service.wait(2)
    #expect(service.get("/v1/time")["now"] == String(first + 2_000_000))
    #expect(service.get("/v1/time").fields[.cacheControl] == "no-store")
  }

  @Test func `without labels the routes say what to set`() {
    let service = TestService(labels: nil)
    for target in ["/v1/labels", "/v1/labels/a", "/v1/labels/a/frames", "/v1/time"] {
      let answer = service.get(target)
      #expect(answer.status == 404 && answer.text.contains("`KINETYPE_LABELS`"))
    }
  }

  @Test func `what may not be read leaves no trace, wherever a page ends`() {
    let service = LabelTestService { $0.writeKeys = ["all"].compactMap { WriteKey($0) } }
    let key: HeaderFields = [.authorization: "Bearer all"]
    for name in ["a", "c", "e"] { _ = service.put(name, #"{"to":"1"}"#, key) }
    let targets = (1...4).flatMap { limit in
      ["", "&prefix=b", "&prefix=c", "&prefix=e", "&after=a", "&after=bb", "&after=e"].map {
        "/v1/labels?limit=\(limit)\($0)"
      }
    }
    let before = targets.map { service.get($0).text }
    for name in ["0", "a1", "b1", "b2", "b3", "c1", "e1", "e2", "f"] {
      _ = service.put(name, #"{"to":"1","private":true}"#, key)
    }
    #expect(targets.map { service.get($0).text } == before)
    #expect(names(service.get("/v1/labels?limit=500", key)).count == 12)
  }

  @Test func `many that may not be read are passed over`() {
    let service = LabelTestService { $0.writeKeys = ["all"].compactMap { WriteKey($0) } }
    let key: HeaderFields = [.authorization: "Bearer all"]
    for number in 1000..<1700 { _ = service.put("m\(number)", #"{"to":"1","private":true}"#, key) }
    for name in ["a", "z"] { _ = service.put(name, #"{"to":"1"}"#, key) }
    #expect(service.get("/v1/labels?limit=1")["next"] == "a")
    #expect(service.get("/v1/labels?limit=1&after=a").text.contains("\"id\":\"z\""))
    #expect(service.get("/v1/labels?limit=1&after=a")["next"] == nil)
  }

  @Test func `a token opens its labels in the list, and is looked at once`() throws {
    let store = TestLabelStore()
    let service = TestService(labels: store) {
      $0.writeKeys = ["all", "n*=n"].compactMap { WriteKey($0) }
      $0.tokenSecret = "secret"
    }
    func put(_ name: String, _ json: String) {
      let key: HeaderFields = [.authorization: "Bearer all", .contentType: "application/json"]
      #expect(service.send(.put, "/v1/labels/\(name)", key, body: Array(json.utf8)).status == 201)
    }
    for number in 1000..<1700 { put("m\(number)", #"{"to":"1","private":true}"#) }
    for name in ["a", "z"] { put(name, #"{"to":"1"}"#) }
    for name in ["n1", "n2"] { put(name, #"{"to":"1","private":true}"#) }
    let others = (0..<400).map { "\"o\($0)\"" }.joined(separator: ",")
    let token = signedToken(#"{"exp":9999999999,"labels":["m100*","n1",\#(others)]}"#, secret: "secret")
    #expect((3000...4096).contains(token.utf8.count))
    let wrong = signedToken(#"{"exp":9999999999,"labels":["m100*",\#(others)]}"#, secret: "another")
    let ten = (1000..<1010).map { "m\($0)" }
    #expect(names(service.get("/v1/labels?limit=500&token=\(token)")) == ["a"] + ten + ["n1", "z"])
    #expect(names(service.get("/v1/labels?limit=500&prefix=m&token=\(token)")) == ten)
    #expect(names(service.get("/v1/labels?limit=500&token=\(wrong)")) == ["a", "z"])
    #expect(names(service.get("/v1/labels?limit=500", [.authorization: "Bearer n"])) == ["a", "n1", "n2", "z"])
    #expect(names(service.get("/v1/labels?limit=500")) == ["a", "z"])
    // However many labels there are, the store is asked once and knows of the token only what it opens.
    let opened = [NamePattern("m100*"), NamePattern("n1")] + (0..<400).map { NamePattern("o\($0)") }
    let queries = [
      LabelQuery(limit: 501, opening: opened), LabelQuery(prefix: "m", limit: 501, opening: opened),
      LabelQuery(limit: 501, opening: []), LabelQuery(limit: 501, opening: [NamePattern("n*")]),
      LabelQuery(limit: 501, opening: []),
    ]
    #expect(store.queries.withLock { $0 } == queries)
  }

  @Test func `a token that is too long is refused unread, wherever it could open something`() {
    let service = LabelTestService {
      $0.writeKeys = ["all"].compactMap { WriteKey($0) }
      $0.tokenSecret = "secret"
    }
    _ = service.put("a", #"{"to":"1","private":true}"#, [.authorization: "Bearer all"])
    let padding = String(repeating: "x", count: 4000)
    let long = signedToken(#"{"exp":9999999999,"labels":["a","\#(padding)"]}"#, secret: "secret")
    for target in [
      "/v1/labels?limit=500", "/v1/labels/a?as=json", "/v1/labels/a/stream?as=sse", "/v1/labels/stream?id=a",
    ] {
      let byQuery = service.get("\(target)&token=\(long)")
      let byField = service.get(target, [.authorization: "Bearer \(long)"])
      for answer in [byQuery, byField] {
        #expect(answer.status == 401 && answer.text.contains("more than 4096 bytes"), "\(target): \(answer.text)")
      }
    }
  }
}
