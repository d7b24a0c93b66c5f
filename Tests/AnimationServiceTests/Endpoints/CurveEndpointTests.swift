import MicroHTTP
import Foundation
import FoundationXML
import HTTPTypes
import Testing
import Timing

struct CurveEndpointTests {
  private let service = TestService()

  private struct Document: Decodable {
    struct Overshoot: Decodable {
      var maximum, minimum: Double
    }
    struct Sample: Decodable {
      var time, progress, velocity: Double
    }
    struct CSS: Decodable {
      var text: String
      var largestError: Double
    }
    var curve: String
    var duration: Double
    var settlingDuration: Double?
    var overshoot: Overshoot
    var samples: [Sample]
    var cssLinear: CSS
  }

  private func document(_ query: String) throws -> Document {
    let answer = service.get("/v1/curve?curve=" + query)
    try #require(answer.status == 200, "\(answer.text)")
    #expect(answer.fields[.contentType] == "application/json")
    return try JSONDecoder().decode(Document.self, from: Data(answer.text.utf8))
  }

  private func picture(_ curve: String, _ rest: String = "") throws -> (text: String, root: XMLElement) {
    let curve = try #require(curve.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let answer = service.get("/v1/curve?as=svg&curve=" + curve + rest)
    #expect(answer.fields[.contentType] == "image/svg+xml")
    return (answer.text, try #require(try XMLDocument(data: Data(answer.text.utf8)).rootElement(), "\(answer.text)"))
  }

  private func curvePath(_ root: XMLElement) throws -> [[Double]] {
    let path = root.elements(forName: "path").last
    let text = try #require(path?.attributes?.first { $0.name == "d" }?.stringValue)
    return text.split { "ML".contains($0) }.map { $0.split(separator: " ").compactMap { Double($0) } }
  }

  @Test func `a spring runs until it has settled`() throws {
    let document = try document("spring(1,100,10)")
    #expect(document.curve == "spring(1,100,10)")
    #expect(document.samples.count == 101)
    #expect(document.settlingDuration == document.duration)
    #expect(abs(document.duration - 1.27016519) < 1e-6)
    #expect(abs(document.overshoot.maximum - 0.163033535) < 1e-8)
    #expect(document.overshoot.minimum == 0)
    #expect(document.samples[0].progress == 0)
    #expect(document.samples[100].time == document.duration)
    #expect(document.samples[100].progress == 1)
  }

  @Test func `an easing takes a second and says it has no time of its own`() throws {
    let document = try document("linear&samples=3")
    #expect(document.settlingDuration == nil)
    #expect(document.samples.map(\.time) == [0, 0.5, 1])
    #expect(document.samples.map(\.progress) == [0, 0.5, 1])
    #expect(document.samples.map(\.velocity) == [1, 1, 1])
    #expect(document.cssLinear.text == "linear(0, 1)")
  }

  @Test func `a duration stretches an easing and cuts a spring`() throws {
    #expect(try document("linear&duration=400ms&samples=2").samples.map(\.velocity) == [2.5, 2.5])
    let spring = try document("spring(1,100,10)&duration=0.1")
    #expect(spring.duration == 0.1)
    #expect(spring.overshoot.maximum == 0)
    #expect(spring.settlingDuration.map { $0 > 1 } == true)
    #expect(spring.samples[99].progress < 0.4)
  }

  @Test(arguments: [
    ("easeInBack", -0.10000407, 0.0), ("easeOutBack", 0, 0.10000407), ("step-start", 0, 0),
    ("spring(1,100,0)&duration=20", 0, 1),
  ])
  func `overshoot is told on both sides`(curve: String, minimum: Double, maximum: Double) throws {
    let overshoot = try document(curve).overshoot
    #expect(abs(overshoot.minimum - minimum) < 1e-8)
    #expect(abs(overshoot.maximum - maximum) < 1e-8)
  }

  @Test(arguments: ["bouncy", "ease-in-out", "steps(3)", "easeOutBounce", "spring(dampingRatio:0.4)"])
  func `the CSS text is the same curve`(text: String) throws {
    let document = try document(text + "&samples=2001")
    let curve = try CurveCatalog.standard.curve(document.cssLinear.text)
    #expect(document.cssLinear.largestError <= 0.001)
    for sample in document.samples {
      let position = curve.position(at: sample.time, duration: document.duration)
      #expect(abs(position - sample.progress) <= document.cssLinear.largestError + 2e-5)
    }
  }

  @Test(arguments: [
    "linear", "spring(1, 100, 10)", "easeInBack", "steps(4, jump-none)", "linear(0, 1e300 50%, 1)",
    "easeOutElastic(10, 0.05)", "spring(0.01, 1000000, 0)",
    "linear(0 -50%, 1 150%)", "/* </title><script>\u{1}&'\"\n\u{ffff} */ease",
  ])
  func `every picture is well-formed and within its page`(curve: String) throws {
    // A spring that never settles needs a duration.
    let (text, root) = try picture(curve, curve.hasSuffix(" 0)") ? "&duration=20" : "")
    let shown = curve.replacing("\u{1}", with: "\u{fffd}").replacing("\u{ffff}", with: "\u{fffd}")
    #expect(root.elements(forName: "title").first?.stringValue == shown)
    #expect(!text.contains("<script") && !text.contains("href") && !text.contains("null"))
    #expect(text.utf8.count < 65_536)
    for point in try curvePath(root) {
      #expect(point.count == 2 && (72...608).contains(point[0]) && (72...352).contains(point[1]))
    }
  }

  @Test func `a jump is a vertical line`() throws {
    let points = try curvePath(picture("steps(2)").root)
    #expect(points == [[72, 352], [340, 352], [340, 212], [608, 212], [608, 72]])
  }

  @Test(arguments: [("ease", 0), ("easeInBack", 1), ("easeOutBack", 1), ("easeInOutBack", 2)])
  func `only overshoot is shaded`(curve: String, areas: Int) throws {
    #expect(try picture(curve).root.elements(forName: "svg").count == areas)
  }

  @Test func `0 and 1 and the duration and the peak are marked`() throws {
    let labels = try picture("spring(1, 100, 10)", "&duration=2").root.elements(forName: "text").map(\.stringValue)
    #expect(labels == ["spring(1, 100, 10)", "0", "1", "1.163", "0 s", "2 s"])
  }

  @Test func `a long text is cut in the caption and whole in the title`() throws {
    let curve = "linear(" + (0..<200).map(String.init).joined(separator: ", ") + ")"
    let root = try picture(curve).root
    #expect(root.elements(forName: "title").first?.stringValue == curve)
    #expect(root.elements(forName: "text").first?.stringValue?.count == 62)
  }

  @Test func `Accept chooses the form and the tag knows it`() throws {
    let target = "/v1/curve?curve=ease"
    let json = service.get(target)
    let svg = service.get(target, [.accept: "image/svg+xml,*/*;q=0.5"])
    #expect(svg.fields[.contentType] == "image/svg+xml")
    #expect(svg.fields[.eTag] != json.fields[.eTag])
    #expect(service.get(target, [.accept: "image/png"]).status == 406)
    let tag = try #require(json.fields[.eTag])
    #expect(service.get(target, [.ifNoneMatch: tag]).status == 304)
    #expect(service.get(target, [.ifNoneMatch: tag, .accept: "image/svg+xml"]).status == 200)
    #expect(json.fields[.cacheControl] == "public, max-age=86400")
    #expect(service.send(.head, target).status == 200)
    #expect(service.post(target, json: "{}").status == 405)
  }

  @Test func `everything wrong is named at once`() {
    let answer = service.get("/v1/curve?curve=easeOutQad&samples=1&duration=0&as=png&size=3")
    #expect(answer.status == 400)
    for part in ["`as`", "`curve`", "did you mean `easeOutQuad`", "`samples`", "`duration`", "`size` is unknown"] {
      #expect(answer.text.contains(part))
    }
    #expect(service.get("/v1/curve").text.contains("`curve` is required"))
    #expect(service.get("/v1/curve?curve=ease&samples=2002").status == 400)
  }
}
