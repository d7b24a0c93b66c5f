import Foundation
import FoundationXML
import Testing

@testable import Deployment
@testable import AnimationService

/// `as=svg`: what moves, how it looks, and that it reaches nothing outside.
struct PictureTests {
  private let service = TestService()
  private static let moving = [
    "from=95&to=112&interpolation=odometer", "from=hello&to=yellow%20now&interpolation=morph",
    "from=one&to=two&effect=crossFade,scrollUp", "from=1&to=99&effect=zoomIn&interpolation=number&prefix=a&suffix=b",
    "from=ab%0Acd&to=x%0Ayz%0A&effect=scrollDown&align=right",
    "from=9%0A8&to=10%0A7&interpolation=odometer&align=center",
    "to=[\"1\",\"22\",\"x\"]&interpolation=odometer", "from=12&to=3&interpolation=fall&font=system-ui&align=center",
  ]
  private static let standing = [
    "from=1&to=300", "from=&to=word%0Aother&interpolation=typewriter&align=center", "from=a&to=b", "to=1",
    "from=1&to=3&duration=0",
  ]

  private func picture(_ query: String) throws -> (text: String, root: XMLElement) {
    let answer = service.get("/v1/frames?as=svg&\(query)")
    try #require(answer.status == 200, "\(answer.text)")
    return (answer.text, try #require(try XMLDocument(data: Data(answer.text.utf8)).rootElement()))
  }

  private func attribute(_ name: String, of element: XMLElement) -> String? {
    element.attributes?.first { $0.name == name }?.stringValue
  }

  // MARK: What moves

  @Test(arguments: moving)
  func `pieces move, and each way has as many times as values from 0 to 1`(query: String) throws {
    for rest in ["", "&repeat=infinite&delay=1", "&repeat=3&repeatDelay=0.5&autoreverse=true"] {
      let (_, root) = try picture(query + rest)
      let ways = try root.nodes(forXPath: "//*[@values]").compactMap { $0 as? XMLElement }
      #expect(!ways.isEmpty)
      for way in ways {
        let times = try #require(attribute("keyTimes", of: way)).split(separator: ";").compactMap { Double($0) }
        #expect(attribute("values", of: way)?.split(separator: ";").count == times.count)
        #expect(times.first == 0 && times.last == 1 && times == times.sorted())
      }
    }
  }

  @Test(arguments: ["morph", "odometer", "wave"])
  func `letters that run from right to left stay together`(interpolation: String) throws {
    let (_, root) = try picture("from=5%20תפוחים&to=7%20תפוחים&interpolation=\(interpolation)&duration=0.5&fps=10")
    #expect(try root.nodes(forXPath: "//*[@values and not(@attributeName='visibility')]").isEmpty)
    #expect(try root.nodes(forXPath: "//*[local-name()='text']").compactMap(\.stringValue).contains("7 תפוחים"))
  }

  @Test(arguments: ["left", "center"])
  func `letters that rise are not cut at the top`(align: String) throws {
    let (_, root) = try picture("from=Good&to=Hall&interpolation=wave&duration=1&size=10&align=\(align)")
    let ways = try root.nodes(forXPath: "//*[@type='translate']").compactMap { $0 as? XMLElement }
    // A letter turns about the bottom of its line, which is 12 pixels high.
    let tops = ways.compactMap { attribute("values", of: $0) }.flatMap { $0.split(separator: ";") }
      .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }.map { $0 - 12 }
    #expect(ways.count >= 4 && tops.min() == 1.5 && tops.max() == 7.5)
    #expect(attribute("height", of: root) == "21")
    #expect(try attribute("height", of: picture("from=Good&to=Hall&interpolation=morph&size=10").root) == "15")
  }

  @Test func `a wheel rolls through its digits, and leaps where they begin again`() throws {
    let (text, root) = try picture("from=8&to=12&interpolation=odometer&curve=linear&duration=4&fps=10&size=10")
    let wheels = try root.nodes(forXPath: "//*[local-name()='text']").compactMap(\.stringValue)
    #expect(wheels.filter { $0 == "01234567890" }.count == 2)
    #expect(text.contains("values=\"0 -96;0 -120;0 0;0 -24\" keyTimes=\"0;0.5;0.5;1\""))
    #expect(text.contains("mask=\"url(#k"))
  }

  @Test func `what is shown without any animation is the end`() throws {
    let (_, root) = try picture("from=one&to=two&effect=crossFade")
    let texts = try root.nodes(forXPath: "//*[local-name()='g']/*[local-name()='text']").compactMap {
      $0 as? XMLElement
    }
    #expect(texts.map(\.stringValue) == ["one", "two"])
    #expect(texts.map { attribute("opacity", of: $0) } == ["0", nil])
    #expect(
      try picture("from=1&to=9").root.nodes(forXPath: "//*[local-name()='text' and not(@visibility) and not(@display)]")
        .compactMap(\.stringValue) == ["9"])
  }

  @Test func `only what changes is written`() throws {
    #expect(try picture("from=100&to=400&interpolation=odometer").text.utf8.count < 16_000)
    #expect(try picture("from=hello&to=world&effect=crossFade").text.utf8.count < 2_000)
  }

  // MARK: Repeating

  @Test func `it repeats for ever, or as often as is asked`() throws {
    for query in ["from=1&to=9&duration=1", "from=a&to=b&effect=fadeIn&duration=1"] {
      let endless = try picture(query + "&repeat=infinite&repeatDelay=0.5&delay=2").text
      #expect(endless.contains(" dur=\"1.5s\" begin=\"2s\" repeatCount=\"indefinite\"/>"))
      #expect(!endless.contains("<set"))
      #expect(try picture(query + "&repeat=3").text.contains(" dur=\"1s\" repeatCount=\"3\" fill=\"freeze\"/>"))
    }
    #expect(try picture("from=a&to=b&repeat=infinite").text.contains("<set"))
    #expect(service.get("/v1/frames?as=svg&from=1&to=9&repeat=infinite&duration=100&fps=240").status == 200)
    #expect(
      service.get("/v1/frames?as=svg&from=1&to=9&repeat=infinite&duration=1000&fps=240").text.contains("`duration`"))
  }

  // MARK: How it looks

  @Test(arguments: moving + standing)
  func `its rules match nothing but itself`(query: String) throws {
    let (_, root) = try picture(query)
    let name = try #require(attribute("class", of: root))
    #expect(name.wholeMatch(of: /k[0-9a-z]{5,}/) != nil)
    let style = try #require(root.elements(forName: "style").first?.stringValue)
    let selectors = style.matches(of: /([^{}]+)\{[^{}]*\}/).map { $0.1.trimmingCharacters(in: .whitespacesAndNewlines) }
    #expect(selectors.count >= 3)
    #expect(selectors.allSatisfy { $0.hasPrefix(".\(name)") }, "\(style)")
    let named = try root.nodes(forXPath: "//@id").compactMap(\.stringValue)
    #expect(named.allSatisfy { $0.hasPrefix("\(name)-") })
    #expect(attribute("class", of: try picture(query + "&size=20").root) != name)
  }

  @Test func `colors, size, font and theme are as asked`() throws {
    let (text, root) = try picture("from=1&to=9&color=oklch(1 0 0 / 50%25)&background=0a0B0c&size=20&font=Inter,serif")
    #expect(attribute("fill", of: root) == "#ffffff" && attribute("fill-opacity", of: root) == "0.5")
    #expect(text.contains("<rect width=\"100%\" height=\"100%\" fill=\"#0a0b0c\"/>"))
    #expect(attribute("font-size", of: root) == "20" && attribute("height", of: root) == "30")
    #expect(attribute("font-family", of: root) == "'Inter', serif, sans-serif")
    #expect(!text.contains("textLength") && !text.contains("prefers-color-scheme"))
    #expect(try !picture("from=1&to=9").text.contains("prefers-color-scheme: dark"))
    #expect(try picture("from=1&to=9&theme=auto").text.contains("prefers-color-scheme: dark"))
    for (query, fill) in [
      ("theme=dark", "#f2f1ec"), ("theme=light", "#1a1a18"), ("background=navy", "#f2f1ec"),
      ("background=gold", "#1a1a18"), ("background=gold&theme=dark", "#f2f1ec"), ("theme=dark&color=%23c00", "#cc0000"),
    ] {
      #expect(attribute("fill", of: try picture("from=1&to=9&\(query)").root) == fill, "\(query)")
    }
  }

  @Test(arguments: [
    ("left", "x=\"24\""), ("center", "text-anchor=\"middle\""), ("right", "text-anchor=\"end\""),
    ("end", "text-anchor=\"end\""),
  ])
  func `narrower texts stand where they are aligned`(alignment: String, attribute: String) throws {
    #expect(try picture("from=1&to=1000&align=\(alignment)").text.contains(attribute))
  }

  @Test(arguments: [
    ("color", "red\"/><script>"), ("color", "url(#a)"), ("color", "#12345"), ("color", "rgb(1,2)"),
    ("color", "reddish"),
    ("color", "oklch(nan 0 0)"), ("background", "red;x:y"), ("font", "a'; } * { fill: red"), ("font", "a\"b"),
    ("font", "1st"),
    ("font", "a,,b"), ("font", "<b>"), ("font", "Straße"), ("size", "7"), ("size", "1e9"), ("theme", "black"),
    ("align", "top"),
    ("font", String(repeating: "a", count: 65)),
  ])
  func `a value that is none is refused by name`(name: String, value: String) throws {
    let written = try #require(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let answer = service.get("/v1/frames?as=svg&from=1&to=9&\(name)=\(written)")
    #expect(answer.status == 400)
    #expect(answer.text.contains("\"parameter\":\"\(name)\",\"detail\":\"must be "), "\(answer.text)")
  }

  @Test func `what looks have no effect on says so`() {
    let answer = service.get("/v1/frames?from=1&to=9&color=red&size=20")
    for name in ["color", "size"] {
      #expect(
        answer.text.contains(
          "{\"parameter\":\"\(name)\",\"detail\":\"has no effect without a picture, such as `as=svg`\"}"))
    }
    #expect(!service.get("/v1/frames?from=1&to=9&size=48").text.contains("warnings"))
    #expect(service.get("/v1/stream?from=1&to=9&color=red").status == 400)
  }

  @Test func `a label's picture takes them, and goes on from what is shown`() throws {
    let service = LabelTestService()
    _ = service.put("a", #"{"from":"hello","to":"world","effect":"crossFade","duration":2,"curve":"linear"}"#)
    service.wait(1)
    let answer = service.get("/v1/labels/a?as=svg&color=red&align=right&size=10")
    #expect(answer.text.contains(" fill=\"#ff0000\""))
    #expect(answer.text.contains("values=\"0.5;0\" keyTimes=\"0;1\" dur=\"1s\""))
    _ = try XMLDocument(data: Data(answer.text.utf8))
  }

  // MARK: Cost

  @Test func `what would take too long to follow is refused before it is made`() {
    let text = String(repeating: "word", count: 100)
    let answer = service.get("/v1/frames?as=svg&from=\(text)&to=x\(text)&interpolation=morph&duration=60")
    #expect(answer.status == 400)
    #expect(answer.text.contains("makes the service work for more than"))
  }
}
