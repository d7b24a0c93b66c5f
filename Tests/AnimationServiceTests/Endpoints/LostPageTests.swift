import HTTPTypes
import MicroHTTP
import Testing

@testable import AnimationService

struct LostPageTests {
  /// What Chromium sends for an address that somebody opens.
  private static let browser: HeaderFields = [
    .accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
  ]
  private let service = TestService()

  @Test(arguments: [
    ("/docs/elemnt", "../docs/element"), ("/Docs/Curves", "../docs/curves"), ("/docs/", "../docs"), ("/doc", "./docs"),
    ("/docs/run.html", "../docs/run"), ("/element", "./docs/element"), ("/totals/", "../docs/totals"),
    ("/liv", "./live"), ("/a/b/live", "../../live"),
  ])
  func `a browser is led to the page that was meant`(path: String, way: String) {
    let answer = service.get(path, Self.browser)
    #expect(answer.status == 404)
    #expect(answer.fields[.contentType] == "text/html; charset=utf-8")
    #expect(answer.fields[.cacheControl] == "no-store")
    #expect(answer.fields[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
    #expect(answer.text.contains("Did you mean <a href=\"\(way)\">"))
  }

  @Test(arguments: [
    "/nothing-of-the-kind", "/labels", "/labels/", "/labels/donations/x", "/v1/nothing", "/x", "//", "/a/b/c/d",
  ])
  func `where no page is near there is the way to the first one alone`(path: String) {
    let answer = TestService().get(path, Self.browser)
    #expect(answer.status == 404)
    #expect(!answer.text.contains("Did you mean"))
    let root = Array(repeating: "..", count: path.count { $0 == "/" } - 1).joined(separator: "/")
    #expect(answer.text.contains("href=\"\(root.isEmpty ? "." : root)/\">Go to the home page</a>"))
  }

  @Test func `labels are never among the names that it suggests`() throws {
    let service = TestService()
    let made = service.send(
      .put, "/v1/labels/secret", [.contentType: "application/json", HTTPField.Name("Host")!: "localhost"],
      body: Array(#"{"to":"1"}"#.utf8), from: "127.0.0.1")
    #expect(made.status == 201)
    for path in ["/secret", "/labels/secret/", "/label/secret", "/v1/labels/secrt/"] {
      #expect(!service.get(path, Self.browser).text.contains("secret"))
    }
    #expect(Asset.namedPages.contains("/docs/number") && !Asset.namedPages.contains { $0.contains("label") })
  }

  @Test(arguments: [
    "/<script>alert(1)</script>", "/docs/\"onload=alert(1)", "/{{root}}", "/docs/{{nearest}}", "/'><img src=x>",
    "/docs/element</a><script>", "/" + String(repeating: "a<", count: 4000), String(repeating: "/<b>", count: 2000),
  ])
  func `nothing of the address stands in it`(path: String) {
    let answer = service.get(path, Self.browser)
    #expect(answer.status == 404)
    let depth = path.count { $0 == "/" } - 1
    let root = depth > 8 ? "" : depth > 0 ? Array(repeating: "..", count: depth).joined(separator: "/") : "."
    let nearest = Asset.nearestPage(to: path)
    #expect(nearest.map(Asset.namedPages.contains) != false)
    #expect(answer.text == String(decoding: Asset.lostPage(root: root, nearest: nearest), as: UTF8.self))
  }

  @Test(arguments: [
    nil, "*/*", "application/json", "application/json, text/html;q=0.9", "text/*;q=0.5, */*", "image/avif,*/*;q=0.8",
    "text/html;q=0", "text/event-stream",
  ])
  func `everybody else is answered a problem document`(accept: String?) {
    var fields: HeaderFields = [:]
    fields[.accept] = accept
    let answer = service.get("/docs/elemnt", fields)
    #expect(answer.status == 404)
    #expect(answer.fields[.contentType] == "application/problem+json")
    #expect(answer.text.contains("Did you mean `/docs/element`?"))
  }

  @Test func `what is sent there is answered a problem document, whoever sends it`() {
    #expect(service.send(.post, "/docs/elemnt", Self.browser).fields[.contentType] == "application/problem+json")
    #expect(service.send(.head, "/docs/elemnt", Self.browser).fields[.contentType] == "text/html; charset=utf-8")
  }
}
