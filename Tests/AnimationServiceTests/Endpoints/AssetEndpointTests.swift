import HTTPTypes
import MicroHTTP
import Testing

@testable import AnimationService

struct AssetEndpointTests {
  private func answer(_ asset: Asset, ifNoneMatch: String? = nil) -> Response {
    var request = Request(path: asset.path)
    request.headerFields[.ifNoneMatch] = ifNoneMatch
    return PreparedAsset(asset).response(to: request)
  }

  @Test(arguments: [
    ("/", "text/html; charset=utf-8"),
    ("/kinetype.js", "text/javascript; charset=utf-8"),
    ("/kinetype.d.ts", "text/plain; charset=utf-8"),
    ("/playground.js", "text/javascript; charset=utf-8"),
    ("/playground-snippets.js", "text/javascript; charset=utf-8"),
    ("/site.css", "text/css; charset=utf-8"),
    ("/playground.css", "text/css; charset=utf-8"),
  ])
  func `each file has its media type and is checked at each use`(path: String, mediaType: String) throws {
    let asset = try #require(Asset.all.first { $0.path == path })
    let response = answer(asset)
    #expect(response.status == .ok)
    #expect(response.headerFields[.contentType] == mediaType)
    #expect(response.headerFields[.cacheControl] == (asset.saysAddress ? "private, no-cache" : "no-cache"))
    guard case .bytes(let bytes) = response.body else { throw Missing() }
    #expect(bytes == asset.bytes.filled(["origin": ""]))
  }

  @Test func `a file that the client holds is not sent again`() throws {
    let tag = try #require(answer(Asset["/kinetype.js"]).headerFields[.eTag])
    let response = answer(Asset["/kinetype.js"], ifNoneMatch: tag)
    #expect(response.status == .notModified)
    #expect(response.headerFields[.eTag] == tag)
    guard case .empty = response.body else { throw Missing() }
  }

  @Test func `another content has another tag`() {
    let (old, new) = (Asset["/kinetype.js"].replacing([1]), Asset["/kinetype.js"].replacing([2]))
    #expect(answer(old).headerFields[.eTag] != answer(new).headerFields[.eTag])
  }

  @Test func `only the page has a policy, and it allows nothing inline and nothing from elsewhere`() throws {
    let policy = try #require(answer(Asset["/"]).headerFields[.contentSecurityPolicy])
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; "))
    for word in ["unsafe", "http", "*"] { #expect(!policy.contains(word)) }
    #expect(answer(Asset["/kinetype.js"]).headerFields[.contentSecurityPolicy] == nil)
    #expect(policy.contains("frame-ancestors 'none'; "))
    let framed = try #require(answer(Asset["/labels/{id}"].filled([:])).headerFields[.contentSecurityPolicy])
    #expect(framed == policy.replacing("frame-ancestors 'none'; ", with: ""))
    for page in [Asset["/live"]] + Asset.documents {
      #expect(answer(page).headerFields[.contentSecurityPolicy] == policy)
    }
  }

  @Test(arguments: ["/", "/live", "/labels/a.b"])
  func `a page says where its preview is, to each who asks as they have asked`(path: String) throws {
    let service = TestService()
    func answer(_ host: String?, _ fields: HeaderFields = [:], by service: TestService) -> Answer {
      var fields = fields
      fields[named: "Host"] = host
      return service.get(path, fields)
    }
    func preview(_ answer: Answer) throws -> Substring {
      try #require(answer.text.firstMatch(of: #/og:image" content="([^"]*)"/#)).1
    }
    let rest = path == "/labels/a.b" ? "/labels/a.b.png?" : "/v1/frames?from=0"
    var tags: Set<String> = []
    for host in ["a.example", "b.example:8080", "[::1]:8080", "a.example"] {
      let answer = answer(host, by: service)
      #expect(try preview(answer).hasPrefix("http://\(host)\(rest)"))
      #expect(answer.fields[.cacheControl] == "private, no-cache")
      let tag = try #require(answer.fields[.eTag])
      // Whoever holds it has it, and it is no other host's.
      for held in tags.union([tag]) {
        #expect(self.status(path, host, held, service) == (held == tag ? 304 : 200))
      }
      tags.insert(tag)
    }
    #expect(tags.count == 3)
    // What is no host is said nowhere.
    for host in [nil, "", "a\"><script>", "a b", "a.example, b.example", String(repeating: "a", count: 256)] {
      #expect(try preview(answer(host, by: service)).hasPrefix(rest))
    }
    let settled = TestService { $0.publicAddress = "https://own.example" }
    for host in ["a.example", nil] {
      let answer = answer(host, by: settled)
      #expect(try preview(answer).hasPrefix("https://own.example\(rest)"))
      #expect(answer.fields[.cacheControl] == "no-cache")
    }
  }

  private func status(_ path: String, _ host: String, _ tag: String, _ service: TestService) -> Int {
    var fields: HeaderFields = [.ifNoneMatch: tag]
    fields[named: "Host"] = host
    return service.get(path, fields).status
  }

  private struct Missing: Error {}
}
