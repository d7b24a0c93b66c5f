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
    #expect(response.headerFields[.cacheControl] == "no-cache")
    guard case .bytes(let bytes) = response.body else { throw Missing() }
    #expect(bytes == asset.bytes)
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

  private struct Missing: Error {}
}
