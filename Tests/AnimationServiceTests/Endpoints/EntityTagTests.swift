import MicroHTTP
import Testing
import TextBytes

@testable import AnimationService

struct EntityTagTests {
  private func tag(_ path: String, _ query: String?, _ mediaType: String) -> String? {
    EntityTag(of: Request(path: path, query: query), mediaType: mediaType)?.description
  }

  @Test func `a tag stands for the version and for everything that was asked`() {
    var asked = UTF8Buffer()
    for part in [KinetypeVersion.text, "/v1/frames", "to=5", "text/csv"] {
      asked.append(contentsOf: part)
      asked.append(0xFF)
    }
    let digits = String(asked.fingerprint, radix: 16)
    let padding = String(repeating: "0", count: 16 - digits.count)
    #expect(tag("/v1/frames", "to=5", "text/csv") == "\"\(padding)\(digits)\"")
  }

  @Test func `no part flows into the next`() {
    let tags = [
      tag("/v1/frames", "to=5", "text/csv"), tag("/v1/frame", "sto=5", "text/csv"),
      tag("/v1/frames", "to=", "5text/csv"), tag("/v1/frames", "to=5", "text/plain"),
      tag("/v1/frames", "to=6", "text/csv"), tag("/v1/frames", nil, "text/csv"),
    ]
    #expect(Set(tags).count == tags.count)
  }
}
