import Foundation
import HTTPTypes
import MicroHTTP
import System
import Testing
@testable import AnimationService

@testable import Deployment

/// What pages pin: `/kinetype-VERSION.js`, its parts, its minified form and its package.
struct VersionedModuleTests {
  private let service = TestService()
  private let version = KinetypeVersion.text

  @Test(arguments: ["", "-play", "-ask", "-draw", "-labels", "-next", "-stream", "-follow"])
  func `each part has an address that may be kept for ever`(part: String) {
    let answer = service.get("/kinetype\(part)-\(version).js")
    #expect(answer.status == 200)
    #expect(answer.fields[.cacheControl] == "public, immutable, max-age=31536000")
    #expect(service.get("/kinetype\(part).js").fields[.cacheControl] == "no-cache")
  }

  @Test func `parts load parts of the same version`() {
    let module = service.get("/kinetype-\(version).js").text
    #expect(module.contains("import('./kinetype-draw-\(version).js')"))
    #expect(!module.contains("'./kinetype-draw.js'"))
    #expect(service.get("/kinetype-\(version).min.js").text.contains("import(\"./kinetype-next-\(version).js\")"))
  }

  @Test func `its bytes are those of every service of the version`() {
    let other = TestService {
      $0.maximumLabelsPerStream = 3
      $0.maximumAnimations = 7
    }
    for path in ["/kinetype-stream-\(version).js", "/kinetype-\(version).min.js", "/kinetype-\(version).tgz"] {
      #expect(service.get(path).text == other.get(path).text, "\(path)")
    }
    #expect(service.get("/kinetype-stream.js").text != other.get("/kinetype-stream.js").text)
  }

  @Test func `base64 is that of Foundation`() {
    for text in ["", "a", "kinetype", "\u{FF}\u{1F600}"] {
      let hash = SHA256(of: Array(text.utf8).span)
      #expect(hash.base64 == Data(hash.bytes).base64EncodedString())
    }
  }
}
