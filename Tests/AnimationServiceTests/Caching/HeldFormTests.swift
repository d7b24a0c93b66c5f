import HTTPTypes
import MicroHTTP
import Testing

@testable import AnimationService
@testable import Documents

/// A tag belongs to a resource, a form and its bytes: nobody who holds one form or moment is told that he holds another.
struct HeldFormTests {
  /// An answer that had a tag.
  private struct Seen {
    let target: String
    let accept: String?
    let tag: String
    let text: String
  }

  private let service = LabelTestService()

  private static let forms = SequenceRepresentation.allCases.map(\.name)

  private static let targets: [String] =
    forms.flatMap { form in
      [
        "/v1/frames?from=1&to=3&duration=0.1&as=\(form)", "/v1/frames?from=1&to=4&duration=0.1&as=\(form)",
        "/v1/labels/a/frames?version=1&as=\(form)", "/v1/labels/a/frames?version=2&as=\(form)",
        "/v1/labels/hidden/frames?version=1&as=\(form)",
      ]
    }
    + LabelRepresentation.allCases.flatMap { form in
      ["a", "hidden"].map { "/v1/labels/\($0)?as=\(form.name)" }
    } + ["json", "text", "svg"].map { "/v1/curve?curve=ease&as=\($0)" } + [
      "/labels/a.svg", "/labels/a.gif", "/labels/a.png", "/labels/hidden.gif", "/labels/a",
      "/v1/labels/a", "/v1/labels/a/frames?version=2", "/v1/labels", "/v1/time", "/v1/frame?to=3&time=0.1",
      "/v1/curves",
      "/v1/frames?from=1&to=3&duration=0.1", "/v1/curve?curve=ease", "/healthz", "/readyz", "/", "/docs",
      "/kinetype.js",
      "/openapi.json",
    ]
  private static let accepts: [String?] = [nil, "text/plain", "image/svg+xml", "text/csv", "application/x-ndjson"]

  /// What is answered to all that there is, by who accepts a coding.
  private func walk(_ coding: String) -> [Seen] {
    Self.targets.flatMap { target in
      Self.accepts.compactMap { accept -> Seen? in
        guard let answer = ask(target, accept, coding), let tag = answer.fields[.eTag] else { return nil }
        return Seen(target: target, accept: accept, tag: tag, text: answer.text)
      }
    }
  }

  private func ask(_ target: String, _ accept: String?, _ coding: String, holding tag: String? = nil) -> Answer? {
    var fields: HeaderFields = [.acceptEncoding: coding]
    fields[.accept] = accept
    fields[.ifNoneMatch] = tag
    let answer = service.get(target, fields)
    return [200, 304].contains(answer.status) ? answer : nil
  }

  @Test func `no tag says that another form or moment is held`() throws {
    _ = service.put("a", #"{"to":"10","duration":1,"curve":"linear","fps":4}"#)
    _ = service.put("a", #"{"to":"20"}"#)
    _ = service.put("hidden", #"{"to":"20","private":true,"duration":1}"#)
    var seen = walk("gzip") + walk("identity")
    for moment in [0.25, 0.5] {
      service.wait(moment)
      seen += walk("identity")
    }
    service.wait(1)
    var rest: [Seen] = []
    // A target that names its form has the same answer whatever is accepted.
    for one in walk("identity") where !rest.contains(where: { $0.target == one.target && $0.tag == one.tag }) {
      rest.append(one)
    }
    #expect(rest.count > 70)
    // One form's tag is no other's, of whichever resource.
    var owners: [String: String] = [:]
    for one in rest {
      #expect(owners[one.tag] == nil || owners[one.tag] == one.text, "\(one.target)")
      owners[one.tag] = one.text
      #expect(!one.tag.hasPrefix("W/"), "\(one.target) is at rest")
    }
    // Whatever was held before or of another form, 304 is for the very bytes alone.
    let tags = Set((seen + rest).map(\.tag)).union(["\"1\"", "\"2\"", "W/\"2\""])
    for one in rest {
      for tag in tags {
        let answer = try #require(ask(one.target, one.accept, "identity", holding: tag))
        let isOwn = tag == one.tag || tag == EntityTag.encoded(one.tag)
        #expect(isOwn || answer.status == 200, "\(one.target) \(one.accept ?? "") \(tag)")
        if tag == one.tag { #expect(answer.status == 304, "\(one.target)") }
      }
    }
    // While a label moves its tag is weak, and holds nothing.
    _ = service.put("a", #"{"to":"30"}"#)
    service.wait(0.5)
    let forms = LabelRepresentation.allCases.map { "/v1/labels/a?as=\($0.name)" }
    for target in forms + ["/labels/a.svg", "/labels/a.gif"] {
      let moving = try #require(ask(target, nil, "identity")?.fields[.eTag])
      #expect(moving == "W/\"3\"" && ask(target, nil, "identity", holding: moving)?.status == 200)
    }
  }
}
