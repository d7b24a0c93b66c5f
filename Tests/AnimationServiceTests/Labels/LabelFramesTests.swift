import HTTPTypes
import MicroHTTP
import Testing
import TextBytes

@testable import AnimationService
@testable import Documents

struct LabelFramesTests {
  private let service = LabelTestService()

  @Test func `from rest they are those of the two texts`() {
    _ = service.put("a", #"{"to":"100 apples","duration":0.5,"fps":20}"#)
    _ = service.put("a", #"{"to":"400 apples"}"#)
    let frames = service.get("/v1/labels/a/frames?version=2")
    let plain = service.get("/v1/frames?from=100%20apples&to=400%20apples&duration=0.5&fps=20")
    #expect(frames.status == 200 && frames.text == plain.text)
    #expect(frames.fields[.cacheControl] == "public, immutable, max-age=31536000")
    for form in SequenceRepresentation.allCases {
      let (one, other) = (
        service.get("/v1/labels/a/frames?version=2&as=\(form.name)"),
        service.get("/v1/frames?from=100%20apples&to=400%20apples&duration=0.5&fps=20&as=\(form.name)")
      )
      #expect(one.status == 200 && one.text == other.text, "\(form.name)")
      #expect(one.fields[.contentType] == other.fields[.contentType], "\(form.name)")
    }
  }

  @Test func `they never change, and are known for the last eight changes`() {
    _ = service.put("a", #"{"to":"0","duration":1}"#)
    _ = service.put("a", #"{"to":"1"}"#)
    let first = service.get("/v1/labels/a/frames?version=2").text
    for version in 3...9 {
      service.wait(0.1)
      #expect(service.put("a", "{\"to\":\"\(version * 10)\"}")["version"] == String(version))
      #expect(service.get("/v1/labels/a/frames?version=2").text == first)
    }
    _ = service.put("a", #"{"to":"5"}"#)
    for version in [1, 11] {
      let answer = service.get("/v1/labels/a/frames?version=\(version)")
      #expect(answer.status == 404 && answer.text.contains("10"))
    }
  }

  @Test func `they are kept once they were asked for twice`() {
    _ = service.put("a", #"{"to":"1"}"#)
    for hits in [0, 0, 1, 2] {
      #expect(service.get("/v1/labels/a/frames?version=1").status == 200)
      #expect(service.service.context.cacheCounters.hits == hits)
    }
  }

  @Test func `caches keep them once for all sites, unless the answer is not the same for all`() throws {
    let asked: HeaderFields = [.origin: "https://example.org"]
    let common = ["Accept, Accept-Encoding", "*", "public, immutable, max-age=31536000"]
    func caching(_ service: LabelTestService, _ fields: HeaderFields, of name: String = "a") -> [String?] {
      let answer = service.get("/v1/labels/\(name)/frames?version=1", fields)
      return [.vary, .accessControlAllowOrigin, .cacheControl].map { answer.fields[$0] }
    }
    _ = service.put("a", #"{"to":"1"}"#)
    // Computed twice, then kept; each the same to who holds it, and to pages of whatever site.
    for fields in [asked, [:], asked, [:]] {
      #expect(caching(service, fields) == common)
      let tag = try #require(service.get("/v1/labels/a/frames?version=1", fields).fields[.eTag])
      var held = fields
      held[.ifNoneMatch] = tag
      #expect(service.get("/v1/labels/a/frames?version=1", held).status == 304)
      #expect(caching(service, held) == common)
    }
    _ = service.put("secret", #"{"to":"1","private":true}"#)
    #expect(caching(service, [:], of: "secret")[0] == "Accept, Accept-Encoding, Origin")
    #expect(caching(service, [:], of: "secret")[1] == nil)
    let listed = LabelTestService { $0.corsOrigins = ["https://example.org"] }
    _ = listed.put("a", #"{"to":"1"}"#)
    #expect(caching(listed, asked) == ["Accept, Accept-Encoding, Origin", "https://example.org", common[2]])
    #expect(caching(listed, [:]) == ["Accept, Accept-Encoding, Origin", nil, common[2]])
  }

  @Test func `without a version the way leads to the newest`() throws {
    _ = service.put("a", #"{"to":"1"}"#)
    let answer = service.get("/v1/labels/a/frames?as=text")
    let location = try #require(answer.fields[.location])
    #expect(answer.status == 307 && location.hasPrefix("/v1/labels/a/frames?version=1&start="))
    #expect(service.get(location).text == "1\n")
  }

  @Test func `a version of a label that was lost is not taken for another`() {
    let start = service.put("a", #"{"to":"1"}"#)["start"] ?? ""
    #expect(service.get("/v1/labels/a/frames?version=1&start=\(start)").status == 200)
    #expect(service.get("/v1/labels/a/frames?version=1&start=5").status == 404)
  }

  @Test(arguments: ["version=0", "version=x", "version=1.5", "to=1", "as=sse"])
  func `a wrong parameter is named`(query: String) {
    _ = service.put("a", #"{"to":"1"}"#)
    #expect(service.get("/v1/labels/a/frames?\(query)").status == 400)
  }

  @Test func `who has them is told so`() throws {
    _ = service.put("a", #"{"to":"1"}"#)
    let tag = try #require(service.get("/v1/labels/a/frames?version=1").fields[.eTag])
    #expect(service.get("/v1/labels/a/frames?version=1", [.ifNoneMatch: tag]).status == 304)
  }
}
